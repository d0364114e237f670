"""Times in headers: ISO 8601, in UTC with milliseconds, as Claude Code writes them."""

from __future__ import annotations

from datetime import UTC, datetime


def written_moment(moment: datetime) -> str:
    """Return an aware time as text: `2026-10-05T08:00:09.480Z`, with microseconds when it has some."""
    precision = "microseconds" if moment.microsecond % 1000 else "milliseconds"
    return moment.astimezone(UTC).isoformat(timespec=precision).replace("+00:00", "Z")


def read_moment(text: str) -> datetime | None:
    """Return the time a text means, in UTC; a time without a zone counts as UTC. None when it is no time."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
