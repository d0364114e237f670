"""Long lists in portions that a database takes in one statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

_Item = TypeVar("_Item")


def parts(items: Sequence[_Item], size: int) -> Iterator[Sequence[_Item]]:
    """Yield `items` in stretches of at most `size`."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
