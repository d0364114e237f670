"""Writing findings, in the transaction that changes the entries."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from memdeck.memory.entry import Memory
from memdeck.store.batch import Batch
from memdeck.store.conflict_rows import ConflictKeyRows, ConflictRows
from memdeck.store.portions import parts
from memdeck.store.substance import substance

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

FORM_KEY = "conflicts_form"
"""In `search_state`: the form of the keys and the words that they were made with."""
_DECISION = ("resolution", "resolved_at", "batch", "one_settled", "other_settled")
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


class SettledPair(NamedTuple):
    """A finding that one action settled."""

    older: str
    """The title of the older entry, as it is now."""
    newer: str
    resolution: str


def settled_by(connection: Connection, batch: str) -> list[SettledPair]:
    """Return what an action settled, also when it was taken back since; nothing of purged entries."""
    from sqlalchemy import select

    found, memory = _table("ConflictRow"), _table("MemoryRow")
    one, other = memory.alias("first"), memory.alias("second")
    wanted = (
        select(one.c.id, one.c.title, other.c.title, found.c.newer, found.c.resolution)
        .join_from(found, one, one.c.id == found.c.one)
        .join(other, other.c.id == found.c.other)
        .where(found.c.batch == batch)
        .order_by(found.c.pk)
    )
    return [
        SettledPair(*((right, left) if newer == first else (left, right)), resolution)
        for first, left, right, newer, resolution in connection.execute(wanted)
    ]


def pair_id(left: str, right: str) -> str:
    """Return the id of the finding between two entries."""
    one, other = sorted((left, right))
    return "con_" + hashlib.sha256(f"{one}\0{other}".encode()).hexdigest()[:16]


class ConflictWriting:
    """Findings of one open transaction. What is put, dropped and settled is stored by `write`."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._connection: Connection = batch.connection
        self._rows = ConflictRows(self._connection, _table("ConflictRow"))
        self._keys = ConflictKeyRows(self._connection, _table("ConflictKeyRow"))

    def lock(self) -> None:
        """Let nobody else look for findings until the transaction ends; SQLite has locked all already."""
        from sqlalchemy import text

        if self._connection.dialect.name == "postgresql":
            self._connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})

    def load(self, ids: Iterable[str]) -> None:
        """Read what is known of these entries: before `partners`, `put` and `drop` are asked about them."""
        self._rows.load(ids)

    def partners(self, memory_id: str) -> list[str]:
        """Return the entries that something was found between and this one."""
        return self._rows.partners(memory_id)

    def put(self, older: Memory, newer: Memory, found: Found) -> Known:
        """Note what was found; return what was known about the pair before.

        Who is the newer one is decided anew only when a text changed: an edit of the tags of an old entry
        does not make it the one that holds.
        """
        key = pair_id(older.id, newer.id)
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
        row = self._rows.get(key)
        if row is None:
            undecided = dict.fromkeys(_DECISION)
            fresh = {"id": key, "one": one.id, "other": other.id, "found_at": self._batch.moment}
            self._rows.add(fresh | values | undecided)
            return Known(False, False)
        held = bool(row["holds"])
        same = all(row[field] == value for field, value in hashes.items()) and row["kind"] == found.kind
        if not (held and same):
            values["found_at"] = self._batch.moment
        if not same or row["newer"] == newer.id:
            self._rows.change(key, values)
        elif not held:
            self._rows.change(key, {"holds": True})
        settled = {"one_hash": row["one_settled"], "other_hash": row["other_settled"]}
        return Known(held and same, row["resolution"] is not None and settled == hashes)

    def drop(self, left: Memory, right: Memory) -> None:
        """Note that nothing is found between two entries any longer."""
        key = pair_id(left.id, right.id)
        one, other = sorted((left, right), key=lambda memory: memory.id)
        if self._rows.get(key) is not None:
            hashes = {"one_hash": substance(one), "other_hash": substance(other)}
            self._rows.change(key, {"holds": False, **hashes})

    def settle(self, left: Memory, right: Memory, resolution: str) -> None:
        """Note how a finding was settled, by this action and for the texts as they are now."""
        key = pair_id(left.id, right.id)
        self._rows.load((left.id,))
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
        if self._rows.get(key) is not None:
            self._rows.change(key, values)

    def put_keys(self, memory_key: int, numbers: Sequence[int]) -> None:
        """Note what an entry speaks of, in place of what it spoke of before."""
        self._keys.put(memory_key, numbers)

    def write(self) -> None:
        """Write all that was noted. Without it nothing of it is stored."""
        self._rows.write()
        self._keys.write()

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

    def arrived(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the number of the last change of each of these entries, those of this action too."""
        from sqlalchemy import func, select

        table = _table("RevisionRow")
        found: dict[str, int] = {}
        for part in parts(ids, _PART):
            last = select(table.c.memory_id, func.max(table.c.seq)).where(table.c.memory_id.in_(part))
            rows = self._connection.execute(last.group_by(table.c.memory_id))
            found.update((row[0], row[1]) for row in rows)
        return found


def _table(model: str) -> Table:
    from memdeck.store import tables

    found: Table = getattr(tables, model).__table__
    return found
