"""Text that comes from a pipe or a file instead of the command line."""

from __future__ import annotations

import sys
from pathlib import Path

from memdeck.memory.errors import InvalidField
from memdeck.memory.limits import CONTENT_LIMIT

_MOST_BYTES = CONTENT_LIMIT * 4
"""A text within the limit can't be longer in UTF-8; reading on would only fill the memory."""


def content_from(given: str | None, file: Path | None) -> str | None:
    """Return the content: from `file`, from stdin when `given` is `-`, else `given` itself.

    Raises:
        InvalidField: both were given, the bytes are not UTF-8, or they are more than any content may have.
    """
    if file is not None and given is not None:
        raise InvalidField("content", "was given twice.", "Give --content or --file, not both.")
    if file is not None:
        with file.open("rb") as stream:
            return _text(stream.read(_MOST_BYTES + 1), str(file))
    if given == "-":
        if sys.stdin is None:
            raise InvalidField("content", "stdin is closed.", "Pipe the text in.")
        return _text(sys.stdin.buffer.read(_MOST_BYTES + 1), "stdin")
    return given


def _text(data: bytes, place: str) -> str:
    if len(data) > _MOST_BYTES:  # and cut perhaps within a character
        limit = f"{CONTENT_LIMIT:,} characters"
        raise InvalidField("content", f"{place} is longer than {limit}.", "Nothing was cut or saved.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidField("content", f"{place} is not UTF-8 text.", "Nothing was saved.") from None
