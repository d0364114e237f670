"""Which entries give way to another one at injection. Reads findings that are stored; compares nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

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

        def lost(ids: Collection[str]) -> list[_Loss]:
            rivals = ConflictReader(self.parts.database).rivals(ids) if ids else []
            losses = [_Loss.of(conflict) for conflict in rivals]
            return [
                loss
                for loss in losses
                if loss.loser.id in ids
                and {loss.winner.owner, loss.loser.owner} <= set(owners)
                and reason_out(loss.winner, moment) is None
            ]

        losses = lost({memory.id for memory in candidates})
        beaten = {loss.loser.id: loss.reason for loss in losses if not loss.override}
        overriding = {loss.winner.id for loss in losses if loss.override}
        # A project's entry that gave way itself, because a newer one holds, overrides nobody.
        weak = beaten.keys() | {loss.loser.id for loss in lost(overriding - beaten.keys())}
        overridden = {loss.loser.id: loss.reason for loss in losses if loss.winner.id not in weak}
        return overridden | beaten


@dataclass(frozen=True, slots=True)
class _Loss:
    winner: Memory
    loser: Memory
    override: bool
    reason: str

    @classmethod
    def of(cls, conflict: Conflict) -> Self:
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
