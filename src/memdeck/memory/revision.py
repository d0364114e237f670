"""A change that was made: the ground of history, undo and restore."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memdeck.memory.author import Author
from memdeck.memory.entry import Memory


class Action(StrEnum):
    """What a revision did."""

    ADD = "add"
    EDIT = "edit"
    RENAME = "rename"
    REMOVE = "remove"
    RESTORE = "restore"
    PURGE = "purge"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One change to one entry, with the entry before and after (None where it did not exist)."""

    seq: int
    """Position in the history of the whole store; grows with each change."""
    batch: str
    """Ties together the revisions of one action, which are undone together."""
    memory_id: str
    action: Action
    author: Author
    reason: str
    at: datetime
    before: Memory | None
    """None for an addition, and for everything about an entry that was purged."""
    after: Memory | None
    name: str
    owner: str
    undoes: str | None = None
    """The batch that this change undid or redid."""
    undone: bool = False
    """True when a later undo took this change back."""

    @property
    def title(self) -> str:
        """The title to show: the newest known, else the name (a purged entry keeps only that)."""
        known = self.after or self.before
        return known.title if known else self.name
