"""How long ago something was, in words and in short."""

from __future__ import annotations

from datetime import datetime

_STEPS = (
    (60, 60, "min", "m"),
    (3_600, 24, "hour", "h"),
    (86_400, 7, "day", "d"),
    (604_800, 4.35, "week", "w"),
    (2_629_800, 12, "month", "mo"),
    (31_557_600, float("inf"), "year", "y"),
)
"""Seconds of a unit, how many of them until the next unit takes over, its name, its short name."""


def age(moment: datetime, now: datetime) -> str:
    """Return `3 days ago`; `just now` under a minute, the date for what lies ahead."""
    seconds = (now - moment).total_seconds()
    if seconds < -60:
        return f"{moment.astimezone():%Y-%m-%d}"
    if seconds < 60:
        return "just now"
    count, name, _ = _counted(seconds)
    if name == "day" and count == 1:
        return "yesterday"
    plural = "" if count == 1 or name == "min" else "s"
    return f"{count} {name}{plural} ago"


def short_age(moment: datetime, now: datetime) -> str:
    """Return `3d`; `now` under a minute, the date for what lies ahead."""
    seconds = (now - moment).total_seconds()
    if seconds < -60:
        return f"{moment.astimezone():%y-%m-%d}"
    if seconds < 60:
        return "now"
    count, _, short = _counted(seconds)
    return f"{count}{short}"


def exact_time(moment: datetime) -> str:
    """Return a time as the person's own clock shows it."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def _counted(seconds: float) -> tuple[int, str, str]:
    for unit, limit, name, short in _STEPS:
        count = int(seconds // unit)
        if seconds / unit < limit:
            return max(1, count), name, short
    raise AssertionError("the last step has no limit")
