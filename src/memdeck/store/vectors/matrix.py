"""The vectors of some owners in one block of memory, kept in step with the store change by change."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdeck.store.database import Database
from memdeck.store.last_purge import last_purge
from memdeck.store.one_thread import load_numpy
from memdeck.store.vectors.catching_up import Standing
from memdeck.store.vectors.matrix_file import FOLDER, Rows, Stamp, forget_files, read_rows, write_rows

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

_LATER_SHARE = 0.1
"""When the rows that came or went since the base was read are more than this share, all is read anew."""
_FEW = 256
"""So many changed rows are never a reason to read all anew."""
_WORTH_A_FILE = 2_000
"""Fewer rows are read from SQL in no time."""
_READ = 4_000


class ScopeMatrix:
    """One row for each piece of each entry of the owners, in two parts: the base, and what came later.

    Rows of entries that changed or went keep their place and count for nothing.
    """

    def __init__(
        self,
        database: Database,
        standing: Standing,
        identity: str,
        owners: tuple[str, ...],
        dimension: int,
        *,
        may_write: bool,
    ) -> None:
        assert standing.model is not None  # noqa: S101 - without a model there is nothing to read
        self._database = database
        self._stamp = Stamp(standing.model, identity, dimension, owners)
        self._folder: Path | None = database.file.parent / FOLDER if database.file is not None else None
        self._may_write = may_write
        self._seq = -1
        self._gone = 0
        self._base = self._later = _no_rows(dimension)
        self._base_entries: Any = None

    def fits(self, model: int | None, owners: tuple[str, ...]) -> bool:
        """Tell whether this matrix is the one of a model and some owners."""
        return (self._stamp.model, self._stamp.owners) == (model, owners)

    def refresh(self, standing: Standing) -> None:
        """Read what changed since the last time."""
        if self._seq < 0:
            self._begin()
        if standing.seq < self._seq:
            self._seq = -1
            self._read_all(standing.seq)
        elif standing.seq > self._seq:
            self._read_changes(standing.seq)
            if self._gone + len(self._later.entries) > max(_FEW, _LATER_SHARE * len(self._base.entries)):
                self._read_all(standing.seq)
        self._seq = standing.seq

    def nearest(self, queries: Matrix, count: int) -> list[int]:
        """Return the keys of the entries nearest to any of the queries, nearest first."""
        numpy = load_numpy()
        total = len(self._base.entries) + len(self._later.entries)
        if not total or count <= 0:
            return []
        entries = numpy.concatenate([self._base_entries, self._later.entries])
        scores = numpy.concatenate([_best(part.vectors, queries) for part in (self._base, self._later)])
        if self._gone:
            scores[entries < 0] = -2.0
        rows = count
        while True:
            rows = min(rows, total)
            chosen = numpy.argpartition(-scores, rows - 1)[:rows]
            order = chosen[numpy.lexsort((entries[chosen], -scores[chosen]))]
            found = list(dict.fromkeys(key for key in entries[order].tolist() if key >= 0))
            if len(found) >= count or rows == total:
                return found[:count]
            rows *= 4

    def _begin(self) -> None:
        """Start from the file, when there is one of this very store; else from SQL."""
        rows = read_rows(self._folder, self._stamp) if self._folder is not None else None
        if rows is not None and rows.batch == self._batch(rows.seq):
            self._set_base(rows)
        else:
            self._read_all(self._model_seq())

    def _model_seq(self) -> int:
        rows = self._database.rows("SELECT seq FROM embedding_model WHERE pk = ?", (self._stamp.model,))
        return int(rows[0][0]) if rows else 0

    def _set_base(self, rows: Rows) -> None:
        self._base, self._later = rows, _no_rows(self._stamp.dimension)
        self._base_entries = rows.entries.copy()
        self._seq, self._gone = rows.seq, 0

    def _read_all(self, seq: int) -> None:
        purged = last_purge(self._database)
        rows = self._rows("", (), seq, self._batch(seq))
        self._set_base(rows)
        if self._folder is not None and self._may_write and len(rows.entries) >= _WORTH_A_FILE:
            write_rows(self._folder, self._stamp, rows)
            if last_purge(self._database) != purged:  # the file came after that, and may hold its vector
                forget_files(self._folder)

    def _read_changes(self, seq: int) -> None:
        numpy = load_numpy()
        sql = "SELECT pk FROM embedding WHERE model = ? AND seq > ?"
        changed = [row[0] for row in self._database.rows(sql, (self._stamp.model, self._seq))]
        stale = numpy.isin(self._base.embeddings, changed) & (self._base_entries >= 0)
        self._base_entries[stale] = -1
        self._gone += int(stale.sum())
        kept = ~numpy.isin(self._later.embeddings, changed)
        new = self._rows("AND embedding.seq > ?", (self._seq,), seq, "")
        self._later = Rows(
            seq,
            "",
            numpy.concatenate([self._later.embeddings[kept], new.embeddings]),
            numpy.concatenate([self._later.entries[kept], new.entries]),
            numpy.concatenate([self._later.vectors[kept], new.vectors]),
        )

    def _batch(self, seq: int) -> str:
        rows = self._database.rows("SELECT batch FROM revision WHERE seq = ?", (seq,))
        return str(rows[0][0]) if rows else ""

    def _rows(self, condition: str, parameters: Sequence[Any], seq: int, batch: str) -> Rows:
        numpy = load_numpy()
        owners, dimension = self._stamp.owners, self._stamp.dimension
        if not owners:
            return _no_rows(dimension)
        sql = (
            "SELECT embedding.pk, embedding.memory_pk, vector.data FROM embedding "  # noqa: S608
            "JOIN vector ON vector.embedding_pk = embedding.pk "
            f"WHERE embedding.model = ? {condition} AND embedding.owner IN ({', '.join('?' * len(owners))})"
        )
        keys: list[int] = []
        entries: list[int] = []
        blocks: list[Matrix] = []
        for rows in self._database.batches(sql, (self._stamp.model, *parameters, *owners), _READ):
            keys += [row[0] for row in rows]
            entries += [row[1] for row in rows]
            block = numpy.frombuffer(b"".join(row[2] for row in rows), dtype="<f4")
            blocks.append(block.reshape(len(rows), dimension))
        if not blocks:
            return _no_rows(dimension)
        vectors = blocks[0] if len(blocks) == 1 else numpy.concatenate(blocks)
        return Rows(seq, batch, numpy.array(keys, dtype="<i8"), numpy.array(entries, dtype="<i8"), vectors)


def _best(vectors: Matrix, queries: Matrix) -> Any:
    """Return each row's greatest similarity; one of no numbers has none, which sorts last."""
    with load_numpy().errstate(invalid="ignore"):
        return vectors @ queries[0] if len(queries) == 1 else (vectors @ queries.T).max(axis=1)


def _no_rows(dimension: int) -> Rows:
    numpy = load_numpy()
    none = numpy.empty(0, dtype="<i8")
    return Rows(-1, "", none, none, numpy.empty((0, dimension), dtype="<f4"))
