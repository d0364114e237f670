"""The mark around an injected block, known to those who write it and to those who must skip it.

A block begins with a line `<memory-1f0c93ab>` and ends with a line `</memory-1f0c93ab>`. The eight digits are
made from the text between them, so no entry can know the mark of the block that it will stand in.
"""

from __future__ import annotations

import hashlib
import re

MARK = "memory"
"""What both tags begin with."""

_MARKED = re.compile(rf"<({MARK}-[0-9a-f]{{8}})>.*?(?:</\1>|\Z)", re.DOTALL)


def boundary_of(body: str) -> str:
    """Return the mark of a block with this body: the same body always has the same one."""
    salt = 0
    while True:
        digest = hashlib.sha256(f"{salt}\0{body}".encode("utf-8", "surrogatepass")).hexdigest()[:8]
        if digest not in body:
            return f"{MARK}-{digest}"
        salt += 1


def wrapped(body: str) -> str:
    """Return the body between its marks."""
    mark = boundary_of(body)
    return f"<{mark}>\n{body}\n</{mark}>"


def without_blocks(text: str) -> str:
    """Return a conversation's text without the blocks that were injected into it.

    An extraction that did not skip them would store again what was only quoted to the assistant. A block
    whose end was cut off reaches to the end of the text.
    """
    return _MARKED.sub("", text)
