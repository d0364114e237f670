"""Which of the entries that a source holds are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memdeck.exchange.entry_file import FoundEntry
from memdeck.memory.kinds import MemoryType


@dataclass(frozen=True, slots=True)
class Selection:
    """Filters of an import. Without any, everything is wanted."""

    types: frozenset[MemoryType] = frozenset()
    owners: frozenset[str] = frozenset()
    """Owners as the source and its place say, in canonical form."""
    since: datetime | None = None
    """Only what was written then or later."""
    limit: int | None = None
    """At most so many, the newest; None is all."""

    def wants(self, entry: FoundEntry, owner: str) -> bool:
        """Tell whether an entry passes the filters; `owner` is whose it would become without a word."""
        memory = entry.memory
        return (
            (not self.types or memory.type in self.types)
            and (not self.owners or owner in self.owners)
            and (self.since is None or memory.updated_at >= self.since)
        )

    def capped(self, entries: Sequence[FoundEntry]) -> tuple[FoundEntry, ...]:
        """Return the newest entries up to the limit, in the order in which they were found."""
        if self.limit is None or len(entries) <= self.limit:
            return tuple(entries)
        order = sorted(range(len(entries)), key=lambda place: entries[place].memory.updated_at, reverse=True)
        kept = set(order[: self.limit])
        return tuple(entry for place, entry in enumerate(entries) if place in kept)
