"""The history as a screen shows it: light rows in pages, who made changes, whole changes by position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from memdeck.deck.base import DeckBase
from memdeck.memory.revision import Revision
from memdeck.store.history_list import HistoryFilter, HistoryList, HistoryRow

__all__ = ["Chronicle", "HistoryFilter", "HistoryRow"]

HistoryRows: TypeAlias = list[HistoryRow]
Revisions: TypeAlias = list[Revision]
_EVERYTHING = HistoryFilter()


class Chronicle(DeckBase):
    """Long histories. `Deck.history` gives whole changes; these give rows without text."""

    def history_rows(
        self, wanted: HistoryFilter = _EVERYTHING, *, before: int | None = None, limit: int = 500
    ) -> HistoryRows:
        """Return changes by anyone, newest first.

        Args:
            wanted: only this entry's, this author's, or the last change of each deleted entry.
            before: go on from this position, for the next page.
            limit: most rows.
        """
        return HistoryList(self.parts.database).rows(wanted, before=before, limit=limit)

    def history_rows_back(
        self, wanted: HistoryFilter = _EVERYTHING, *, after: int | None = None, limit: int = 500
    ) -> HistoryRows:
        """Return the oldest changes, or those next after position `after`; newest first all the same."""
        return HistoryList(self.parts.database).rows_back(wanted, after=after, limit=limit)

    def history_count(self, wanted: HistoryFilter = _EVERYTHING) -> int:
        """Return how many changes there are."""
        return HistoryList(self.parts.database).count(wanted)

    def history_batches(
        self, wanted: HistoryFilter = _EVERYTHING, *, before: int | None = None
    ) -> Iterator[HistoryRows]:
        """Yield the whole history from `before` on, in batches."""
        return HistoryList(self.parts.database).batches(wanted, before=before)

    def authors(self) -> dict[str, int]:
        """Return who made changes, and how many each."""
        return HistoryList(self.parts.database).authors()

    def batch_size(self, batch: str) -> int:
        """Return how many changes one action made."""
        return HistoryList(self.parts.database).batch_size(batch)

    def revisions(self, seqs: Sequence[int]) -> Revisions:
        """Return the whole changes at these positions, in any order; missing ones are left out."""
        return HistoryList(self.parts.database).revisions(seqs)
