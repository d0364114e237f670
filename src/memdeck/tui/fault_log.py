"""Unexpected faults go to a file, not to the screen."""

from __future__ import annotations

import logging
from pathlib import Path

from memdeck.memory.printable import printable

FILE_NAME = "memdeck.log"


def log_fault(home: Path | None, fault: BaseException) -> str:
    """Write the fault with its traceback to `<home>/memdeck.log`; return one line to show.

    The line names the kind of fault only: a message could hold text of an entry.
    """
    words = f"That did not work ({type(fault).__name__}). Nothing else was changed."
    if home is None:
        return words
    if not _log(home, "unexpected fault", fault):
        return words
    return f"{words} Details: {home / FILE_NAME}"


def log_line(home: Path | None, words: str) -> None:
    """Write one line to `<home>/memdeck.log`: something that hinders nobody."""
    if home is not None:
        _log(home, printable(words))


def _log(home: Path, words: str, fault: BaseException | None = None) -> bool:
    try:
        handler = logging.FileHandler(home / FILE_NAME, encoding="utf-8", delay=True)
    except OSError:
        return False
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logger = logging.getLogger("memdeck.tui.faults")
    logger.propagate = False
    logger.addHandler(handler)
    try:
        logger.error(words, exc_info=fault)
    finally:
        logger.removeHandler(handler)
        handler.close()
    return True
