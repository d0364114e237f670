"""What retrieval works with, made when something is first retrieved: reading does not load it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from memdeck.deck.lanes import Haste, MeaningLane, WordsLane
from memdeck.deck.parts import Parts
from memdeck.deck.patience import PatientWorker
from memdeck.memory.ranking import Hit, Ranking
from memdeck.retrieve.light import LightReranker
from memdeck.retrieve.ports import Reranker
from memdeck.retrieve.retriever import Retriever
from memdeck.retrieve.tuning import tuning_from
from memdeck.settings import Settings
from memdeck.settings.places import cache_folder
from memdeck.store.candidates import Candidates
from memdeck.store.embedder.choosing import chosen_embedder
from memdeck.store.vectors.catching_up import CatchingUp
from memdeck.store.vectors.lookup import Nominate, VectorLookup
from memdeck.store.words.lookup import WordsLookup

_BUNDLED = ("bundled", "e5")
"""Settings of `storage.embedding_model` that use the bundled model."""


class SearchParts:
    """One deck's lanes, models and rerankers. Safe to use from several threads; searches take turns."""

    def __init__(self, parts: Parts, make_words: Callable[[], None], nominate: Nominate) -> None:
        """Make them.

        Args:
            parts: the deck's own.
            make_words: makes the words of a store that an older program left without.
            nominate: asks an index for the nearest entries above `retrieval.exact_limit`, where one is open.
        """
        self._parts = parts
        self._nominate = nominate
        self._make_words = make_words
        self._lock = threading.RLock()
        self._model_worker = PatientWorker()
        self._cross_encoders: dict[str, Reranker] = {}
        self._words_lookup = WordsLookup(parts.database)
        self._by_model: dict[tuple[str, int | None, int], tuple[CatchingUp, VectorLookup]] = {}
        self._exact: dict[CatchingUp, VectorLookup] = {}

    def ranked(
        self, prompt: str, owners: tuple[str, ...], moment: datetime, settings: Settings, limit: int
    ) -> list[Hit]:
        """Return what answers the prompt, best first; waits until every model has answered."""
        with self._lock:
            retriever = self._retriever(settings, None)
            found = retriever.ranked(prompt, owners, moment, tuning_from(settings), limit)
        return list(found.hits[:limit])

    def ranking(self, prompt: str, owners: tuple[str, ...], moment: datetime, settings: Settings) -> Ranking:
        """Return what may be injected, and what just missed; goes on without a model that is slow.

        No index takes part, however large the store: a hook has none, and must give what a screen shows.
        """
        with self._lock:
            retriever = self._retriever(settings, Haste(self._model_worker))
            return retriever.ranking(prompt, owners, moment, tuning_from(settings))

    def model(self, settings: Settings) -> tuple[CatchingUp, VectorLookup]:
        """Return the vectors of the settings' model; raise EmbedderFault when there is no such model."""
        asked = settings.storage
        key = (asked.embedding_model, asked.embedding_dim, settings.retrieval.exact_limit)
        if key not in self._by_model:
            database, limit = self._parts.database, settings.retrieval.exact_limit
            embedder = chosen_embedder(asked.embedding_model, asked.embedding_dim, cache_folder())
            may_write = not self._parts.read_only
            lookup = VectorLookup(database, embedder, limit, self._nominate, may_write=may_write)
            self._by_model[key] = (CatchingUp(database, embedder), lookup)
        return self._by_model[key]

    def _model_without_index(self, settings: Settings) -> tuple[CatchingUp, VectorLookup]:
        catching_up, _ = self.model(settings)
        if catching_up not in self._exact:
            database, may_write = self._parts.database, not self._parts.read_only
            limit = settings.retrieval.exact_limit
            self._exact[catching_up] = VectorLookup(
                database, catching_up.embedder, limit, None, may_write=may_write
            )
        return catching_up, self._exact[catching_up]

    def _retriever(self, settings: Settings, haste: Haste | None) -> Retriever:
        database = self._parts.database
        model = self._model_without_index if haste else self.model
        meaning = MeaningLane(
            lambda: model(settings), self._parts.read_only, lambda: load_beside(settings), haste
        )
        words = WordsLane(self._words_lookup, database, None if haste else self._make_words)
        rerankers = self._rerankers(settings.retrieval.reranker)
        return Retriever(Candidates(database), meaning, words, rerankers)

    def _rerankers(self, named: str) -> tuple[Reranker, ...]:
        """Return the light one, alone or before a cross-encoder; none for `none`."""
        if named == "none":
            return ()
        if named == "light":
            return (LightReranker(),)
        if named not in self._cross_encoders:
            from memdeck.store.embedder.cross_encoder import CrossEncoder

            self._cross_encoders[named] = CrossEncoder(Path(named.removeprefix("onnx:")))
        return (LightReranker(), self._cross_encoders[named])


def load_beside(settings: Settings) -> None:
    """Have the tables of the bundled model made by a process that does not end with this one."""
    if settings.storage.embedding_model in _BUNDLED:
        from memdeck.store.embedder.making_tables import make_beside

        make_beside(cache_folder())
