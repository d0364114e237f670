"""Reading findings. Where one stands is worked out here, from its entries and from what was undone.

So nobody has to keep it in step: an entry that is removed, restored, superseded or expires, and an undone
action, change it by themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from memdeck.memory.conflict import Conflict, ConflictCounts, ConflictKind, ConflictState, Resolution
from memdeck.memory.entry import Memory
from memdeck.memory.kinds import LIVE_STATUSES
from memdeck.store.database import Database
from memdeck.store.listing import Access
from memdeck.store.portions import parts
from memdeck.store.rows import MEMORY_COLUMNS, memory_from_row, moment, sql_time

_LIVE = ", ".join(f"'{status}'" for status in sorted(LIVE_STATUSES))
_NOW_MARKS = 4
_PART = 400
KEPT = (
    "(c.resolution IS NOT NULL AND NOT EXISTS "
    "(SELECT 1 FROM revision r WHERE r.batch = c.batch AND r.undone) "
    "AND (c.resolution IN ('keep_newer', 'keep_older', 'merge', 'superseded') "
    "OR (c.one_settled = c.one_hash AND c.other_settled = c.other_hash)))"
)
"""A decision still holds: it was not undone, and the texts are those that it was made about."""


def _lives(entry: str) -> str:
    return (
        f"({entry}.deleted_at IS NULL AND {entry}.status IN ({_LIVE}) "
        f"AND ({entry}.valid_to IS NULL OR {entry}.valid_to > ?) "
        f"AND ({entry}.expires_at IS NULL OR {entry}.expires_at > ?))"
    )


STATE = (
    f"CASE WHEN NOT c.holds OR NOT {_lives('a')} OR NOT {_lives('b')} "
    "THEN CASE WHEN c.kind = 'precedence' THEN 'gone' ELSE 'resolved' END "
    "WHEN c.kind = 'precedence' THEN 'precedence' "
    f"WHEN {KEPT} AND c.resolution = 'both_stand' THEN 'dismissed' "
    f"WHEN {KEPT} AND c.resolution = 'narrow' THEN 'resolved' "
    "ELSE 'open' END"
)
PAIR = "conflict c JOIN memory a ON a.id = c.one JOIN memory b ON b.id = c.other"
_FIELDS = (
    "id", "one", "newer", "kind", "attribute", "older_says", "newer_says", "evidence", "score", "found_at",
    "resolution", "resolved_at", "batch",
)  # fmt: skip
_COLUMNS = ", ".join(
    [f"{STATE} AS state", f"CASE WHEN {KEPT} THEN 1 ELSE 0 END"]
    + [f"c.{field}" for field in _FIELDS]
    + [f"{entry}.{column}" for entry in "ab" for column in MEMORY_COLUMNS]
)


_LINE = (
    "WITH RECURSIVE later(id, next) AS (SELECT id, superseded_by FROM memory WHERE id = ? "
    "UNION SELECT m.id, m.superseded_by FROM memory m JOIN later ON m.id = later.next), "
    "line(id) AS (SELECT id FROM later UNION "
    "SELECT m.id FROM memory m JOIN line ON m.superseded_by = line.id)"
)
_OF_LINE = ", ".join(f"m.{column}" for column in MEMORY_COLUMNS)


SETTLED_STATES = frozenset({ConflictState.RESOLVED, ConflictState.DISMISSED})


def narrowed(kind: ConflictKind | None, owner: str | None) -> tuple[list[str], list[Any]]:
    """Return the conditions on PAIR that leave one kind and one owner, with their parameters."""
    where, given = ["1 = 1"], list[Any]()
    if kind is not None:
        where.append("c.kind = ?")
        given.append(str(kind))
    if owner is not None:
        where.append("(a.owner = ? OR b.owner = ?)")
        given += [owner, owner]
    return where, given


class ConflictReader:
    """Findings of one store, read without an object mapper."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def found(
        self,
        now: datetime,
        *,
        state: ConflictState | None = None,
        kind: ConflictKind | None = None,
        owner: str | None = None,
        access: Access = None,
        id_prefix: str | None = None,
        ids: Collection[str] | None = None,
        of: str | None = None,
    ) -> list[Conflict]:
        """Return findings, the surest contradictions first, of those the last written; then duplicates.

        Settled ones come last, the last settled first. The order is the same wherever the same was found.

        Args:
            now: the present, for entries that expire.
            state: only these; None is all.
            kind: only these.
            owner: only with an entry of this owner.
            access: owners that may be seen; a finding shows both its entries, so both must be.
            id_prefix: only those whose id begins so.
            ids: only these; not too many for one statement.
            of: only those of this entry.
        """
        where, given = narrowed(kind, owner)
        if access is not None:
            marks = ", ".join("?" * len(access)) or "NULL"
            where.append(f"a.owner IN ({marks}) AND b.owner IN ({marks})")
            given += [*access, *access]
        if id_prefix is not None:
            where.append("substr(c.id, 1, ?) = ?")
            given += [len(id_prefix), id_prefix]
        if ids is not None:
            where.append(f"c.id IN ({', '.join('?' * len(ids)) or 'NULL'})")
            given += ids
        if of is not None:
            where.append("(c.one = ? OR c.other = ?)")
            given += [of, of]
        sql = f"SELECT {_COLUMNS} FROM {PAIR} WHERE {' AND '.join(where)}"  # noqa: S608
        rows = self._database.rows(sql, (*self._now(now), *given))
        found = [_conflict(row) for row in rows if row[0] != "gone" and (state is None or row[0] == state)]
        return sorted(found, key=_place)

    def counts(self, now: datetime, access: Access = None) -> ConflictCounts:
        """Return how many findings there are, and how many entries wait to be compared."""
        where = "1 = 1"
        given: tuple[str, ...] = ()
        if access is not None:
            marks = ", ".join("?" * len(access)) or "NULL"
            where = f"a.owner IN ({marks}) AND b.owner IN ({marks})"
            given = (*access, *access)
        sql = (
            f"SELECT state, kind, count(*) FROM (SELECT {STATE} AS state, c.kind AS kind "  # noqa: S608
            f"FROM {PAIR} WHERE {where}) AS found GROUP BY state, kind"
        )
        counted = {
            (row[0], row[1]): int(row[2]) for row in self._database.rows(sql, (*self._now(now), *given))
        }

        def total(state: str) -> int:
            return sum(count for (found, _), count in counted.items() if found == state)

        return ConflictCounts(
            contradictions=counted.get(("open", "contradiction"), 0),
            duplicates=counted.get(("open", "duplicate"), 0),
            resolved=total("resolved"),
            dismissed=total("dismissed"),
            precedence=total("precedence"),
            pending=self.pending(),
        )

    def marked(self, ids: Collection[str], now: datetime) -> set[str]:
        """Return those of these entries that are in an open conflict."""
        return self._in_open(ids, now)

    def beaten(self, ids: Collection[str], now: datetime) -> set[str]:
        """Return those of these entries that are the older side of an open contradiction."""
        return self._in_open(ids, now, "c.kind = 'contradiction' AND c.newer <> {side}")

    def _in_open(self, ids: Collection[str], now: datetime, condition: str = "1 = 1") -> set[str]:
        """Return those that are a `{side}` of an open finding of which the condition holds."""
        found: set[str] = set()
        for part in parts(list(ids), _PART):
            marks = ", ".join("?" * len(part))
            for side in ("c.one", "c.other"):
                sql = (
                    f"SELECT {side} FROM {PAIR} WHERE {side} IN ({marks}) "  # noqa: S608
                    f"AND {condition.format(side=side)} AND {STATE} = 'open'"
                )
                found.update(row[0] for row in self._database.rows(sql, (*part, *self._now(now))))
        return found

    def rivals(self, ids: Collection[str]) -> list[Conflict]:
        """Return the contradictions and precedences of these entries that were not set aside, whatever lives.

        Whether the other entry holds at the moment that is asked about is the caller's to judge: the past
        may be meant.
        """
        found: dict[str, Conflict] = {}
        for part in parts(list(ids), _PART):
            marks = ", ".join("?" * len(part))
            for column in ("one", "other"):
                sql = (
                    f"SELECT {_COLUMNS} FROM {PAIR} WHERE c.{column} IN ({marks}) "  # noqa: S608
                    f"AND c.holds AND c.kind <> 'duplicate' "
                    f"AND NOT (c.kind <> 'precedence' AND {KEPT} "
                    "AND c.resolution IN ('both_stand', 'narrow'))"
                )
                now = self._now(datetime.now().astimezone())  # only for the state, which nobody looks at
                for row in self._database.rows(sql, (*now, *part)):
                    found[row[2]] = _conflict(row)
        return list(found.values())

    def pending(self) -> int:
        """Return how many entries are still to be compared."""
        rows = self._database.rows("SELECT count(*) FROM conflict_pending")
        return int(rows[0][0]) if rows else 0

    def pending_ids(self) -> list[str]:
        """Return the entries that are still to be compared."""
        return [row[0] for row in self._database.rows("SELECT memory_id FROM conflict_pending")]

    def line(self, memory: Memory) -> list[Memory]:
        """Return the entry, what it replaced and what replaced it, whole chains, without removed ones."""
        joined = "FROM line JOIN memory m ON m.id = line.id WHERE m.deleted_at IS NULL"
        sql = f"{_LINE} SELECT {_OF_LINE} {joined}"
        return [memory_from_row(row) for row in self._database.rows(sql, (memory.id,))]

    def _now(self, now: datetime) -> tuple[Any, ...]:
        given = sql_time(now) if self._database.dialect == "sqlite" else now
        return (given,) * _NOW_MARKS


