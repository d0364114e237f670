"""Finding what answers a prompt, and keeping the vectors that this needs."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from memdeck.deck.injecting import Injecting
from memdeck.deck.lanes import Haste, MeaningLane, WordsLane
from memdeck.deck.parts import Parts
from memdeck.deck.patience import PatientWorker
from memdeck.memory.access import checked_access
from memdeck.memory.clock import as_utc
from memdeck.memory.ranking import Hit, Ranking
from memdeck.retrieve.light import LightReranker
from memdeck.retrieve.ports import Reranker
from memdeck.retrieve.retriever import Retriever
from memdeck.retrieve.tuning import tuning_from
from memdeck.settings import Settings
from memdeck.store.candidates import Candidates
from memdeck.store.vectors.catching_up import CatchingUp, Progress
from memdeck.store.vectors.lookup import VectorLookup
from memdeck.store.words.lookup import WordsLookup

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

Hits = list[Hit]


class Retrieving(Injecting):
    """Retrieval."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._search_lock = threading.RLock()
        self._model_worker = PatientWorker()
        self._cross_encoders: dict[str, Reranker] = {}
        self._words_lookup = WordsLookup(self.parts.database)
        self._by_model: dict[tuple[str, int | None, int], tuple[CatchingUp, VectorLookup]] = {}

    def retrieve(
        self,
        prompt: str,
        *,
        access: Iterable[str] | None = None,
        as_of: datetime | None = None,
        limit: int = 10,
        settings: Settings | None = None,
    ) -> Hits:
        """Return the entries that answer `prompt`, best first, before floor and diversity.

        Entries that wait to be embedded are embedded first. The result depends only on the store, the
        settings, the access, the prompt and `as_of`.

        Args:
            prompt: anything; no sign has a meaning of its own.
            access: the owners that may be seen; None is the person alone, never everything.
            as_of: the moment to judge by; None is now.
            limit: most entries.
            settings: other settings than those in force, to compare.

        Raises:
            MemoryUnavailable: the request belongs to no owner.
        """
        chosen = settings or self.settings
        moment = as_utc(as_of, "as_of") if as_of is not None else self.parts.clock()
        owners = checked_access(access)
        with self._search_lock:
            ranked = self._retriever(chosen, None).ranked(prompt, owners, moment, tuning_from(chosen), limit)
        return list(ranked.hits[:limit])

    def embed_waiting(self, *, seconds: float | None = None, progress: Progress | None = None) -> int:
        """Embed entries that wait, for at most about `seconds`; return how many changes wait after it.

        Raises:
            EmbedderFault: the model doesn't work. Search by words goes on without it.
            ReadOnly: nothing may be written.
        """
        if self.read_only:
            return self._waiting()
        if not self.parts.database.exists:
            return 0
        catching_up, _ = self._model(self.settings)
        standing = catching_up.run(seconds, progress)
        return standing.last - standing.seq

    def _ranking_for(
        self, prompt: str, owners: tuple[str, ...], moment: datetime, settings: Settings
    ) -> Ranking:
        with self._search_lock:
            retriever = self._retriever(settings, Haste(self._model_worker))
            return retriever.ranking(prompt, owners, moment, tuning_from(settings))

    def _waiting(self) -> int:
        catching_up, _ = self._model(self.settings)
        standing = catching_up.standing()
        return standing.last - standing.seq

    def _retriever(self, settings: Settings, haste: Haste | None) -> Retriever:
        meaning = MeaningLane(lambda: self._model(settings), self.read_only, haste)
        words = WordsLane(self._words_lookup, self.parts.database, self._make_words)
        rerankers = self._rerankers(settings.retrieval.reranker)
        return Retriever(Candidates(self.parts.database), meaning, words, rerankers)

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

    def _model(self, settings: Settings) -> tuple[CatchingUp, VectorLookup]:
        from memdeck.settings.places import cache_folder
        from memdeck.store.embedder.choosing import chosen_embedder

        asked = settings.storage
        key = (asked.embedding_model, asked.embedding_dim, settings.retrieval.exact_limit)
        if key not in self._by_model:
            embedder = chosen_embedder(asked.embedding_model, asked.embedding_dim, cache_folder())
            self._by_model[key] = (
                CatchingUp(self.parts.database, embedder),
                VectorLookup(
                    self.parts.database,
                    embedder,
                    settings.retrieval.exact_limit,
                    self._nominate,
                    may_write=not self.read_only,
                ),
            )
        return self._by_model[key]

    def _nominate(self, query: Matrix, count: int, owners: tuple[str, ...]) -> Sequence[str] | None:
        """Return the ids nearest to a vector by an index; None here: a hook opens no index."""
        del query, count, owners
        return None

    def _make_words(self) -> None:
        with self._writer.batch(self.parts.author) as batch:
            batch.refresh_indexes()
