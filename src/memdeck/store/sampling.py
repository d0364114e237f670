"""Telling quickly whether a large file that was written whole is still what it was."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import mmap

_BLOCK = 4096
_SAMPLES = 24


def sampled_checksum(data: mmap.mmap | bytes | memoryview) -> int:
    """Return a CRC over blocks spread evenly over the data, the first and the last among them."""
    last = max(0, len(data) - _BLOCK)
    checksum = 0
    for number in range(_SAMPLES):
        start = last * number // (_SAMPLES - 1)
        checksum = zlib.crc32(data[start : start + _BLOCK], checksum)
    return checksum