def _conflict(row: Sequence[Any]) -> Conflict:
    state, kept = ("resolved" if row[0] == "gone" else row[0]), bool(row[1])
    values = dict(zip(_FIELDS, row[2:], strict=False))
    start = 2 + len(_FIELDS)
    one = memory_from_row(row[start : start + len(MEMORY_COLUMNS)])
    other = memory_from_row(row[start + len(MEMORY_COLUMNS) :])
    older, newer = (other, one) if values["newer"] == one.id else (one, other)
    kept = kept and state not in {"open", "precedence"}
    resolution = Resolution(values["resolution"]) if kept else None
    if state == "resolved" and resolution is None:
        resolution = Resolution.ELSEWHERE
    found_at = moment(values["found_at"])
    assert found_at  # noqa: S101 - the column is NOT NULL
    return Conflict(
        id=values["id"],
        kind=ConflictKind(values["kind"]),
        state=ConflictState(state),
        attribute=values["attribute"],
        older_says=values["older_says"],
        newer_says=values["newer_says"],
        evidence=values["evidence"],
        score=values["score"],
        older=older,
        newer=newer,
        found_at=found_at,
        resolution=resolution,
        resolved_at=moment(values["resolved_at"]) if kept else None,
        batch=values["batch"] if kept else None,
    )


def order_of(
    kind: ConflictKind | str, score: float, when: datetime, evidence: str, names: str, *, settled: bool
) -> tuple[bool, float, float, str, str]:
    """Return what findings are sorted by, open ones or settled ones among themselves.

    Args:
        kind: open duplicates come after open contradictions.
        score: the surest open ones come first.
        when: the latest come first: when an open one's newer side was written, when others were settled.
        evidence: what was found; with `names` it decides among findings of one moment.
        names: owners and names of the two entries, the newer first.
        settled: how sure a settled one was, and of which kind, does not count.
    """
    duplicate = not settled and kind == ConflictKind.DUPLICATE
    return (duplicate, 0.0 if settled else -score, -when.timestamp(), evidence, names)


def _place(conflict: Conflict) -> tuple[bool, tuple[bool, float, float, str, str], str]:
    settled = conflict.state in SETTLED_STATES
    when = (conflict.resolved_at or conflict.found_at) if settled else conflict.newer.updated_at
    names = " ".join(f"{each.owner} {each.name}" for each in (conflict.newer, conflict.older))
    order = order_of(conflict.kind, conflict.score, when, conflict.evidence, names, settled=settled)
    return settled, order, conflict.id
