"""The vectors of some owners in one block of memory, kept in step with the store change by change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from memdeck.store.database import Database
from memdeck.store.embedder.threads import load_numpy
from memdeck.store.vectors.catching_up import Standing

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

_SPARE = 1.1
"""Room for so many times the rows that there are."""
_DEAD_SHARE = 0.2
"""From this share of rows without an entry on, everything is read anew."""
_READ = 4_000


class ScopeMatrix:
    """One row for each piece of each entry of the owners; rows of entries that are gone count for nothing."""

    def __init__(self, database: Database, model: int, owners: tuple[str, ...], dimension: int) -> None:
        self._database = database
        self.model = model
        self.owners = owners
        self._dimension = dimension
        self._seq = -1
        self._rows: Any = None
        self._keys: Any = None
        self._count = 0
        self._dead = 0
        self._places: dict[int, list[int]] = {}

    def refresh(self, standing: Standing) -> None:
        """Read what changed since the last time."""
        if self._rows is None or standing.seq < self._seq or self._dead > self._count * _DEAD_SHARE:
            self._read_all()
        elif standing.seq > self._seq:
            self._read_changes()
        self._seq = standing.seq

    def nearest(self, queries: Matrix, count: int) -> list[int]:
        """Return the keys of the entries nearest to any of the queries, nearest first."""
        numpy = load_numpy()
        if not self._count or count <= 0:
            return []
        matrix = self._rows[: self._count]
        scores = matrix @ queries[0] if len(queries) == 1 else (matrix @ queries.T).max(axis=1)
        if self._dead:
            scores[self._keys[: self._count] < 0] = -2.0
        rows = count
        while True:
            rows = min(rows, self._count)
            chosen = numpy.argpartition(-scores, rows - 1)[:rows]
            order = chosen[numpy.lexsort((self._keys[chosen], -scores[chosen]))]
            found = list(dict.fromkeys(key for key in self._keys[order].tolist() if key >= 0))
            if len(found) >= count or rows == self._count:
                return found[:count]
            rows *= 4

    def _read_all(self) -> None:
        numpy = load_numpy()
        pieces = sum(row[1] for row in self._counted())
        capacity = int(pieces * _SPARE) + 64
        self._rows = numpy.empty((capacity, self._dimension), dtype=numpy.float32)
        self._keys = numpy.full(capacity, -1, dtype=numpy.int64)
        self._places = {}
        self._count = self._dead = 0
        self._append("AND embedding.owner IN ({owners})", ())

    def _read_changes(self) -> None:
        sql = "SELECT pk FROM embedding WHERE model = ? AND seq > ?"
        for (key,) in self._database.rows(sql, (self.model, self._seq)):
            for place in self._places.pop(key, ()):
                self._keys[place] = -1
                self._dead += 1
        self._append("AND embedding.seq > ? AND embedding.owner IN ({owners})", (self._seq,))

    def _counted(self) -> list[tuple[Any, ...]]:
        marks = ", ".join("?" * len(self.owners))
        sql = f"SELECT pk, pieces FROM embedding WHERE model = ? AND owner IN ({marks}) AND pieces > 0"  # noqa: S608
        return self._database.rows(sql, (self.model, *self.owners)) if self.owners else []

    def _append(self, condition: str, parameters: Sequence[Any]) -> None:
        if not self.owners:
            return
        numpy = load_numpy()
        where = condition.format(owners=", ".join("?" * len(self.owners)))
        sql = (
            "SELECT embedding.pk, embedding.memory_pk, vector.data FROM embedding "  # noqa: S608
            f"JOIN vector ON vector.embedding_pk = embedding.pk WHERE embedding.model = ? {where}"
        )
        for rows in self._database.batches(sql, (self.model, *parameters, *self.owners), _READ):
            self._make_room(len(rows))
            start, end = self._count, self._count + len(rows)
            vectors = numpy.frombuffer(b"".join(row[2] for row in rows), dtype="<f4")
            self._rows[start:end] = vectors.reshape(len(rows), self._dimension)
            self._keys[start:end] = [row[1] for row in rows]
            for place, row in enumerate(rows, start):
                self._places.setdefault(row[0], []).append(place)
            self._count = end

    def _make_room(self, more: int) -> None:
        numpy = load_numpy()
        if self._count + more <= len(self._rows):
            return
        capacity = int((self._count + more) * _SPARE) + 64
        rows = numpy.empty((capacity, self._dimension), dtype=numpy.float32)
        rows[: self._count] = self._rows[: self._count]
        keys = numpy.full(capacity, -1, dtype=numpy.int64)
        keys[: self._count] = self._keys[: self._count]
        self._rows, self._keys = rows, keys
