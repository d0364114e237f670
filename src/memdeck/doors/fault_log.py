"""Unexpected faults go to the private log of the store, never to an assistant."""

from __future__ import annotations

import os
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from memdeck.memory.printable import printable
from memdeck.settings.places import log_file


def log_fault(home: Path, fault: BaseException) -> None:
    """Append kind and places of a fault to `<home>/memdeck.log`; its message could hold text of an entry."""
    _append(home, type(fault).__name__, traceback.format_tb(fault.__traceback__))


def log_line(home: Path, words: str) -> None:
    """Append one line of our own words to `<home>/memdeck.log`."""
    _append(home, printable(words))


def _append(home: Path, words: str, more: Sequence[str] = ()) -> None:
    """A log that can't be written is no reason to fail."""
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(log_file(home), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{datetime.now(UTC).isoformat()} memdeck mcp: {words}\n")
            file.writelines(more)
    except OSError:
        return
