"""Making the vectors of entries that changed. The history of changes is the queue.

A model's row says up to which change its vectors are made; it moves in the transaction that writes them.
So a kill loses at most one batch of work, a new model starts at nothing and works through everything,
and writing an entry never waits for a model.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memdeck.memory.entry import Memory
from memdeck.store.database import Database
from memdeck.store.embedder.pieces import PIECES_FORM, pieces_of
from memdeck.store.embedder.port import Embedder, Side
from memdeck.store.portions import parts
from memdeck.store.rows import MEMORY_COLUMNS, memory_from_row
from memdeck.store.short_transaction import Statements
from memdeck.store.vectors.matrix_file import FOLDER, forget_files
from memdeck.store.vectors.raw_writing import raw_transaction

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

Progress = Callable[[int, int], None]
"""Told (changes done, changes there are) after each batch. What it raises ends the work and is passed on."""

_CHANGES = 512
"""Changes looked at in one step."""
_ENTRIES = 64
"""Entries embedded in one transaction."""
_ENTRIES_IN_HASTE = 8
"""The same when somebody waits."""
_NEVER_BACK = "CASE WHEN seq > ? THEN seq ELSE ? END"
"""A slower program's step must not hide a row from an index that a faster one's step has brought further."""
_COLUMNS = ", ".join(f"memory.{column}" for column in MEMORY_COLUMNS)


class Standing(NamedTuple):
    """How far a model's vectors are."""

    model: int | None
    """The model's key in the store; None before its first vector."""
    seq: int
    """Every change up to this one is in the vectors."""
    last: int
    """The newest change."""

    @property
    def complete(self) -> bool:
        """True when nothing waits."""
        return self.seq >= self.last


class CatchingUp:
    """Brings the vectors of one model up to date with the entries of one store."""

    def __init__(self, database: Database, embedder: Embedder) -> None:
        self._database = database
        self.embedder = embedder

    @property
    def identity(self) -> str:
        """Names the model and everything else that a vector depends on."""
        return f"{self.embedder.identity}/p{PIECES_FORM}"

    def standing(self) -> Standing:
        """Return how far the vectors are; two look-ups by key."""
        last = self._database.rows("SELECT max(seq) FROM revision")
        model = self._database.rows(
            "SELECT pk, seq FROM embedding_model WHERE identity = ?", (self.identity,)
        )
        key, seq = model[0] if model else (None, 0)
        return Standing(key, seq, (last[0][0] if last else None) or 0)

    def run(self, seconds: float | None = None, progress: Progress | None = None) -> Standing:
        """Embed what waits, oldest change first, for at most about `seconds`; return how far it came.

        Raises:
            EmbedderFault: the model doesn't work. What was done stays.
            StoreFault: the store can't be written.
        """
        end = None if seconds is None else time.monotonic() + seconds
        standing = self.standing()
        while not standing.complete and (end is None or time.monotonic() < end):
            key = standing.model if standing.model is not None else self._register()
            done = standing.seq
            for seq, ids in self._waiting(done, _ENTRIES if end is None else _ENTRIES_IN_HASTE):
                if not self._step(key, done, seq, ids):
                    break  # another program began anew: look again where it stands
                done = seq
                if progress is not None:
                    progress(seq, standing.last)
                if end is not None and time.monotonic() >= end:
                    break
            standing = self.standing()
        return standing

    def start_over(self) -> None:
        """Forget this model's vectors, so that the next run makes all of them anew."""
        with raw_transaction(self._database) as store:
            store.rows("DELETE FROM embedding_model WHERE identity = ?", (self.identity,))
        self._forget_files()

    def forget_others(self) -> int:
        """Take the vectors of every other model away; return how many models that were."""
        with raw_transaction(self._database) as store:
            others = store.rows("SELECT pk FROM embedding_model WHERE identity <> ?", (self.identity,))
            store.rows("DELETE FROM embedding_model WHERE identity <> ?", (self.identity,))
        if others:
            self._forget_files()
        return len(others)

    def _forget_files(self) -> None:
        """Take the files of matrices away: their keys are given to other rows now."""
        if self._database.file is not None:
            forget_files(self._database.file.parent / FOLDER)

    def _register(self) -> int:
        with raw_transaction(self._database) as store:
            store.rows(
                "INSERT INTO embedding_model (identity, dimension, seq) VALUES (?, ?, 0) "
                "ON CONFLICT (identity) DO NOTHING",
                (self.identity, self.embedder.dimension),
            )
            rows = store.rows("SELECT pk FROM embedding_model WHERE identity = ?", (self.identity,))
        return int(rows[0][0])

    def _waiting(self, after: int, size: int) -> list[tuple[int, list[str]]]:
        """Return the next changes in steps: the last change of a step, and the entries it is about."""
        sql = "SELECT seq, memory_id FROM revision WHERE seq > ? ORDER BY seq LIMIT ?"
        rows = self._database.rows(sql, (after, _CHANGES))
        return [(part[-1][0], list(dict.fromkeys(row[1] for row in part))) for part in parts(rows, size)]

    def _step(self, model: int, after: int, seq: int, ids: Sequence[str]) -> bool:
        """Embed the entries of one step; False when everything up to `after` is no longer there."""
        marks = ", ".join("?" * len(ids))
        sql = (
            "SELECT memory_id, content_hash FROM embedding "  # noqa: S608
            f"WHERE model = ? AND pieces > 0 AND memory_id IN ({marks})"
        )
        known: dict[str, str] = {row[0]: row[1] for row in self._database.rows(sql, (model, *ids))}
        # In one order on every database: a vector's last bits depend on what is encoded with it.
        sql = f"SELECT {_COLUMNS} FROM memory WHERE id IN ({marks}) AND deleted_at IS NULL ORDER BY pk"  # noqa: S608
        there = [memory_from_row(row) for row in self._database.rows(sql, ids)]
        new = [memory for memory in there if known.get(memory.id) != memory.content_hash]
        vectors = self._encoded(new)
        with raw_transaction(self._database) as store:
            if not self._reaches(store, model, after):
                return False
            _write(store, model, seq, ids, {m.id: (m.content_hash, vectors[m.id]) for m in new})
        return True

    def _reaches(self, store: Statements, model: int, after: int) -> bool:
        """Tell whether the model still has its vectors up to a change; its number may be another's now."""
        rows = store.rows(
            "SELECT seq FROM embedding_model WHERE pk = ? AND identity = ?", (model, self.identity)
        )
        return bool(rows) and rows[0][0] >= after

    def _encoded(self, memories: Sequence[Memory]) -> dict[str, Matrix]:
        texts: list[str] = []
        places: dict[str, slice] = {}
        for memory in memories:
            pieces = pieces_of(memory)
            places[memory.id] = slice(len(texts), len(texts) + len(pieces))
            texts += pieces
        if not texts:
            return {}
        matrix = self.embedder.encode(texts, Side.PASSAGE)
        return {id_: matrix[place] for id_, place in places.items()}


