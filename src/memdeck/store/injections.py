"""The record of injections, read and written without an object mapper: a hook waits for neither.

Recording is the only thing that moves `access_count` and `last_accessed`; looking never does.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from memdeck.memory.injection import RecordedEntry, RecordedInjection
from memdeck.store.database import Database
from memdeck.store.rows import moment, sql_time
from memdeck.store.short_transaction import Statements, short_transaction

RECORD_SECONDS = 5.0
"""How long a record waits for another program's write. The text was given already: nobody is held up."""

EARLIER = " (earlier)"
"""Behind the session of what was given before its context was compacted or cleared."""

_COUNT_USE = (
    "UPDATE memory SET access_count = access_count + 1, "
    "last_accessed = CASE WHEN last_accessed > ? THEN last_accessed ELSE ? END WHERE id = ?"
)
"""Records may come late, or tell of the past: the last use stays the last one."""
_COLUMNS = "id, at, prompt, session, client, owners, text, tokens, bytes, entries"


class InjectionLog:
    """What was injected in one store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def was_given(self, session: str, text: str) -> bool:
        """Tell whether this session got exactly this block before."""
        sql = "SELECT 1 FROM injection WHERE session = ? AND text = ? LIMIT 1"
        return bool(self._database.rows(sql, (_storable(session), text)))

    def forget(self, session: str) -> None:
        """Let nothing count as given to this session any longer: its context was compacted or cleared.

        The records stay, under a name that says so.

        Raises:
            StoreFault: another program held the store for too long, or it can't be written.
        """
        known = _storable(session)
        if self._database.rows("SELECT 1 FROM injection WHERE session = ? LIMIT 1", (known,)):
            with self._transaction() as store:
                store.rows("UPDATE injection SET session = ? WHERE session = ?", (f"{known}{EARLIER}", known))

    def recorded(self, *, limit: int = 100, before: str | None = None) -> list[RecordedInjection]:
        """Return injections, newest first; `before` is the id to go on from."""
        where = "WHERE pk < (SELECT pk FROM injection WHERE id = ?)" if before else ""
        parameters = (before,) if before else ()
        sql = f"SELECT {_COLUMNS} FROM injection {where} ORDER BY pk DESC LIMIT ?"  # noqa: S608
        return [_from_row(row) for row in self._database.rows(sql, (*parameters, limit))]

    def recorded_back(self, *, limit: int = 100, after: str | None = None) -> list[RecordedInjection]:
        """Return the oldest injections, or those next after the id `after`; newest first all the same."""
        where = "WHERE pk > (SELECT pk FROM injection WHERE id = ?)" if after else ""
        parameters = (after,) if after else ()
        sql = f"SELECT {_COLUMNS} FROM injection {where} ORDER BY pk LIMIT ?"  # noqa: S608
        return [_from_row(row) for row in self._database.rows(sql, (*parameters, limit))][::-1]

    def count(self) -> int:
        """Return how many injections are recorded."""
        rows = self._database.rows("SELECT count(*) FROM injection")
        return int(rows[0][0]) if rows else 0

    def one(self, injection_id: str) -> RecordedInjection | None:
        """Return one injection by its id."""
        sql = f"SELECT {_COLUMNS} FROM injection WHERE id = ?"  # noqa: S608
        rows = self._database.rows(sql, (injection_id,))
        return _from_row(rows[0]) if rows else None

    def record(self, made: RecordedInjection) -> None:
        """Keep one injection and count the use of its entries, in one short transaction.

        Raises:
            StoreFault: another program held the store for too long, or it can't be written.
        """
        values = (
            made.id, _time(made, self._database), _storable(made.prompt), _storable(made.session),
            made.client, json.dumps(made.access), made.text, made.tokens, made.bytes,
            json.dumps(_entries(made)),
        )  # fmt: skip
        marks = ", ".join("?" * len(values))
        with self._transaction() as store:
            if self._any_purged(store, [entry.id for entry in made.entries]):
                values = (*values[:6], "", *values[7:])
            store.rows(f"INSERT INTO injection ({_COLUMNS}) VALUES ({marks})", values)  # noqa: S608
            for entry in made.entries:
                store.rows(_COUNT_USE, (values[1], values[1], entry.id))

    @staticmethod
    def _any_purged(store: Statements, ids: Sequence[str]) -> bool:
        """Tell whether an entry was purged since the block was made: its text must not come back."""
        marks = ", ".join("?" * len(ids))
        sql = f"SELECT 1 FROM tombstone WHERE purged AND memory_id IN ({marks}) LIMIT 1"  # noqa: S608
        return bool(ids) and bool(store.rows(sql, ids))

    def _transaction(self) -> AbstractContextManager[Statements]:
        return short_transaction(
            self._database,
            failed="The injection was not recorded",
            hint="The block itself was given.",
            busy_seconds=RECORD_SECONDS,
        )


def _time(made: RecordedInjection, database: Database) -> Any:
    return sql_time(made.at) if database.file is not None else made.at


def _storable(text: str | None) -> str | None:
    """Return a prompt as a database can hold it: half characters and NUL come from broken callers."""
    if text is None:
        return None
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "␀")


def _entries(made: RecordedInjection) -> list[dict[str, object]]:
    return [
        {"id": entry.id, "name": entry.name, "type": entry.type, "rank": entry.rank, "score": entry.score}
        for entry in made.entries
    ]


def _from_row(row: Sequence[Any]) -> RecordedInjection:
    id_, at, prompt, session, client, owners, text, tokens, size, entries = row
    made_at = moment(at)
    assert made_at  # noqa: S101 - the column is NOT NULL
    owners, entries = (json.loads(value) if isinstance(value, str) else value for value in (owners, entries))
    return RecordedInjection(
        id=id_,
        at=made_at,
        prompt=prompt,
        session=session,
        client=client,
        access=tuple(owners),
        text=text,
        tokens=tokens,
        bytes=size,
        entries=tuple(RecordedEntry(**entry) for entry in entries),
    )
