"""A folder that is gone when the command ends, in whatever way it ends."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_ENDING = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
"""A closed terminal, and a polite kill; ctrl+c is an exception already."""


@contextmanager
def throw_away_folder(prefix: str) -> Iterator[Path]:
    """Make a new folder and remove it at the end; also when the terminal is closed, or on SIGTERM."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))

    def end(number: int, _frame: object) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)  # now it ends as it would have without us

    before = [(each, signal.signal(each, end)) for each in _ENDING]
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        for number, handler in before:
            signal.signal(number, handler)
