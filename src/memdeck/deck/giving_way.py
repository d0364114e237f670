"""Which entries give way to another one at injection. Reads findings that are stored; compares nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from memdeck.deck.injecting import Injecting
from memdeck.memory.conflict import Conflict, ConflictKind, Resolution
from memdeck.memory.entry import Memory
from memdeck.memory.printable import printable
from memdeck.memory.ranking import Miss
from memdeck.store.conflicts import ConflictReader


class GivingWay(Injecting):
    """The older side of a contradiction, and what a more specific owner overrides."""

    def _losers(
        self, candidates: Sequence[Memory], owners: tuple[str, ...], moment: datetime
    ) -> Mapping[str, str]:
        from memdeck.retrieve.liveness import reason_out

        losers: dict[str, str] = {}
        for conflict in ConflictReader(self.parts.database).rivals([memory.id for memory in candidates]):
            winner, loser = _sides(conflict)
            if winner.owner in owners and loser.owner in owners and reason_out(winner, moment) is None:
                losers.setdefault(loser.id, _reason(conflict, winner))
        return losers


def _sides(conflict: Conflict) -> tuple[Memory, Memory]:
    if conflict.resolution is Resolution.KEEP_OLDER:
        return conflict.older, conflict.newer
    return conflict.newer, conflict.older


def _reason(conflict: Conflict, winner: Memory) -> str:
    override = conflict.kind is ConflictKind.PRECEDENCE
    miss = Miss.OVERRIDDEN if override else Miss.CONFLICT
    whose = f"{winner.owner} {winner.name}" if override else winner.name
    return printable(f"{miss}: {whose} ({conflict.evidence})")
