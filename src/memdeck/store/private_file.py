"""Making a file that only its person can read, also in a folder that others can."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def make_private(file: Path) -> None:
    """Make `file`, empty, with mode 0600; one that is there stays as it is, and is not even opened.

    SQLite takes an empty file as a new database and gives the files beside it (journal, shared memory) the
    same mode. Opening one that is in use would be worse than useless: closing it again drops every lock that
    this process has on it (POSIX), and another program then takes the write-ahead log away under our hands.
    """
    with suppress(OSError):  # SQLite says what is wrong
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
