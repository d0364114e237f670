"""Another program's SQLite database, opened so that nothing of it changes."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from memdeck.exchange.problem import FileFault

_WAITING = 5.0
"""Seconds to wait for a program that is writing."""
_HEAD = b"SQLite format 3\0"


def is_database(path: Path) -> bool:
    """Tell whether a file begins as SQLite databases do."""
    try:
        with path.open("rb") as file:
            return file.read(len(_HEAD)) == _HEAD
    except OSError:
        return False


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database to read.

    A database whose last writer is gone needs files beside it that can't be made on a read-only disk; then
    a copy is read.

    Raises:
        FileFault: it is none, is damaged, or can't be read.
    """
    if not is_database(path):
        raise FileFault("is not an SQLite database, or can't be read.")
    with tempfile.TemporaryDirectory(prefix="memdeck-") as folder:
        connection = _connect(path)
        if connection is None:
            for suffix in ("", "-wal", "-shm"):
                part = path.with_name(path.name + suffix)
                if part.is_file():
                    shutil.copy(part, Path(folder) / part.name)
            connection = _connect(Path(folder) / path.name)
        if connection is None:
            raise FileFault("is a damaged database, or in use by a program that does not share it.")
        try:
            yield connection
        finally:
            connection.close()


def table_rows(connection: sqlite3.Connection, table: str) -> Iterator[dict[str, object]]:
    """Yield the rows of a table in the order in which they were written, with whatever columns there are."""
    columns = [str(row[1]) for row in connection.execute(f'PRAGMA table_info("{table}")')]
    if not columns:
        return
    listed = ", ".join(f'"{column}"' for column in columns)
    order = "id" if "id" in columns else "rowid"
    for row in connection.execute(f'SELECT {listed} FROM "{table}" ORDER BY "{order}"'):  # noqa: S608
        yield dict(zip(columns, row, strict=True))


def _connect(path: Path) -> sqlite3.Connection | None:
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    try:
        connection = sqlite3.connect(address, uri=True, timeout=_WAITING)
    except sqlite3.Error:
        return None
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        connection.close()
        return None
    return connection
