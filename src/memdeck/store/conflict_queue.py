"""Findings as a long list: their order at once, what they say a page at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from memdeck.memory.conflict import Conflict, ConflictKind, ConflictPlace, ConflictState
from memdeck.store.conflicts import KEPT, PAIR, SETTLED_STATES, STATE, ConflictReader, narrowed, order_of
from memdeck.store.portions import parts
from memdeck.store.rows import moment

_PART = 400
_EXACT = "CASE WHEN c.kind = 'duplicate' AND a.content = b.content THEN 1 ELSE 0 END"
_A, _B = "a.owner || ' ' || a.name", "b.owner || ' ' || b.name"
_NAMES = f"CASE WHEN c.newer = a.id THEN {_A} || ' ' || {_B} ELSE {_B} || ' ' || {_A} END"
_WRITTEN = "CASE WHEN c.newer = a.id THEN a.updated_at ELSE b.updated_at END"
_LIGHT = (
    f"SELECT {STATE} AS state, CASE WHEN {KEPT} THEN 1 ELSE 0 END AS kept, c.id AS id, c.one AS one, "  # noqa: S608
    f"c.other AS other, c.kind AS kind, c.score AS score, c.found_at AS found_at, "
    f"c.resolved_at AS resolved_at, {_WRITTEN} AS written, c.evidence AS evidence, "
    f"{_NAMES} AS names, {_EXACT} AS exact FROM {PAIR}"
)


class ConflictQueueReader(ConflictReader):
    """Reads lists of findings that may be long."""

    def places(
        self,
        now: datetime,
        states: Collection[ConflictState],
        *,
        kind: ConflictKind | None = None,
        owner: str | None = None,
        of: Collection[str] | None = None,
    ) -> list[ConflictPlace]:
        """Return the findings in these states, in order, without what they say.

        Args:
            now: the present, for entries that expire.
            states: at least one.
            kind: only these.
            owner: only with an entry of this owner.
            of: only those of these entries.
        """
        conditions, given = narrowed(kind, owner)
        where = " AND ".join(conditions)
        if of is None:
            return sorted(self._light(now, states, where, given))
        found: dict[str, ConflictPlace] = {}
        for part in parts(sorted(of), _PART):
            marks = ", ".join("?" * len(part))
            for column in ("one", "other"):
                condition = f"{where} AND c.{column} IN ({marks})"
                found.update((each.id, each) for each in self._light(now, states, condition, [*given, *part]))
        return sorted(found.values())

    def owners(
        self, now: datetime, states: Collection[ConflictState], *, kind: ConflictKind | None = None
    ) -> dict[str, int]:
        """Return how many of these findings each owner has an entry in."""
        conditions, given = narrowed(kind, None)
        where = " AND ".join(conditions)
        marks = ", ".join("?" * len(states))
        sql = (
            f"SELECT one, other, count(*) FROM (SELECT {STATE} AS state, a.owner AS one, b.owner AS other "  # noqa: S608
            f"FROM {PAIR} WHERE {where}) AS found WHERE state IN ({marks}) GROUP BY one, other"
        )
        counted: dict[str, int] = {}
        for one, other, count in self._database.rows(sql, (*self._now(now), *given, *map(str, states))):
            for owner in {one, other}:
                counted[owner] = counted.get(owner, 0) + int(count)
        return dict(sorted(counted.items()))

    def page(self, ids: Sequence[str], now: datetime) -> list[Conflict]:
        """Return these findings in the given order; missing ones are left out."""
        found: dict[str, Conflict] = {}
        for part in parts(ids, _PART):
            found.update((each.id, each) for each in self.found(now, ids=part))
        return [found[id_] for id_ in ids if id_ in found]

    def _light(
        self, now: datetime, states: Collection[ConflictState], where: str, given: Sequence[Any]
    ) -> list[ConflictPlace]:
        marks = ", ".join("?" * len(states))
        sql = f"SELECT * FROM ({_LIGHT} WHERE {where}) AS found WHERE state IN ({marks})"  # noqa: S608
        rows = self._database.rows(sql, (*self._now(now), *given, *map(str, states)))
        return [_place(row) for row in rows]


def _place(row: Sequence[Any]) -> ConflictPlace:
    """Return the place of a row."""
    state, kept, id_, one, other, kind, score, found_at, resolved_at, written, evidence, names, exact = row
    settled = state in SETTLED_STATES
    ended = resolved_at if kept and resolved_at is not None else found_at
    when = moment(ended if settled else written)
    assert when  # noqa: S101 - the columns are NOT NULL
    order = order_of(kind, score, when, evidence, names, settled=settled)
    return ConflictPlace(order, id_, one, other, bool(exact))
