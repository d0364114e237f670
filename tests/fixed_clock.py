"""A clock that stands still, for tests. Not in conftest.py: there are several of those, under one name."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

MOMENT = datetime(2026, 11, 12, 9, 30, tzinfo=UTC)


class FixedClock:
    """A clock that stands still until it is moved."""

    def __init__(self, moment: datetime = MOMENT) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        return self.moment

    def forward(self, **delta: float) -> None:
        """Move on by so many days, hours, minutes … (arguments of timedelta)."""
        self.moment += timedelta(**delta)
