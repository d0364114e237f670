"""Time, given from outside so that tests and pictures are stable. All times are aware and UTC."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from memdeck.memory.errors import InvalidField

Clock = Callable[[], datetime]
"""Returns the present moment, aware and in UTC."""


def utc_now() -> datetime:
    """Return the present moment in UTC."""
    return datetime.now(UTC)


def as_utc(moment: datetime, field: str = "time") -> datetime:
    """Return `moment` in UTC; a time without a zone is refused, because guessing one moves it."""
    if not isinstance(moment, datetime):
        raise InvalidField(field, f"must be a time, not {type(moment).__name__}.", "Give an aware datetime.")
    if moment.tzinfo is None:
        raise InvalidField(
            field, "has no time zone.", "Give an aware time, for example 2026-11-30T12:00:00+00:00."
        )
    return moment.astimezone(UTC)
