"""The state of the index in words and figures, as a Health screen shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class IndexState(StrEnum):
    """Whether the index can answer, and if not, why."""

    OK = "ok"
    REBUILDING = "rebuilding"
    MISSING = "missing"
    """Not built yet."""
    ELSEWHERE = "elsewhere"
    """Another program holds the folder."""
    DAMAGED = "damaged"
    """It ended, hung, or holds something else than the store; the next catch-up mends it."""
    DOWN = "down"
    """The Chroma server doesn't answer."""
    OFF = "off"
    """It can't work here at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexHealth:
    """Figures of the index. Those of the index itself are 0 while it can't be asked."""

    state: IndexState
    reason: str
    """One line; empty when all is well."""
    place: str
    """The folder or the server's address."""
    model: str
    dimension: int
    generation: str
    """The folder or collection in use; a rebuild makes a new one."""
    count: int
    """Vectors in the index."""
    expected: int
    """Vectors in the store."""
    seq: int
    """The last change that the index knows."""
    behind: int
    """How far the store's numbering is ahead."""
    dead: int
    """Slots of deleted vectors, which only a rebuild gives back."""
    size: int
    """Bytes on disk; 0 for a server."""
    pid: int | None
    """The child process, while there is one."""
