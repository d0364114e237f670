"""The store's parts in the shape in which a retrieval asks for them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from memdeck.deck.patience import PatientWorker, TooSlow
from memdeck.memory.errors import ReadOnly
from memdeck.store.database import Database
from memdeck.store.vectors.catching_up import CatchingUp, Standing
from memdeck.store.vectors.lookup import VectorLookup, VectorSearch
from memdeck.store.words.lookup import WordSearch, WordsLookup

Model = tuple[CatchingUp, VectorLookup]

_LOADING_SECONDS = 3.0


class Haste(NamedTuple):
    """How long a prompt may wait for a model."""

    worker: PatientWorker
    embedding: float = 0.1
    """Seconds in which entries that wait are embedded first."""
    answer: float = 0.2
    """Seconds for the model's answer, apart from loading it."""


@dataclass(slots=True, eq=False, repr=False)
class MeaningLane:
    """The lane of meaning: embeds what waits, as far as it may, then searches."""

    model: Callable[[], Model]
    """Gives the model of the settings; raises MemdeckError when there is none."""
    read_only: bool
    load_beside: Callable[[], None]
    """Called when loading takes too long to be waited for: this program may end before it is done."""
    haste: Haste | None
    """None waits until everything is embedded and the model has answered."""
    note: str = ""

    def search(self, prompt: str, owners: tuple[str, ...]) -> VectorSearch:
        """Encode the prompt; raise EmbedderFault or TooSlow when the model doesn't work."""
        haste = self.haste
        if haste is None:
            return self._searched(self.model(), prompt, owners, None)
        worker = haste.worker
        try:
            model = worker.run(self._loaded, _LOADING_SECONDS, longest=_LOADING_SECONDS)
        except TooSlow:
            self.load_beside()
            raise TooSlow(
                "The model is being made ready, which takes some seconds at its first use.",
                "Words go on; ask again soon.",
            ) from None
        return worker.run(lambda: self._searched(model, prompt, owners, haste.embedding), haste.answer)

    def _loaded(self) -> Model:
        model = self.model()
        model[0].embedder.prepare()
        return model

    def _searched(
        self, model: Model, prompt: str, owners: tuple[str, ...], seconds: float | None
    ) -> VectorSearch:
        catching_up, vectors = model
        standing = self._brought_up_to_date(catching_up, seconds)
        self.note = _said_of(standing, catching_up.embedder.identity)
        return vectors.search(prompt, owners, standing)

    def _brought_up_to_date(self, catching_up: CatchingUp, seconds: float | None) -> Standing:
        standing = catching_up.standing()
        if standing.complete or self.read_only:
            return standing
        return catching_up.run(seconds)


def _said_of(standing: Standing, model: str) -> str:
    waiting = standing.last - standing.seq
    if not waiting:
        return ""
    if not standing.seq:
        return f"No vectors by the model {model} yet: 'memdeck reindex' makes them at once."
    return f"{waiting:,} changes are not embedded yet."


@dataclass(slots=True, eq=False, repr=False)
class WordsLane:
    """The lane of words; makes the words of a store first that an older program left without."""

    lookup: WordsLookup
    database: Database
    make: Callable[[], None] | None
    """Makes them, which may take minutes; None for a prompt that waits."""
    note: str = ""

    def search(self, prompt: str, owners: tuple[str, ...]) -> WordSearch:
        """Look the prompt's words up."""
        if not self.lookup.ready():
            self._make_or_note()
        rows = self.database.rows("SELECT max(seq) FROM revision")
        return self.lookup.search(prompt, owners, (rows[0][0] if rows else None) or 0)

    def _make_or_note(self) -> None:
        if not self.database.rows("SELECT 1 FROM memory LIMIT 1"):
            return
        self.note = "The words were made by another version; 'memdeck reindex' makes them anew."
        if self.make is not None:
            with suppress(ReadOnly):
                self.make()
                self.note = ""
