"""Short write transactions without SQLAlchemy: a hook that records or embeds must not load 300 ms of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from memdeck.memory.errors import StoreFault
from memdeck.store.database import Database
from memdeck.store.fair_begin import begin_immediate
from memdeck.store.short_wal import shorten_wal


class Statements(Protocol):
    """What runs inside the transaction; `?` stands for each parameter on every database."""

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows, if it gives any."""
        ...

    def many(self, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
        """Run a statement once for each sequence of parameters."""
        ...


@contextmanager
def short_transaction(
    database: Database, *, failed: str, hint: str, busy_seconds: float
) -> Iterator[Statements]:
    """Open a transaction on an existing store that locks at once; it is committed when the block ends well.

    Args:
        database: the store.
        failed: what was not done when it fails, the beginning of the sentence that a person sees.
        hint: what goes on all the same.
        busy_seconds: how long another program's write is waited for (SQLite).

    Raises:
        StoreFault: the store can't be written, or another program wrote for `busy_seconds`.
    """

    def fault(error: Exception) -> StoreFault:
        said = str(error).strip()
        return StoreFault(f"{failed}: {said.splitlines()[0] if said else type(error).__name__}.", hint)

    if database.file is None:
        yield from _postgres(database.url, fault)
        return
    try:
        connection = sqlite3.connect(
            f"{database.file.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=busy_seconds,
            isolation_level=None,
        )
    except sqlite3.Error as error:
        raise fault(error) from error
    try:
        connection.execute("PRAGMA foreign_keys=on")
        begin_immediate(connection)
        try:
            yield _Sqlite(connection)
        except BaseException:
            if connection.in_transaction:  # a full disk has ended it already
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
        shorten_wal(connection, database.file)
    except sqlite3.Error as error:
        raise fault(error) from error
    finally:
        connection.close()


class _Sqlite:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, parameters).fetchall()

    def many(self, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
        self._connection.executemany(sql, parameters)


def _postgres(url: str, fault: Callable[[Exception], StoreFault]) -> Iterator[Statements]:
    import psycopg

    try:
        plain = url.replace("postgresql+psycopg://", "postgresql://", 1)
        with psycopg.connect(plain, connect_timeout=10) as connection:
            yield _Postgres(connection)
    except psycopg.Error as error:
        raise fault(error) from error


class _Postgres:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        cursor = self._connection.execute(_own(sql), parameters)
        return list(cursor.fetchall()) if cursor.description else []

    def many(self, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(_own(sql), parameters)


def _own(sql: str) -> str:
    return sql.replace("%", "%%").replace("?", "%s")
