"""Paths that are kept as text."""

from __future__ import annotations

import os

from memdeck.memory.errors import MemdeckError
from memdeck.memory.printable import printable


def path_text(path: str | os.PathLike[str]) -> str:
    """Return a path as text that a store or a file of settings can hold.

    Raises:
        MemdeckError: it holds bytes that are not UTF-8, as file systems allow; the message names it.
    """
    text = os.fspath(path)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise MemdeckError(
            f"{printable(text)}: holds bytes that are not UTF-8 in its path, which can't be kept as text.",
            "Nothing was changed. Rename it, or use another place.",
        ) from None
    return text
