"""Making a file that only its person can read, also in a folder that others can."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def make_private(file: Path) -> None:
    """Make `file`, empty, with mode 0600; one that is there stays as it is.

    SQLite takes an empty file as a new database and gives the files beside it (journal, shared memory) the
    same mode.
    """
    with suppress(OSError):  # SQLite says what is wrong
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
