"""Long lists of conflicts: the order of all, what they say a page at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from memdeck.deck.conflicts import Conflicts
from memdeck.memory.conflict import Conflict, ConflictKind, ConflictPlace, ConflictState
from memdeck.store.conflict_queue import ConflictQueueReader


class ConflictPages(Conflicts):
    """What a screen needs to show a list of conflicts without reading all of it. Nothing is compared here."""

    def conflict_places(
        self,
        states: Collection[ConflictState] = (ConflictState.OPEN,),
        kind: ConflictKind | None = None,
        owner: str | None = None,
        *,
        of: Collection[str] | None = None,
    ) -> list[ConflictPlace]:
        """Return where each conflict in these states stands in their list.

        Args:
            states: open ones come by kind, how sure they are and the last written first, settled ones the
                last settled first.
            kind: only these.
            owner: only with an entry of this owner, in its stored form.
            of: only those of these entries, by id: what a change to them can have moved.
        """
        return self._conflict_queue.places(self.parts.clock(), states, kind=kind, owner=owner, of=of)

    def conflict_page(self, conflict_ids: Sequence[str]) -> list[Conflict]:
        """Return these conflicts in the given order, by their whole ids; missing ones are left out."""
        return self._conflict_queue.page(conflict_ids, self.parts.clock())

    def beaten(self, ids: Collection[str]) -> set[str]:
        """Return those of these entries that give way to a newer one until an open conflict is settled."""
        return self._conflict_queue.beaten(ids, self.parts.clock())

    def conflict_owners(
        self, states: Collection[ConflictState] = (ConflictState.OPEN,), kind: ConflictKind | None = None
    ) -> dict[str, int]:
        """Return how many of these conflicts each owner has an entry in."""
        return self._conflict_queue.owners(self.parts.clock(), states, kind=kind)

    @property
    def _conflict_queue(self) -> ConflictQueueReader:
        return ConflictQueueReader(self.parts.database)
