"""The store's parts in the shape in which a retrieval asks for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from memdeck.memory.errors import ReadOnly
from memdeck.store.database import Database
from memdeck.store.vectors.catching_up import CatchingUp, Standing
from memdeck.store.vectors.lookup import VectorLookup, VectorSearch
from memdeck.store.words.lookup import WordSearch, WordsLookup


@dataclass(slots=True)
class MeaningLane:
    """The lane of meaning: embeds what waits, as far as it may, then searches."""

    vectors: VectorLookup
    catching_up: CatchingUp
    read_only: bool
    seconds: float | None
    """How long entries that wait may be embedded first; None is until none waits."""
    note: str = ""

    def search(self, prompt: str, owners: tuple[str, ...]) -> VectorSearch:
        """Encode the prompt; raise EmbedderFault when the model doesn't work."""
        standing = self._brought_up_to_date()
        waiting = standing.last - standing.seq
        self.note = f"{waiting:,} changes are not embedded yet." if waiting else ""
        return self.vectors.search(prompt, owners, standing)

    def _brought_up_to_date(self) -> Standing:
        standing = self.catching_up.standing()
        if standing.complete or self.read_only:
            return standing
        return self.catching_up.run(self.seconds)


@dataclass(slots=True)
class WordsLane:
    """The lane of words; makes the words of a store first that an older program left without."""

    lookup: WordsLookup
    database: Database
    make: Callable[[], None]
    note: str = field(default="")

    def search(self, prompt: str, owners: tuple[str, ...]) -> WordSearch:
        """Look the prompt's words up."""
        if not self.lookup.ready():
            self._make_or_note()
        rows = self.database.rows("SELECT max(seq) FROM revision")
        return self.lookup.search(prompt, owners, (rows[0][0] if rows else None) or 0)

    def _make_or_note(self) -> None:
        if not self.database.rows("SELECT 1 FROM memory LIMIT 1"):
            return
        try:
            self.make()
            self.note = ""
        except ReadOnly:
            self.note = "The words were made by another version; 'memdeck reindex' makes them anew."
