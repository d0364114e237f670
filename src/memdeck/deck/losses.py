"""What the stored findings say of some entries: which of them loses against which other, and why."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Self

from memdeck.memory.conflict import Conflict, ConflictKind, Resolution
from memdeck.memory.entry import Memory
from memdeck.memory.printable import printable
from memdeck.memory.ranking import Miss
from memdeck.store.conflicts import ConflictReader
from memdeck.store.database import Database


def losses_among(database: Database, ids: Collection[str]) -> list[Loss]:
    """Return what is known of these entries; nothing is compared."""
    return [Loss.of(conflict) for conflict in ConflictReader(database).rivals(ids)]


@dataclass(frozen=True, slots=True)
class Loss:
    """One entry that is left out because of another."""

    winner: Memory
    loser: Memory
    override: bool
    """True when the winner belongs to a more specific owner; the loser is right elsewhere."""
    reason: str

    @classmethod
    def of(cls, conflict: Conflict) -> Self:
        """Read it off a finding."""
        winner, loser = _sides(conflict)
        override = conflict.kind is ConflictKind.PRECEDENCE
        return cls(winner, loser, override, _reason(conflict, winner))


def _sides(conflict: Conflict) -> tuple[Memory, Memory]:
    if conflict.resolution is Resolution.KEEP_OLDER:
        return conflict.older, conflict.newer
    return conflict.newer, conflict.older


def _reason(conflict: Conflict, winner: Memory) -> str:
    override = conflict.kind is ConflictKind.PRECEDENCE
    miss = Miss.OVERRIDDEN if override else Miss.CONFLICT
    whose = f"{winner.owner} {winner.name}" if override else winner.name
    return printable(f"{miss}: {whose} ({conflict.evidence})")
