"""Short write transactions without SQLAlchemy: a hook that embeds one entry must not load 300 ms of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from memdeck.memory.errors import StoreFault
from memdeck.store.database import Database

_BUSY_SECONDS = 15.0


class Statements(Protocol):
    """What runs inside the transaction; `?` stands for each parameter on every database."""

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows, if it gives any."""
        ...

    def many(self, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
        """Run a statement once for each sequence of parameters."""
        ...


@contextmanager
def raw_transaction(database: Database, busy_seconds: float = _BUSY_SECONDS) -> Iterator[Statements]:
    """Open a transaction on an existing store that locks at once; it is committed when the block ends well.

    Raises:
        StoreFault: the store can't be written, or another program wrote for `busy_seconds`.
    """
    if database.file is None:
        yield from _postgres(database.url)
        return
    try:
        connection = sqlite3.connect(
            f"{database.file.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=busy_seconds,
            isolation_level=None,
        )
    except sqlite3.Error as error:
        raise _fault(error) from error
    try:
        connection.execute("PRAGMA foreign_keys=on")
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield _Sqlite(connection)
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise _fault(error) from error
    finally:
        connection.close()


class _Sqlite:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, parameters).fetchall()

    def many(self, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
        self._connection.executemany(sql, parameters)


def _postgres(url: str) -> Iterator[Statements]:
    import psycopg

    try:
        plain = url.replace("postgresql+psycopg://", "postgresql://", 1)
        with psycopg.connect(plain, connect_timeout=10) as connection:
            yield _Postgres(connection)
    except psycopg.Error as error:
        raise _fault(error) from error


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


def _fault(error: Exception) -> StoreFault:
    said = str(error).strip()
    reason = said.splitlines()[0] if said else type(error).__name__
    return StoreFault(f"The vectors can't be written: {reason}.", "Search by words goes on.")
