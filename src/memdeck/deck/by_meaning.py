"""Search by meaning over the whole store, and keeping the vectors and their index in step with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from memdeck.deck.retrieving import Retrieving
from memdeck.memory.owner import canonical_owner

if TYPE_CHECKING:
    from memdeck.deck.index_parts import IndexParts
    from memdeck.store.embedder.port import Matrix
    from memdeck.store.vectorindex import IndexHealth

Progress = Callable[[str, int, int], None]
"""Told what is being made ("vectors" or "index"), how much is done, and how much there is."""

_SECONDS_BEFORE_A_SEARCH = 0.5
RELATED_FROM = 0.4
"""Less similar entries have no more to do with each other than any two of a person's notes: in the samples
two notes on one topic reach 0.45 to 0.9, and what stands nearest to a note without one 0.25 to 0.39."""


@dataclass(frozen=True, slots=True)
class MeaningHealth:
    """How far search by meaning is."""

    model: str
    """The model's identity; vectors of another one are never compared with it."""
    dimension: int
    waiting: int
    """Changes whose entries have no vectors yet; they are found by words meanwhile."""
    index: IndexHealth | None
    """None while this deck has no index open; searches then compare all vectors."""


class ByMeaning(Retrieving):
    """Use cases around vectors. All of them may take long: call them from a worker thread."""

    def search_meaning(self, text: str, limit: int = 50, access: Iterable[str] | None = None) -> list[str]:
        """Return the ids of up to `limit` live entries, nearest in meaning first.

        Vectors of recent changes are made first, for half a second at most. The index helps where it is open
        and whole; the answer is checked and scored from the store either way.

        Raises:
            EmbedderFault: the model doesn't work; search by words does.
        """
        vectors = self._meaning.vectors
        standing = vectors.standing() if self.read_only else vectors.run(_SECONDS_BEFORE_A_SEARCH)
        owners = None if access is None else tuple(canonical_owner(owner) for owner in access)
        return [id_ for id_, _ in self._meaning.search.search(text, limit, owners, standing)]

    def related(self, ref: str, limit: int = 3) -> list[tuple[str, float]]:
        """Return up to `limit` (id, similarity) of live entries that are near to an entry, nearest first.

        Only such as have something to do with it, and only by vectors that are there: makes none, loads no
        model, and gives nothing where all vectors of a large store would have to be read first because no
        index is open. Raise NotFound.
        """
        standing = self._meaning.vectors.standing()
        if standing.model is None:
            return []
        identity = self.get(ref).id
        most = self.settings.retrieval.exact_limit
        near = self._meaning.search.near(identity, limit, standing, most=most)
        return [hit for hit in near if hit[1] >= RELATED_FROM]

    def tend_index(self, progress: Progress | None = None) -> MeaningHealth:
        """Make the vectors that wait and bring the index up to them; open, mend or build it where needed.

        For a program that stays: after its first picture, and after changes. Raise EmbedderFault when the
        model doesn't work; what is wrong with the index only shows in the answer.
        """
        if not self.read_only:
            self._meaning.vectors.run(progress=_stage(progress, "vectors"))
            index = self._meaning.open_index()
            if index is not None:
                index.catch_up(_stage(progress, "index"))
        return self.meaning_health()

    def reindex(self, progress: Progress | None = None, *, vectors: bool = False) -> MeaningHealth:
        """Build the index anew from the store; with `vectors`, make all vectors anew before.

        Vectors of other models than the present one are dropped. Words and the old index work meanwhile.

        Raises:
            ReadOnly: writing is switched off.
            EmbedderFault: the model doesn't work. What was done stays, and the next run goes on from there.
            IndexUnavailable: another program has the index, or it can't be built.
        """
        if self.read_only:
            raise self._refusal()
        self._make_words()
        if vectors:
            self._meaning.vectors.start_over()
        self._meaning.vectors.run(progress=_stage(progress, "vectors"))
        index = self._meaning.open_index()
        if index is not None:
            index.rebuild(_stage(progress, "index"))
            self._meaning.vectors.forget_others()
        return self.meaning_health()

    def meaning_health(self) -> MeaningHealth:
        """Return how far vectors and index are; opens nothing."""
        parts = self._meaning
        standing = parts.vectors.standing()
        waiting = max(0, standing.last - standing.seq)
        health = parts.index.health() if parts.index is not None else None
        return MeaningHealth(parts.vectors.identity, parts.vectors.embedder.dimension, waiting, health)

    def close(self) -> None:
        """Close every connection and end the index's process; closing twice does no harm."""
        if "_meaning" in self.__dict__:
            self._meaning.close()
        super().close()

    def _nominate(self, query: Matrix, count: int, owners: tuple[str, ...]) -> Sequence[str] | None:
        """Let the index name candidates where it is open: `retrieval.exact_limit` says from when on."""
        if "_meaning" not in self.__dict__:
            return None
        from memdeck.store.vectorindex.meaning import nominated

        return nominated(self._meaning.index, query, count, owners)

    @cached_property
    def _meaning(self) -> IndexParts:
        from memdeck.deck.index_parts import IndexParts

        return IndexParts(self.parts, self._vectors)


def _stage(progress: Progress | None, name: str) -> Callable[[int, int], None] | None:
    if progress is None:
        return None
    return lambda done, total: progress(name, done, total)
