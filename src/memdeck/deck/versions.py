"""The line of versions: what an entry replaced, and what replaced it."""

from __future__ import annotations

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
        return sorted(seen, key=_place)


def _place(memory: Memory) -> tuple[bool, object, object, str]:
    begun = memory.valid_from or memory.created_at
    return (memory.superseded_by is None, begun, memory.valid_to or begun, memory.id)
