"""What a judge said, kept so that nobody is asked twice, and which entries are still to be judged.

Verdicts are found by a hash of the judge and of both statements, so they hold for these very words only,
whatever entry they stand in, and say nothing by themselves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memdeck.memory.verdict import Verdict
from memdeck.store.batch import Batch
from memdeck.store.database import Database
from memdeck.store.portions import parts

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

_PART = 400


def verdict_key(judge: str, pair: tuple[str, str]) -> str:
    """Return what a verdict of this judge about two statements is found by."""
    text = "\0".join((judge, *pair))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


class VerdictReader:
    """Verdicts of one store, read without an object mapper."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, keys: Sequence[str]) -> dict[str, Verdict]:
        """Return the verdicts that there are."""
        found: dict[str, Verdict] = {}
        for part in parts(keys, _PART) if self._database.exists else ():
            marks = ", ".join("?" * len(part))
            sql = f"SELECT key, contradiction, duplicate FROM verdict WHERE key IN ({marks})"  # noqa: S608
            found.update((row[0], Verdict(row[1], row[2])) for row in self._database.rows(sql, part))
        return found

    def unjudged(self, judge: str) -> list[str]:
        """Return the entries that this judge was not asked about as they are now, the last changed first."""
        sql = (
            "SELECT m.id FROM memory m LEFT JOIN judged j ON j.memory_pk = m.pk AND j.judge = ? "
            "WHERE m.deleted_at IS NULL AND (j.version IS NULL OR j.version <> m.version) "
            "ORDER BY m.updated_at DESC, m.pk DESC"
        )
        return [row[0] for row in self._database.rows(sql, (judge,))] if self._database.exists else []


class VerdictWriting:
    """Verdicts of one open transaction."""

    def __init__(self, batch: Batch) -> None:
        self._connection: Connection = batch.connection

    def put(self, verdicts: Mapping[str, Verdict]) -> None:
        """Keep verdicts by their keys; the later one counts."""
        from sqlalchemy import delete, insert

        table = _table("VerdictRow")
        for part in parts(list(verdicts), _PART):
            self._connection.execute(delete(table).where(table.c.key.in_(part)))
        if verdicts:
            rows: list[dict[str, Any]] = [
                {"key": key, "contradiction": verdict.contradiction, "duplicate": verdict.duplicate}
                for key, verdict in verdicts.items()
            ]
            self._connection.execute(insert(table), rows)

    def note_judged(self, versions: Mapping[int, int], judge: str) -> None:
        """Note the entries (by the keys of their rows, with their versions) that a judge was asked about."""
        from sqlalchemy import delete, insert

        table = _table("JudgedRow")
        for part in parts(list(versions), _PART):
            self._connection.execute(delete(table).where(table.c.memory_pk.in_(part)))
        if versions:
            rows = [{"memory_pk": key, "version": v, "judge": judge} for key, v in versions.items()]
            self._connection.execute(insert(table), rows)

    def begin_anew(self) -> None:
        """Let every entry be looked at again; verdicts stay."""
        from sqlalchemy import delete

        self._connection.execute(delete(_table("JudgedRow")))


def _table(model: str) -> Table:
    from memdeck.store import tables

    found: Table = getattr(tables, model).__table__
    return found
