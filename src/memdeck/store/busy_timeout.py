"""How long SQLite waits by itself for other programs, changed for a moment."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def busy_timeout(connection: sqlite3.Connection, seconds: float) -> Iterator[float]:
    """Let a connection wait for at most `seconds` inside the block; give the seconds that hold outside."""
    [(outside,)] = connection.execute("PRAGMA busy_timeout").fetchall()
    connection.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")
    try:
        yield outside / 1000
    finally:
        connection.execute(f"PRAGMA busy_timeout={outside}")
