"""The line of versions: what an entry replaced, and what replaced it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TypeAlias

from memdeck.deck.reading import Reading
from memdeck.memory.entry import Memory
from memdeck.store.conflicts import ConflictReader
from memdeck.store.listing import Access

Line: TypeAlias = list[Memory]


class Versions(Reading):
    """How a decision changed over time."""

    def line_of(self, ref: str, *, owner: str | None = None, access: Access = None) -> Line:
        """Return the entry with all that it replaced and that replaced it, the earliest first.

        Each holds from `valid_from` (else `created_at`) until `valid_to`; the valid one is the last. An entry
        that replaced nothing stands alone.

        Args:
            ref: name, id or unique prefix.
            owner: only this owner's.
            access: owners that may be seen; others' entries are left out.
        """
        memory = self.get(ref, owner=owner, access=access)
        line = ConflictReader(self.parts.database).line(memory)
        seen = [entry for entry in line if access is None or entry.owner in access]
        by_id = {entry.id: entry for entry in seen}
        return sorted(seen, key=lambda entry: (*_place(entry), -_steps(entry, by_id), entry.id))


def _place(memory: Memory) -> tuple[bool, datetime, datetime]:
    begun = memory.valid_from or memory.created_at
    return (memory.superseded_by is None, begun, memory.valid_to or begun)


def _steps(memory: Memory, line: Mapping[str, Memory]) -> int:
    """Return how many entries took the place of another one from here on: it tells equal moments apart."""
    passed = [memory.id]
    while (following := line[passed[-1]].superseded_by) in line and following not in passed:
        passed.append(str(following))
    return len(passed)
