"""Numbers of things, in words."""

from __future__ import annotations


def counted(number: int, one: str, many: str) -> str:
    """Return `1 memory` or `41 memories`."""
    return f"{number:,} {one if number == 1 else many}"
