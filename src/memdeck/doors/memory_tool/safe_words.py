"""What an assistant sent, made safe to repeat in an answer."""

from __future__ import annotations

import math

from memdeck.memory.printable import printable

_LONGEST_PATH = 1_024
_LONGEST_TEXT = 2_000


def echoed(path: str) -> str:
    """Return a path as it may stand in an answer: one line, nothing hidden, not endless."""
    return printable(path if len(path) <= _LONGEST_PATH else f"{path[:_LONGEST_PATH]}…")


def echoed_text(text: str) -> str:
    """Return a quoted text as it was sent, but not endless."""
    return encodable(text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}…")


def encodable(text: str) -> str:
    """Return a text that can be sent as UTF-8: half of a surrogate pair becomes `\\ufffd`."""
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text


def whole_number(value: object) -> int | None:
    """Read a whole number that may be written as text or as `3.0`; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if math.isfinite(value) and value == int(value) else None
    if isinstance(value, str) and len(value) <= 20:
        try:
            return int(value)
        except ValueError:
            return None
    return None
