"""One line in the private log of the store for each hook that gave nothing because of a fault."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from memdeck.memory.errors import MemdeckError
from memdeck.memory.printable import printable
from memdeck.settings.places import home_folder, log_file


def note(home: Path | None, what: str, reason: str) -> None:
    """Append one line to `memdeck.log`. A log that can't be written is no reason to fail."""
    try:
        folder = home_folder(home)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        line = f"{datetime.now(UTC).isoformat()} memdeck hook {what}: {reason}"
        handle = os.open(log_file(folder), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(printable(line) + "\n")
    except (OSError, ValueError, RuntimeError, MemdeckError):
        return


def said(fault: BaseException) -> str:
    """Return what is written about a fault: our own words, or kind and place; never a text of an entry."""
    if isinstance(fault, MemdeckError):
        return str(fault)
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    return f"{type(fault).__name__}{place}"
