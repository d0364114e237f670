"""Search by meaning over a whole store: the index names candidates, the vectors in SQL score them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from memdeck.store.database import Database
from memdeck.store.embedder.port import Embedder
from memdeck.store.one_thread import load_numpy
from memdeck.store.portions import parts
from memdeck.store.vectorindex.faults import IndexUnavailable
from memdeck.store.vectorindex.index import VectorIndex
from memdeck.store.vectors.catching_up import Standing
from memdeck.store.vectors.lookup import VectorLookup, VectorSearch

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

_PARAMETERS = 400
_PIECES_COMPARED = 4
"""Vectors of a long entry that its neighbours are looked for by: its beginning says what it is about."""
_SPARE = 8
"""Candidates beyond those asked for, in place of ones that were changed or deleted a moment ago."""


def nominated(
    index: VectorIndex | None, query: Matrix, k: int, owners: tuple[str, ...] | None
) -> list[str] | None:
    """Return the ids of the `k` entries of these owners (None: of all) nearest to one vector.

    None when the index can't answer now; then the vectors in SQL are compared one by one.
    """
    if index is None:
        return None
    try:
        return [id_ for id_, _ in index.nearest(query.astype("<f4").tobytes(), k, owners)]
    except IndexUnavailable:
        return None


class MeaningSearch:
    """Finds entries near to a text; without an index it compares all vectors. Safe in several threads."""

    def __init__(
        self, database: Database, embedder: Embedder, index: Callable[[], VectorIndex | None]
    ) -> None:
        """`index` is asked each time: an index may be opened, or lost, at any moment."""
        self._database = database
        self._turn = threading.Lock()
        self._index = index
        self._lookup = VectorLookup(database, embedder, 0, self._nominate)
        self._everybody = False

    def search(
        self, text: str, limit: int, owners: Sequence[str] | None, standing: Standing
    ) -> list[tuple[str, float]]:
        """Return up to `limit` (id, similarity) of live entries of `owners` (None: of all), nearest first.

        Raise EmbedderFault when the model doesn't work.
        """
        if standing.model is None or limit <= 0:
            return []
        asked = self._owners(standing.model) if owners is None else tuple(owners)
        with self._turn:
            self._everybody = owners is None
            search = self._lookup.search(text, asked, standing)
            similarity = search.of(search.best(limit + _SPARE))
        found = [(id_, similarity[key]) for key, id_ in self._visible(list(similarity), asked).items()]
        return sorted(found, key=lambda hit: (-hit[1], hit[0]))[:limit]

    def near(self, memory_id: str, limit: int, standing: Standing, *, most: int) -> list[tuple[str, float]]:
        """Return up to `limit` (id, similarity) of live entries nearest to an entry, by the vectors at hand.

        Nothing when the entry has no vectors, and when there are more than `most` and no index to ask: then
        all of them would have to be read first.
        """
        queries = self._vectors_of(memory_id, standing)
        if queries is None or standing.model is None or limit <= 0:
            return []
        owners = self._owners(standing.model)
        with self._turn:
            self._everybody = True
            if self._index() is None and self._lookup.visible(owners, standing) > most:
                return []
            search = VectorSearch(self._lookup, queries, owners, standing)
            similarity = search.of(search.best(limit + 1 + _SPARE))
        found = [(id_, similarity[key]) for key, id_ in self._visible(list(similarity), owners).items()]
        others = [hit for hit in found if hit[0] != memory_id]
        return sorted(others, key=lambda hit: (-hit[1], hit[0]))[:limit]

    def _vectors_of(self, memory_id: str, standing: Standing) -> Matrix | None:
        """Return an entry's first vectors: what it is about; None while it has none."""
        rows = self._database.rows(
            "SELECT vector.data FROM vector JOIN embedding ON embedding.pk = vector.embedding_pk "
            "WHERE embedding.model = ? AND embedding.memory_id = ? ORDER BY vector.piece LIMIT ?",
            (standing.model, memory_id, _PIECES_COMPARED),
        )
        if not rows:
            return None
        numpy = load_numpy()
        matrix: Matrix = numpy.frombuffer(b"".join(row[0] for row in rows), "<f4").reshape(len(rows), -1)
        return matrix

    def _nominate(self, query: Matrix, k: int, owners: tuple[str, ...]) -> list[str] | None:
        return nominated(self._index(), query, k, None if self._everybody else owners)

    def _owners(self, model: int) -> tuple[str, ...]:
        sql = "SELECT DISTINCT owner FROM embedding WHERE model = ? AND pieces > 0"
        return tuple(row[0] for row in self._database.rows(sql, (model,)))

    def _visible(self, keys: Sequence[int], owners: tuple[str, ...]) -> dict[int, str]:
        """Check every hit against the entries themselves: live, and of an owner that was asked for."""
        found: dict[int, str] = {}
        for part in parts(keys, _PARAMETERS):
            sql = (
                "SELECT pk, id, owner FROM memory WHERE deleted_at IS NULL "  # noqa: S608
                f"AND pk IN ({', '.join('?' * len(part))})"
            )
            found.update((row[0], row[1]) for row in self._database.rows(sql, part) if row[2] in owners)
        return found
