"""What the list shows of one entry, already safe to show."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import Importance, Status
from memdeck.memory.owner import owner_label
from memdeck.memory.printable import printable


class MemoryRow(NamedTuple):
    """One row; the content is left out on purpose, it may be 64 KB."""

    id: str
    title: str
    name: str
    description: str
    kind: str
    owner: str
    state: str
    """A word for what is out of the ordinary (`archived`, `pinned`), else empty."""
    updated_at: datetime
    conflicts: bool = False
    """True while the entry is in an open conflict."""


def row_of(memory: Memory, *, conflicts: bool = False) -> MemoryRow:
    """Return the row of an entry."""
    return MemoryRow(
        id=memory.id,
        title=printable(memory.title),
        name=printable(memory.name),
        description=printable(memory.description),
        kind=str(memory.type),
        owner=printable(owner_label(memory.owner)),
        state=_state(memory),
        updated_at=memory.updated_at,
        conflicts=conflicts,
    )


def _state(memory: Memory) -> str:
    if memory.deleted_at is not None:
        return "deleted"
    if memory.status is not Status.ACTIVE:
        return memory.status.replace("_", " ")
    return str(memory.importance) if memory.importance is not Importance.NORMAL else ""
