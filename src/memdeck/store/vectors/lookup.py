"""Comparing a prompt with the vectors of the entries that a request may see.

All vectors of those owners are compared, which is always right and below some 20,000 also the fastest way;
above that an index may nominate. Either only names candidates: the similarity that counts is worked out
from the vectors in SQL, and only where the entry's text is still the one they were made from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from memdeck.store.database import Database
from memdeck.store.embedder.pieces import query_texts
from memdeck.store.embedder.port import Embedder, Side
from memdeck.store.one_thread import load_numpy
from memdeck.store.portions import parts
from memdeck.store.vectors.catching_up import Standing
from memdeck.store.vectors.matrix import ScopeMatrix

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

Nominate = Callable[["Matrix", int, tuple[str, ...]], "Sequence[str] | None"]
"""Asked for the ids of the `k` entries of these owners nearest to a vector; None when it can't answer."""

_PARAMETERS = 400


class VectorLookup:
    """Searches the vectors of one model in one store. Keeps the matrix of the last owners asked for."""

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        exact_limit: int,
        nominate: Nominate | None = None,
        *,
        may_write: bool = False,
    ) -> None:
        """`may_write` allows a file beside the database, for the next process (see `matrix_file`)."""
        self._database = database
        self._embedder = embedder
        self._exact_limit = exact_limit
        self._nominate = nominate
        self._may_write = may_write
        self._matrix: ScopeMatrix | None = None
        self._counted: tuple[tuple[Standing, tuple[str, ...]], int] | None = None

    def search(self, prompt: str, owners: tuple[str, ...], standing: Standing) -> VectorSearch:
        """Encode a prompt; raise EmbedderFault when the model doesn't work."""
        text = prompt.encode("utf-8", "replace").decode("utf-8")
        queries = self._embedder.encode(query_texts(text), Side.QUERY)
        return VectorSearch(self, queries, owners, standing)

    def nearest(self, queries: Matrix, owners: tuple[str, ...], standing: Standing, count: int) -> list[int]:
        """Return the keys of the entries nearest to any of the queries, nearest first."""
        if standing.model is None:
            return []
        if self._nominate is not None and self.visible(owners, standing) > self._exact_limit:
            named = self._nominated(queries, owners, count)
            if named is not None:
                return named
        matrix = self._matrix
        if matrix is None or not matrix.fits(standing.model, owners):
            matrix = self._matrix = ScopeMatrix(
                self._database,
                standing,
                self._embedder.identity,
                owners,
                self._embedder.dimension,
                may_write=self._may_write,
            )
        matrix.refresh(standing)
        return matrix.nearest(queries, count)

    def similarity(self, queries: Matrix, model: int | None, keys: Sequence[int]) -> dict[int, float]:
        """Return the greatest similarity between the queries and each entry's pieces, from SQL."""
        numpy = load_numpy()
        found: dict[int, float] = {}
        for part in parts(keys, _PARAMETERS) if model is not None else ():
            rows = self._database.rows(
                # From the entries to their vectors. The "+" keep SQLite from walking through the whole model.
                "SELECT memory.pk, vector.data FROM memory "  # noqa: S608
                "JOIN embedding ON embedding.memory_id = memory.id AND +embedding.model = ? "
                "AND +embedding.memory_pk = memory.pk AND embedding.content_hash = memory.content_hash "
                "JOIN vector ON vector.embedding_pk = embedding.pk "
                f"WHERE memory.pk IN ({', '.join('?' * len(part))})",
                (model, *part),
            )
            if not rows:
                continue
            vectors = numpy.frombuffer(b"".join(row[1] for row in rows), dtype="<f4")
            with numpy.errstate(invalid="ignore"):
                scores = (vectors.reshape(len(rows), -1) @ queries.T).max(axis=1)
            for row, score in zip(rows, scores.tolist(), strict=True):
                if isfinite(score):  # a vector of no numbers is none
                    found[row[0]] = max(score, found.get(row[0], -1.0))
        return found

    def visible(self, owners: tuple[str, ...], standing: Standing) -> int:
        """Return how many entries of these owners have vectors; counted anew when something changed."""
        known = (standing, owners)
        if self._counted is None or self._counted[0] != known:
            sql = (
                "SELECT count(*) FROM embedding WHERE model = ? "  # noqa: S608
                f"AND owner IN ({', '.join('?' * len(owners))}) AND pieces > 0"
            )
            rows = self._database.rows(sql, (standing.model, *owners)) if owners else [(0,)]
            self._counted = (known, int(rows[0][0]))
        return self._counted[1]

    def _nominated(self, queries: Matrix, owners: tuple[str, ...], count: int) -> list[int] | None:
        assert self._nominate is not None  # noqa: S101 - the caller looked
        ids: dict[str, None] = {}
        for query in queries:
            named = self._nominate(query, count, owners)
            if named is None:
                return None
            ids.update(dict.fromkeys(named))
        keys: dict[str, int] = {}
        for part in parts(list(ids), _PARAMETERS):
            sql = f"SELECT id, pk FROM memory WHERE id IN ({', '.join('?' * len(part))})"  # noqa: S608
            keys.update((row[0], row[1]) for row in self._database.rows(sql, part))
        return [keys[id_] for id_ in ids if id_ in keys]


@dataclass(slots=True, eq=False, repr=False)
class VectorSearch:
    """One encoded prompt."""

    _lookup: VectorLookup
    _queries: Matrix
    _owners: tuple[str, ...]
    _standing: Standing

    def best(self, count: int) -> list[int]:
        """Return the keys of the nearest entries, nearest first."""
        return self._lookup.nearest(self._queries, self._owners, self._standing, count)

    def of(self, keys: Sequence[int]) -> dict[int, float]:
        """Return the similarity of these entries; those whose text has no vector yet are left out."""
        return self._lookup.similarity(self._queries, self._standing.model, keys)
