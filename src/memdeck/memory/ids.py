"""Sortable unique ids (ULID layout: 48 bits of milliseconds, 80 random bits, Crockford base 32)."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_RANDOM_BYTES = 10

Entropy = Callable[[int], bytes]
"""Returns that many random bytes."""


def sortable_id(prefix: str, moment: datetime, entropy: Entropy = os.urandom) -> str:
    """Return `prefix` and 26 characters that sort by `moment`."""
    value = (int(moment.timestamp() * 1000) << 80) | int.from_bytes(entropy(_RANDOM_BYTES), "big")
    digits = []
    for _ in range(26):
        value, digit = divmod(value, 32)
        digits.append(_ALPHABET[digit])
    return prefix + "".join(reversed(digits))


def memory_id(moment: datetime, entropy: Entropy = os.urandom) -> str:
    """Return a new entry's id, `mem_…`."""
    return sortable_id("mem_", moment, entropy)


def batch_id(moment: datetime, entropy: Entropy = os.urandom) -> str:
    """Return the id that ties together the revisions of one action, `act_…`."""
    return sortable_id("act_", moment, entropy)
