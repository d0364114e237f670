"""Unexpected faults go to the private log of the store, never to an assistant."""

from __future__ import annotations

import os
import traceback
from datetime import UTC, datetime
from pathlib import Path

from memdeck.settings.places import log_file


def log_fault(home: Path, fault: BaseException) -> None:
    """Append kind and places of a fault to `<home>/memdeck.log`; its message could hold text of an entry.

    A log that can't be written is no reason to fail.
    """
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(log_file(home), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{datetime.now(UTC).isoformat()} memdeck mcp: {type(fault).__name__}\n")
            file.writelines(traceback.format_tb(fault.__traceback__))
    except OSError:
        return
