"""Writing a file so that whoever looks sees the old one or the new one, never a part."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

_PREFIX, _SUFFIX = ".memdeck-", ".tmp"
"""Names of unfinished files: hidden, and no `.md`, so that nothing takes them for entries."""


def write_atomic(path: Path, data: bytes, written: datetime | None = None) -> None:
    """Write the file whole: a temporary file beside it, flushed to the disk, then put in its place.

    Args:
        path: the file.
        data: its new bytes.
        written: the time the file gets as its last change, instead of now.
    """
    temporary = path.with_name(f"{_PREFIX}{secrets.token_hex(6)}{_SUFFIX}")
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if written is not None:
            os.utime(temporary, (written.timestamp(), written.timestamp()))
        os.replace(temporary, path)  # noqa: PTH105 - the same call on every system
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def flush_folder(folder: Path) -> None:
    """Make the names in a folder last through a power cut, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Let one writer at a time into a folder, and clear away what a killed one left unfinished.

    On systems without `flock` nothing is locked and nothing is cleared away.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # a network folder may know no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
            for left in folder.rglob(f"{_PREFIX}*{_SUFFIX}"):
                left.unlink()
        yield
    finally:
        os.close(handle)
