"""The history as a list: light rows that hold no entry's text, in pages or all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from sys import intern
from types import MappingProxyType
from typing import Any, NamedTuple

from memdeck.memory.revision import Revision
from memdeck.store.database import Database
from memdeck.store.revision_rows import REVISION_COLUMNS, revision_from_row
from memdeck.store.rows import moment


class HistoryRow(NamedTuple):
    """One change, as a list shows it."""

    seq: int
    batch: str
    memory_id: str
    owner: str
    name: str
    title: str
    """The entry's title as it is now; its name when it was purged."""
    action: str
    author: str
    at: datetime
    undone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFilter:
    """Which changes a list holds; all given filters must hold."""

    memory_id: str | None = None
    author: str | None = None
    batch: str | None = None
    """The changes of one action."""
    deleted: bool = False
    """True gives one row for each entry that is deleted now: its last change."""


_EVERYTHING = HistoryFilter()
_NONE: Mapping[str, int | None] = MappingProxyType({})
_COLUMNS = (
    "revision.seq, revision.batch, revision.memory_id, revision.owner, revision.name, memory.title, "
    "revision.action, revision.author, revision.at, revision.undone"
)
_ALL = "FROM revision LEFT JOIN memory ON memory.id = revision.memory_id"
_LAST_OF_DELETED = (
    "FROM memory JOIN revision ON revision.seq = "
    "(SELECT max(newest.seq) FROM revision newest WHERE newest.memory_id = memory.id)"
)


class HistoryList:
    """Reads the history of one store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rows(
        self, wanted: HistoryFilter = _EVERYTHING, *, before: int | None = None, limit: int = 500
    ) -> list[HistoryRow]:
        """Return changes, newest first; `before` is the position to go on from."""
        sql, parameters = _select(wanted, before)
        return [_row(row) for row in self._database.rows(f"{sql} LIMIT ?", (*parameters, limit))]

    def rows_back(
        self, wanted: HistoryFilter = _EVERYTHING, *, after: int | None = None, limit: int = 500
    ) -> list[HistoryRow]:
        """Return the oldest changes, or those next after position `after`; newest first all the same."""
        sql, parameters = _select(wanted, after, back=True)
        return [_row(row) for row in self._database.rows(f"{sql} LIMIT ?", (*parameters, limit))][::-1]

    def count(self, wanted: HistoryFilter = _EVERYTHING) -> int:
        """Return how many changes there are."""
        sql, parameters = _where(wanted)
        rows = self._database.rows(f"SELECT count(*) {sql}", parameters)
        return int(rows[0][0]) if rows else 0

    def batches(
        self, wanted: HistoryFilter = _EVERYTHING, *, before: int | None = None
    ) -> Iterator[list[HistoryRow]]:
        """Yield all of it from `before` on, in batches, so that a caller can breathe in between."""
        sql, parameters = _select(wanted, before)
        for batch in self._database.batches(sql, parameters):
            yield [_row(row) for row in batch]

    def authors(self) -> dict[str, int]:
        """Return who made changes, and how many; those with most first."""
        sql = "SELECT author, count(*) FROM revision GROUP BY author ORDER BY count(*) DESC, author"
        return dict(self._database.rows(sql))

    def batch_size(self, batch: str) -> int:
        """Return how many changes one action made."""
        return int(self._database.rows("SELECT count(*) FROM revision WHERE batch = ?", (batch,))[0][0])

    def revisions(self, seqs: Sequence[int]) -> list[Revision]:
        """Return the whole changes at these positions, in any order; missing ones are left out."""
        if not seqs:
            return []
        columns = ", ".join(f'"{column}"' for column in REVISION_COLUMNS)
        marks = ", ".join("?" * len(seqs))
        sql = f"SELECT {columns} FROM revision WHERE seq IN ({marks})"  # noqa: S608
        return [revision_from_row(row) for row in self._database.rows(sql, tuple(seqs))]


def _select(
    wanted: HistoryFilter, position: int | None, *, back: bool = False
) -> tuple[str, tuple[Any, ...]]:
    condition, order = ("revision.seq > ?", "ASC") if back else ("revision.seq < ?", "DESC")
    source, parameters = _where(wanted, {condition: position})
    return f"SELECT {_COLUMNS} {source} ORDER BY revision.seq {order}", parameters


def _where(wanted: HistoryFilter, more: Mapping[str, int | None] = _NONE) -> tuple[str, tuple[Any, ...]]:
    parts = ["memory.deleted_at IS NOT NULL"] if wanted.deleted else []
    parameters: list[Any] = []
    for column, value in (
        ("revision.memory_id = ?", wanted.memory_id),
        ("revision.author = ?", wanted.author),
        ("revision.batch = ?", wanted.batch),
        *more.items(),
    ):
        if value is not None:
            parts.append(column)
            parameters.append(value)
    source = _LAST_OF_DELETED if wanted.deleted else _ALL
    where = f" WHERE {' AND '.join(parts)}" if parts else ""
    return f"{source}{where}", tuple(parameters)


def _row(row: Sequence[Any]) -> HistoryRow:
    seq, batch, memory_id, owner, name, title, action, author, at, undone = row
    made_at = moment(at)
    assert made_at  # noqa: S101 - the column is NOT NULL
    # Long histories repeat these; one copy of each keeps 100,000 rows small.
    owner, name, title, action, author, batch, memory_id = (
        intern(text) for text in (owner, name, title or name, action, author, batch, memory_id)
    )
    return HistoryRow(seq, batch, memory_id, owner, name, title, action, author, made_at, bool(undone))
