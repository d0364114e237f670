"""Writing findings, in the transaction that changes the entries."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memdeck.memory.entry import Memory
from memdeck.store.batch import Batch
from memdeck.store.portions import parts
from memdeck.store.substance import substance

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

FORM_KEY = "conflicts_form"
"""In `search_state`: the form of the keys and the words that they were made with."""
_LOCK = 0x6D656D64
_PART = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What two entries are to each other, in plain values."""

    kind: str
    attribute: str
    older_says: str
    newer_says: str
    evidence: str
    score: float


@dataclass(frozen=True, slots=True)
class Known:
    """What the store knows about a pair already."""

    holds: bool
    decided: bool
    """True when it was settled once for these very texts, even if that was taken back: people decide then."""


def pair_id(left: str, right: str) -> str:
    """Return the id of the finding between two entries."""
    one, other = sorted((left, right))
    return "con_" + hashlib.sha256(f"{one}\0{other}".encode()).hexdigest()[:16]


class ConflictWriting:
    """Findings of one open transaction."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._connection: Connection = batch.connection

    def lock(self) -> None:
        """Let nobody else look for findings until the transaction ends; SQLite has locked all already."""
        from sqlalchemy import text

        if self._connection.dialect.name == "postgresql":
            self._connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})

    def partners(self, memory_id: str) -> list[str]:
        """Return the entries that something was found between and this one."""
        from sqlalchemy import select

        table = _table("ConflictRow")
        found = select(table.c.one, table.c.other).where(
            (table.c.one == memory_id) | (table.c.other == memory_id)
        )
        return [one if other == memory_id else other for one, other in self._connection.execute(found).all()]

    def put(self, older: Memory, newer: Memory, found: Found) -> Known:
        """Note what was found; return what was known about the pair before.

        Who is the newer one is decided anew only when a text changed: an edit of the tags of an old entry
        does not make it the one that holds.
        """
        from sqlalchemy import insert, update

        table, key = _table("ConflictRow"), pair_id(older.id, newer.id)
        one, other = sorted((older, newer), key=lambda memory: memory.id)
        hashes = {"one_hash": substance(one), "other_hash": substance(other)}
        values: dict[str, Any] = {
            **hashes,
            "holds": True,
            "newer": newer.id,
            "kind": found.kind,
            "attribute": found.attribute,
            "older_says": found.older_says,
            "newer_says": found.newer_says,
            "evidence": found.evidence,
            "score": found.score,
        }
        row = self._row(key)
        if row is None:
            fresh = {"id": key, "one": one.id, "other": other.id, "found_at": self._batch.moment}
            self._connection.execute(insert(table), [fresh | values])
            return Known(False, False)
        same = all(row[field] == value for field, value in hashes.items()) and row["kind"] == found.kind
        if not (row["holds"] and same):
            values["found_at"] = self._batch.moment
        if not same or row["newer"] == newer.id:
            self._connection.execute(update(table).where(table.c.id == key).values(values))
        elif not row["holds"]:
            self._connection.execute(update(table).where(table.c.id == key).values(holds=True))
        settled = {"one_hash": row["one_settled"], "other_hash": row["other_settled"]}
        return Known(bool(row["holds"]) and same, row["resolution"] is not None and settled == hashes)

    def drop(self, left: Memory, right: Memory) -> None:
        """Note that nothing is found between two entries any longer."""
        from sqlalchemy import update

        table = _table("ConflictRow")
        one, other = sorted((left, right), key=lambda memory: memory.id)
        hashes = {"one_hash": substance(one), "other_hash": substance(other)}
        self._connection.execute(
            update(table).where(table.c.id == pair_id(left.id, right.id)).values(holds=False, **hashes)
        )

    def settle(self, left: Memory, right: Memory, resolution: str) -> None:
        """Note how a finding was settled, by this action and for the texts as they are now."""
        from sqlalchemy import update

        table = _table("ConflictRow")
        one, other = (substance(memory) for memory in sorted((left, right), key=lambda memory: memory.id))
        values = {
            "resolution": resolution,
            "resolved_at": self._batch.moment,
            "batch": self._batch.id,
            "one_hash": one,
            "other_hash": other,
            "one_settled": one,
            "other_settled": other,
        }
        self._connection.execute(update(table).where(table.c.id == pair_id(left.id, right.id)).values(values))

    def put_keys(self, memory_key: int, numbers: Sequence[int]) -> None:
        """Write what an entry speaks of in place of what it spoke of before."""
        from sqlalchemy import delete, insert

        table = _table("ConflictKeyRow")
        self._connection.execute(delete(table).where(table.c.memory_pk == memory_key))
        if numbers:
            self._connection.execute(
                insert(table), [{"key": number, "memory_pk": memory_key} for number in numbers]
            )

    def wait(self, ids: Sequence[str]) -> None:
        """Note entries that are to be compared later."""
        from sqlalchemy import insert

        table = _table("ConflictPendingRow")
        self.wait_no_more(ids)
        self._connection.execute(insert(table), [{"memory_id": id_} for id_ in ids])

    def wait_no_more(self, ids: Sequence[str]) -> None:
        """Note entries that were compared."""
        from sqlalchemy import delete

        table = _table("ConflictPendingRow")
        for part in parts(ids, _PART):
            self._connection.execute(delete(table).where(table.c.memory_id.in_(part)))

    def begin_anew(self, form: str) -> None:
        """Forget what entries speak of, because the words changed, and let all of them wait."""
        from sqlalchemy import delete, insert, select

        memory = _table("MemoryRow")
        live = select(memory.c.id).where(memory.c.deleted_at.is_(None))
        state = _table("SearchStateRow")
        self._connection.execute(delete(_table("ConflictKeyRow")))
        self._connection.execute(delete(_table("ConflictPendingRow")))
        self._connection.execute(delete(state).where(state.c.key == FORM_KEY))
        self._connection.execute(insert(state).values(key=FORM_KEY, value=form))
        waiting = _table("ConflictPendingRow")
        self._connection.execute(insert(waiting).from_select(["memory_id"], live))

    def standing(self, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return the key and the version of each of these entries that is there."""
        from sqlalchemy import select

        table = _table("MemoryRow")
        found: dict[str, tuple[int, int]] = {}
        for part in parts(ids, _PART):
            wanted = select(table.c.id, table.c.pk, table.c.version).where(table.c.id.in_(part))
            found.update((row[0], (row[1], row[2])) for row in self._connection.execute(wanted))
        return found

    def _row(self, key: str) -> dict[str, Any] | None:
        from sqlalchemy import select

        table = _table("ConflictRow")
        row = self._connection.execute(select(table).where(table.c.id == key)).mappings().first()
        return dict(row) if row is not None else None


def _table(model: str) -> Table:
    from memdeck.store import tables

    found: Table = getattr(tables, model).__table__
    return found
