"""The entries that a retrieval works with, read by key; every statement names the owners that may be seen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from memdeck.memory.entry import Memory
from memdeck.store.database import Database
from memdeck.store.portions import parts
from memdeck.store.rows import MEMORY_COLUMNS, memory_from_row, sql_time

_COLUMNS = ", ".join(f"memory.{column}" for column in MEMORY_COLUMNS)
_PARAMETERS = 400


class Candidate(NamedTuple):
    """An entry with what the search tables know about it."""

    key: int
    memory: Memory
    speaker: str | None
    """Who said it, in searchable form, when it is a turn of a conversation."""
    conversation: str | None


class Candidates:
    """Reads entries by key for some owners. Removed entries are never among them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, keys: Sequence[int], owners: tuple[str, ...]) -> dict[int, Candidate]:
        """Return those of these entries that belong to one of the owners, by key."""
        found: dict[int, Candidate] = {}
        for part in parts(list(dict.fromkeys(keys)), _PARAMETERS) if owners else ():
            sql = (
                f"SELECT memory.pk, words.speaker, words.conversation, {_COLUMNS} FROM memory "  # noqa: S608
                "LEFT JOIN words ON words.memory_pk = memory.pk "
                f"WHERE memory.pk IN ({_marks(part)}) AND memory.owner IN ({_marks(owners)}) "
                "AND memory.deleted_at IS NULL"
            )
            for row in self._database.rows(sql, (*part, *owners)):
                found[row[0]] = Candidate(row[0], memory_from_row(row[3:]), row[1], row[2])
        return found

    def newest(self, owners: tuple[str, ...], after: datetime, until: datetime, count: int) -> list[int]:
        """Return the keys of the newest entries made in a stretch of time, newest first."""
        if not owners or count <= 0:
            return []
        sql = (
            f"SELECT pk FROM memory WHERE owner IN ({_marks(owners)}) AND deleted_at IS NULL "  # noqa: S608
            "AND created_at > ? AND created_at <= ? ORDER BY created_at DESC, pk DESC LIMIT ?"
        )
        times = (self._time(after), self._time(until))
        return [row[0] for row in self._database.rows(sql, (*owners, *times, count))]

    def speakers(self, names: Sequence[str], owners: tuple[str, ...]) -> set[str]:
        """Return those of these names (in searchable form) that are speakers of the owners' turns."""
        found: set[str] = set()
        for part in parts(names, _PARAMETERS) if owners else ():
            sql = (
                f"SELECT DISTINCT speaker FROM words WHERE speaker IN ({_marks(part)}) "  # noqa: S608
                f"AND owner IN ({_marks(owners)})"
            )
            found.update(row[0] for row in self._database.rows(sql, (*part, *owners)))
        return found

    def _time(self, moment: datetime) -> str | datetime:
        return sql_time(moment) if self._database.dialect == "sqlite" else moment


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
