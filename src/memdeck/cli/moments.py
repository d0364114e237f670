"""Times as people write and read them: local on the way in and on the screen, UTC in data."""

from __future__ import annotations

from datetime import datetime

import click

_YEAR = 365 * 86_400
_AGES = ((60, "m", 60), (3_600, "h", 24), (86_400, "d", 14), (7 * 86_400, "w", 52))
"""Seconds of a unit, its letter, and up to how many of it are counted."""


class Moment(click.ParamType[datetime | None]):
    """A day or a time in ISO form; without a zone it is the time of this machine."""

    name = "time"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime | None:
        """Return an aware datetime, or None for an empty text, which takes a time away."""
        if not isinstance(value, str):
            return value if isinstance(value, datetime) else None
        if not value.strip():
            return None
        try:
            return datetime.fromisoformat(value.strip()).astimezone()
        except (ValueError, OverflowError):
            self.fail(f"{value!r} is not a time such as 2026-11-30 or 2026-11-30T12:00+01:00.", param, ctx)


def age(moment: datetime, now: datetime) -> str:
    """Return how long ago, in four cells at most: `now`, `5m`, `3h`, `12d`, `9w`, `2y`."""
    seconds = (now - moment).total_seconds()
    for size, unit, most in _AGES:
        if seconds < most * size:
            return f"{int(seconds / size)}{unit}" if seconds >= 60 else "now"
    return f"{int(seconds / _YEAR)}y"


def local_minute(moment: datetime) -> str:
    """Return day and minute on this machine: `2026-11-30 14:05`."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def stamp(moment: datetime | None) -> str | None:
    """Return the exact time for data, in UTC."""
    return None if moment is None else moment.isoformat()
