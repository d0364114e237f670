"""Short names for files that are kept for a text too long to be a name itself."""

from __future__ import annotations

_START = 0xCBF29CE484222325
_FACTOR = 0x100000001B3
_BITS = (1 << 64) - 1


def short_name(text: str) -> str:
    """Return 16 hexadecimal digits that stand for a text: its 64-bit FNV-1a hash (Fowler, Noll and Vo).

    For names of files in our own folders, never against somebody who looks for two texts of one name.
    `hashlib` would load OpenSSL before every prompt, which takes longer than encoding it.
    """
    found = _START
    for byte in text.encode("utf-8", "surrogatepass"):
        found = ((found ^ byte) * _FACTOR) & _BITS
    return f"{found:016x}"