def _write(
    store: Statements, model: int, seq: int, ids: Sequence[str], made: dict[str, tuple[str, Matrix]]
) -> None:
    """Write what was made, unless the entry changed meanwhile: then a later change is about it."""
    marks = ", ".join("?" * len(ids))
    sql = f"SELECT id, pk, owner, content_hash, deleted_at FROM memory WHERE id IN ({marks})"  # noqa: S608
    present = {row[0]: row[1:] for row in store.rows(sql, ids)}
    for id_ in ids:
        key, owner, content_hash, deleted = present.get(id_, (0, "", "", True))
        if deleted is not None:
            _note(store, model, seq, id_, (0, "", "", 0))
            continue
        if id_ not in made:  # the text is the same; owner or status may be others
            store.rows(
                f"UPDATE embedding SET seq = {_NEVER_BACK}, owner = ?, memory_pk = ? "  # noqa: S608
                "WHERE model = ? AND memory_id = ?",
                (seq, seq, owner, key, model, id_),
            )
        elif made[id_][0] == content_hash:
            matrix = made[id_][1]
            pk = _note(store, model, seq, id_, (key, owner, content_hash, len(matrix)))
            store.many(
                "INSERT INTO vector (embedding_pk, piece, data) VALUES (?, ?, ?)",
                [(pk, piece, row.astype("<f4").tobytes()) for piece, row in enumerate(matrix)],
            )
    store.rows("UPDATE embedding_model SET seq = ? WHERE pk = ? AND seq < ?", (seq, model, seq))


def _note(store: Statements, model: int, seq: int, id_: str, values: tuple[int, str, str, int]) -> int:
    """Write the row of an entry and take its old vectors away; return its key."""
    rows = store.rows("SELECT pk FROM embedding WHERE model = ? AND memory_id = ?", (model, id_))
    if not rows:
        store.rows(
            "INSERT INTO embedding (model, memory_id, seq, memory_pk, owner, content_hash, pieces) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (model, id_, seq, *values),
        )
        rows = store.rows("SELECT pk FROM embedding WHERE model = ? AND memory_id = ?", (model, id_))
    else:
        store.rows("DELETE FROM vector WHERE embedding_pk = ?", (rows[0][0],))
        store.rows(
            f"UPDATE embedding SET seq = {_NEVER_BACK}, memory_pk = ?, owner = ?, "  # noqa: S608
            "content_hash = ?, pieces = ? WHERE pk = ?",
            (seq, seq, *values, rows[0][0]),
        )
    return int(rows[0][0])
