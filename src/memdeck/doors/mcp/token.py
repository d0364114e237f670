"""The token that clients of the HTTP server show: made once, kept in a private file of the store's folder."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from memdeck.memory.errors import MemdeckError

FILE_NAME = "mcp-token"
_BYTES = 32
_SHORTEST = 20


def token_file(home: Path) -> Path:
    """Return where the token lies."""
    return home / FILE_NAME


def read_or_make_token(home: Path) -> str:
    """Return the token, making it at the first start.

    Raises:
        MemdeckError: the file can be read by others, is no token, or can't be made.
    """
    path = token_file(home)
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except FileExistsError:
        return _read(path)
    except OSError as error:
        raise MemdeckError(f"{path}: {error.strerror}.", "The token can't be kept there.") from None
    token = secrets.token_urlsafe(_BYTES)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(f"{token}\n")
    return token


def _read(path: Path) -> str:
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with os.fdopen(handle, encoding="ascii", errors="replace") as file:
            mode = os.fstat(file.fileno()).st_mode
            token = file.read(1_000).strip()
    except OSError as error:
        raise MemdeckError(f"{path}: {error.strerror}.", "Remove the file; a new one is made.") from None
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise MemdeckError(f"{path}: others can read this token.", "Remove it; a new, private one is made.")
    if len(token) < _SHORTEST or not token.isascii() or any(char.isspace() for char in token):
        raise MemdeckError(f"{path}: holds no token.", "Remove the file; a new one is made.")
    return token
