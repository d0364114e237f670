"""Where the store lies, and reading it with as little machinery as possible.

Reading goes through `sqlite3` (or `psycopg`) directly: a list, a hook and the first screen must not pay
for an object mapper. Each thread gets its own connection; nothing here can write.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from memdeck.memory.errors import InvalidField, StoreFault
from memdeck.store.schema import HEAD, check_not_newer

FILE_NAME = "memdeck.db"
READ_BUSY_SECONDS = 5.0
MISFITS = (UnicodeEncodeError, OverflowError)
"""A text or a number that no store can hold, so nothing there can equal it."""

Row = tuple[Any, ...]


class _Connection(Protocol):
    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Any: ...

    def close(self) -> None: ...


@dataclass(slots=True, eq=False, repr=False)
class Database:
    """One store: a SQLite file, or a PostgreSQL address. Cheap to make; connects at the first read."""

    file: Path | None
    url: str = ""
    _local: threading.local = field(default_factory=threading.local, repr=False)
    _open: list[_Connection] = field(default_factory=list, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _sealed: bool | None = field(default=None, repr=False)

    @property
    def sealed(self) -> bool:
        """True for a SQLite store that lies whole in a folder where nothing can be written.

        SQLite reads such a file only when told that it never changes, for it can't make the files beside it
        by which programs see each other. So what others change is not seen. Told once, at the first question.
        """
        if self._sealed is None:
            self._sealed = self.file is not None and _is_sealed(self.file)
        return self._sealed

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return "sqlite" if self.file is not None else "postgresql"

    @property
    def exists(self) -> bool:
        """False for a SQLite store that nothing was written to yet."""
        return self.file is None or self.file.exists()

    def form(self) -> str | None:
        """Return the form of the tables (`schema.HEAD` when current), or None when there are none yet."""
        if not self.exists:
            return None
        try:
            found = self._connection().execute("SELECT version_num FROM alembic_version").fetchone()
        except self._errors as error:
            if self._is_missing_table(error):
                return None
            raise self._fault(error) from error
        return found[0] if found else None

    def current(self) -> bool:
        """Tell whether the tables are there and in the form this program needs."""
        found = self.form()
        check_not_newer(found)
        return found == HEAD

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """Run one SELECT (with `?` for each parameter) and return all its rows."""
        if not self.exists:
            return []
        try:
            return list(self._connection().execute(self._own(sql), tuple(parameters)).fetchall())
        except MISFITS as error:
            raise misfit(error) from error
        except self._errors as error:
            raise self._fault(error) from error

    def batches(self, sql: str, parameters: Sequence[Any] = (), size: int = 2_000) -> Iterator[list[Row]]:
        """Run one SELECT and yield its rows in batches, so that a caller can breathe in between."""
        if not self.exists:
            return
        try:
            cursor = self._connection().execute(self._own(sql), tuple(parameters))
            while batch := cursor.fetchmany(size):
                yield batch
        except MISFITS as error:
            raise misfit(error) from error
        except self._errors as error:
            raise self._fault(error) from error

    def close(self) -> None:
        """Close every thread's connection. Reading again opens new ones."""
        with self._lock:
            opened, self._open = self._open, []
            self._local = threading.local()
        for connection in opened:
            connection.close()

    @property
    def _errors(self) -> tuple[type[Exception], ...]:
        if self.file is not None:
            return (sqlite3.Error,)
        try:
            import psycopg
        except ModuleNotFoundError:  # connecting says so
            return ()
        return (psycopg.Error,)

    def _own(self, sql: str) -> str:
        return sql if self.file is not None else sql.replace("%", "%%").replace("?", "%s")

    def _connection(self) -> _Connection:
        found: _Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._connect()
            self._local.connection = found
            with self._lock:
                self._open.append(found)
        return found

    def _connect(self) -> _Connection:
        if self.file is not None:
            return self._connect_sqlite(self.file)
        try:
            import psycopg
        except ModuleNotFoundError:
            raise StoreFault(
                "PostgreSQL needs the psycopg package.", "Install it with: pip install 'memdeck[postgres]'."
            ) from None
        try:
            plain = self.url.replace("postgresql+psycopg://", "postgresql://", 1)
            return psycopg.connect(plain, autocommit=True, connect_timeout=10)
        except psycopg.Error as error:
            raise self._fault(error) from error

    def _connect_sqlite(self, file: Path) -> _Connection:
        try:
            connection = sqlite3.connect(
                f"{file.absolute().as_uri()}?mode=ro{'&immutable=1' if self.sealed else ''}",
                uri=True,
                timeout=READ_BUSY_SECONDS,
                isolation_level=None,
                check_same_thread=False,
            )
            connection.execute("PRAGMA query_only=1")
        except sqlite3.Error as error:
            raise self._fault(error) from error
        return connection

    def _is_missing_table(self, error: Exception) -> bool:
        if isinstance(error, sqlite3.OperationalError):
            return "no such table" in str(error)
        return type(error).__name__ == "UndefinedTable"

    def _fault(self, error: Exception) -> StoreFault:
        where = str(self.file) if self.file is not None else "the PostgreSQL server"
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        if isinstance(error, sqlite3.DatabaseError) and ("not a database" in reason or "malformed" in reason):
            return StoreFault(
                f"{where} is damaged or not a Memdeck store ({reason}).",
                "Nothing was changed. Move it away or put a backup in its place.",
            )
        return StoreFault(f"{where} can't be read: {reason}.", "Nothing was changed.")


def _is_sealed(file: Path) -> bool:
    """Tell whether a file can only be read as one that never changes.

    A write-ahead log with something in it would be passed over; and where log and index are both there,
    SQLite can read them.
    """
    if os.access(file.parent, os.W_OK) or not file.exists():
        return False
    log, index = (file.with_name(file.name + end) for end in ("-wal", "-shm"))
    try:
        return log.stat().st_size == 0 and not index.exists()
    except OSError:
        return True


def misfit(error: Exception) -> InvalidField:
    """Return what to say of a value that no store can hold."""
    if isinstance(error, OverflowError):
        return InvalidField("number", "is larger than anything that is kept here.")
    return InvalidField(
        "text", "holds bytes that are no UTF-8, and a store keeps none.", "Nothing was changed."
    )
