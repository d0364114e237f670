"""The vectors in SQL, seen as the queue that the index is fed from.

An entry's row carries the number of the last change that its vectors are made for. All rows up to the model's
own number are there, so that number is how far the queue reaches.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from memdeck.store.database import Database
from memdeck.store.last_purge import last_purge
from memdeck.store.vectorindex.port import Changes, EntryVectors, PieceVector, Standing

_MODEL = "(SELECT pk FROM embedding_model WHERE identity = ?)"


class SqlSource:
    """The vectors of one model in one store. Safe to use from several threads."""

    def __init__(self, database: Database, store: str, model: str, dimension: int) -> None:
        """`store` names the store on a shared server, `model` the vectors in the store."""
        self._database = database
        self._store = store
        self._model = model
        self._size = 4 * dimension

    @property
    def identity(self) -> str:
        """The store's own name."""
        return self._store

    def last_seq(self) -> int:
        """Return the last change whose vectors are made."""
        rows = self._database.rows("SELECT seq FROM embedding_model WHERE identity = ?", (self._model,))
        return int(rows[0][0]) if rows else 0

    def last_purge(self) -> int:
        """Return the number of the last purge, of any entry; 0 when there was none."""
        return last_purge(self._database)

    def standing(self) -> Standing:
        """Return that change, and how many vectors there are; exact when no change waits for its vectors."""
        rows = self._database.rows(
            "SELECT seq, (SELECT coalesce(sum(pieces), 0) FROM embedding WHERE model = embedding_model.pk), "
            "(SELECT coalesce(max(seq), 0) FROM revision) FROM embedding_model WHERE identity = ?",
            (self._model,),
        )
        if not rows:
            return Standing(0, 0)
        seq, count, last = (int(value) for value in rows[0])
        return Standing(seq, count, exact=last <= seq)

    def changes_since(self, seq: int, limit: int) -> Changes:
        """Return the next entries with all their vectors; what is gone is left out for an empty index."""
        upto = self.last_seq()
        condition = f"model = {_MODEL} AND seq > ? AND seq <= ?" + (" AND pieces > 0" if seq == 0 else "")
        rows = self._database.rows(
            f"SELECT seq FROM embedding WHERE {condition} ORDER BY seq LIMIT 1 OFFSET ?",  # noqa: S608
            (self._model, seq, upto, limit - 1),
        )
        bound = int(rows[0][0]) if rows else upto
        found = self._database.rows(
            "SELECT memory_id, owner, seq, pieces, piece, data FROM embedding "  # noqa: S608
            f"LEFT JOIN vector ON embedding_pk = embedding.pk WHERE {condition} ORDER BY seq, pk, piece",
            (self._model, seq, bound),
        )
        entries = tuple(self._entry(list(group)) for _, group in groupby(found, key=lambda row: row[0]))
        return Changes(entries, bound, more=bound < upto)

    def sample(self, limit: int, up_to: int) -> tuple[PieceVector, ...]:
        """Return one piece each of the newest entries and of some from everywhere."""
        count = self.standing().count
        newest = self._some(limit - limit // 2, up_to, "ORDER BY seq DESC, pk DESC", ())
        spread = self._some(limit // 2, up_to, "AND pk % ? = 0", (max(1, 2 * count // max(1, limit)),))
        return tuple(dict.fromkeys(spread + newest))

    def _some(self, limit: int, up_to: int, which: str, parameters: tuple[int, ...]) -> list[PieceVector]:
        rows = self._database.rows(
            "SELECT memory_id, piece, data FROM (SELECT pk, memory_id, pieces FROM embedding "  # noqa: S608
            f"WHERE model = {_MODEL} AND pieces > 0 AND seq <= ? {which} LIMIT ?) AS chosen "
            "JOIN vector ON embedding_pk = pk AND piece = pk % pieces",
            (self._model, up_to, *parameters, limit),
        )
        return [PieceVector(row[0], row[1], bytes(row[2])) for row in rows if len(row[2]) == self._size]

    def _entry(self, rows: list[tuple[Any, ...]]) -> EntryVectors:
        """Return one entry; a vector that is lost or of a wrong length becomes zeros: counts must agree."""
        memory_id, owner, seq, pieces = rows[0][:4]
        held = {row[4]: bytes(row[5]) for row in rows if row[5] is not None and len(row[5]) == self._size}
        nothing = bytes(self._size)
        return EntryVectors(
            memory_id, owner, int(seq), tuple(held.get(piece, nothing) for piece in range(pieces))
        )
