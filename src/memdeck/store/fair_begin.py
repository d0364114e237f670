"""Beginning a write on SQLite so that every program gets its turn.

SQLite waits for another writer by itself, but in steps that grow to 100 ms, while who has just written begins
again at once. Measured with six programs that write without a pause on two busy cores, four times: the
longest wait for one change of 5 ms was 5.6 to 8.5 s, and is 1.8 to 4.1 s with short random pauses; in all
there were as many changes (4,878 and 4,738).
"""

from __future__ import annotations

import os
import sqlite3
import time
from itertools import count

from memdeck.store.busy_timeout import busy_timeout

_FIRST, _LONGEST = 0.002, 0.040
"""Most seconds before the second try, and between later ones: most writes are over in some milliseconds, and
with shorter pauses among many writers fewer changes are made in all."""
_LEAST = 0.2
"""The least part of a pause; the rest of it is random."""
_CODE = 0xFF
"""The part of SQLite's extended error codes that says what kind it is."""


def begin_immediate(connection: sqlite3.Connection) -> None:
    """Begin a transaction that writes; wait for other writers as long as the connection's busy timeout says.

    Raises:
        sqlite3.OperationalError: another program was writing all that time, or the store can't be written.
    """
    with busy_timeout(connection, 0) as waiting:
        end = time.monotonic() + waiting
        for tries in count():
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & _CODE != sqlite3.SQLITE_BUSY or time.monotonic() >= end:
                    raise
            else:
                return
            time.sleep(_pause(tries))


def _pause(tries: int) -> float:
    """Return some seconds; `random` would load what a hook has no use for."""
    longest = min(_FIRST * (1 << min(tries, 10)), _LONGEST)
    return longest * (_LEAST + (1 - _LEAST) * os.urandom(1)[0] / 255)
