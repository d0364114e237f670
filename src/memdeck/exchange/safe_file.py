"""File names that every system can hold, and reading that follows no link."""

from __future__ import annotations

import errno
import os
import stat
from datetime import UTC, datetime
from pathlib import Path

from memdeck.exchange.problem import FileFault

FILE_LIMIT = 1_048_576
"""Largest file that is read, in bytes: more than the largest content and header together."""

_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(10)), *(f"lpt{n}" for n in range(10))}
)


def file_stem(name: str) -> str:
    """Return the file name, without `.md`, of an entry's name.

    Windows keeps some names for devices: `con` becomes `con_`, and so `con_` becomes `con__`.
    """
    return f"{name}_" if name.rstrip("_") in _DEVICES else name


def read_regular(path: Path, limit: int = FILE_LIMIT) -> tuple[bytes, datetime]:
    """Return a file's bytes and when it was last written.

    Raises:
        FileFault: it is a link, no regular file, larger than `limit` bytes, or can't be read.
    """
    flags = (
        os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    try:
        handle = os.open(path, flags)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise FileFault("is a link. Links are not followed.") from None
        raise FileFault(f"can't be read: {error.strerror or error}.") from None
    with os.fdopen(handle, "rb") as file:
        try:
            facts = os.fstat(file.fileno())
            if not stat.S_ISREG(facts.st_mode):
                raise FileFault("is not a regular file.")
            if facts.st_size > limit:
                raise FileFault(
                    f"has {facts.st_size:,} bytes; the limit is {limit:,}. Nothing was cut or read."
                )
            return file.read(limit + 1), datetime.fromtimestamp(facts.st_mtime, UTC)
        except OSError as error:
            raise FileFault(f"can't be read: {error.strerror or error}.") from None
        except (ValueError, OverflowError):
            raise FileFault("has a time that is not on the calendar.") from None
