"""Unexpected faults go to a file, not to the screen."""

from __future__ import annotations

import logging
from pathlib import Path

FILE_NAME = "memdeck.log"


def log_fault(home: Path | None, fault: BaseException) -> str:
    """Write the fault with its traceback to `<home>/memdeck.log`; return one line to show.

    The line names the kind of fault only: a message could hold text of an entry.
    """
    words = f"That did not work ({type(fault).__name__}). Nothing else was changed."
    if home is None:
        return words
    path = home / FILE_NAME
    try:
        handler = logging.FileHandler(path, encoding="utf-8", delay=True)
    except OSError:
        return words
    logger = logging.getLogger("memdeck.tui.faults")
    logger.propagate = False
    logger.addHandler(handler)
    try:
        logger.error("unexpected fault", exc_info=fault)
    finally:
        logger.removeHandler(handler)
        handler.close()
    return f"{words} Details: {path}"
