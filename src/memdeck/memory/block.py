"""The mark around an injected block, known to those who write it and to those who must skip it.

A block begins with a line `<memory-1f0c93ab>` and ends with a line `</memory-1f0c93ab>`. The eight digits are
a checksum of the text between them, and one that this text does not hold: whatever an entry writes, it can't
close the block that it stands in.
"""

from __future__ import annotations

import zlib

from memdeck.memory.late_pattern import compiled

MARK = "memory"
"""What both tags begin with."""

_MARKED = rf"(?s)<({MARK}-[0-9a-f]{{8}})>.*?(?:</\1>|\Z)"


def boundary_of(body: str) -> str:
    """Return the mark of a block with this body: the same body always has the same one."""
    text = body.encode("utf-8", "surrogatepass")
    digits = zlib.crc32(text)
    while f"{digits:08x}" in body:
        digits = (digits + 1) & 0xFFFF_FFFF
    return f"{MARK}-{digits:08x}"


def wrapped(body: str) -> str:
    """Return the body between its marks."""
    mark = boundary_of(body)
    return f"<{mark}>\n{body}\n</{mark}>"


def without_blocks(text: str) -> str:
    """Return a conversation's text without the blocks that were injected into it.

    An extraction that did not skip them would store again what was only quoted to the assistant. A block
    whose end was cut off reaches to the end of the text.
    """
    return compiled(_MARKED).sub("", text)
