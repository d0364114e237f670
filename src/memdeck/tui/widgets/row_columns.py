"""Which columns a list of some width has; shared by the rows and the heading above them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

GUTTER = 3
"""Cursor sign, mark, blank."""
_TYPE = 11
"""The longest type and the conflict sign."""
_OWNER = 11
_UPDATED = 13
_SHORT = 5


class Columns(NamedTuple):
    """Cells of each column; 0 where there is no room for it."""

    title: int
    kind: int
    owner: int
    updated: int
    short_ages: bool

    @property
    def text(self) -> int:
        """Cells for a text that runs under all columns."""
        return self.title + self.kind + self.owner + self.updated


@lru_cache(maxsize=64)
def columns_for(width: int, compact: bool) -> Columns:
    """Return the columns of a list that is `width` cells wide; the owner gives way first."""
    room = max(0, width - GUTTER - 1)
    short = compact or room < 56
    updated = _SHORT if short else _UPDATED
    owner = _OWNER if room >= 50 else 0
    kind = _TYPE if room >= 34 else 0
    return Columns(max(0, room - kind - owner - updated), kind, owner, updated, short)
