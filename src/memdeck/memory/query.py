"""What a list can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memdeck.memory.kinds import Importance, MemoryType, Status
from memdeck.memory.owner import Environment


class Sort(StrEnum):
    """Orders of a list; ties go by id, newest first."""

    UPDATED = "updated"
    CREATED = "created"
    TITLE = "title"
    TYPE = "type"
    USED = "used"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryQuery:
    """Filters of a list. Empty tuples and None mean "any"; all given filters must hold."""

    text: str = ""
    types: tuple[MemoryType, ...] = ()
    owners: tuple[str, ...] = ()
    statuses: tuple[Status, ...] = ()
    importance: tuple[Importance, ...] = ()
    tags: tuple[str, ...] = ()
    environment: Environment | None = None
    """Only deployments of this environment (owners without an environment are left out)."""
    deleted: bool = False
    """True lists what was removed, instead of what is there."""
    sort: Sort = Sort.UPDATED
    reverse: bool = False
    """Turns the order round: oldest first, Z to A."""
