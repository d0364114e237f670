"""Which entries give way to another one at injection. Reads findings that are stored; compares nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from memdeck.deck.injecting import Injecting
from memdeck.memory.entry import Memory
from memdeck.store.rivalry import has_rivals

if TYPE_CHECKING:
    from memdeck.deck.losses import Loss


class GivingWay(Injecting):
    """The older side of a contradiction, and what a more specific owner overrides."""

    def _losers(
        self, candidates: Sequence[Memory], owners: tuple[str, ...], moment: datetime
    ) -> Mapping[str, str]:
        database = self.parts.database
        if not has_rivals(database, {memory.id for memory in candidates}):
            return {}
        from memdeck.deck.losses import losses_among  # 4 ms that a prompt without rivals doesn't pay
        from memdeck.retrieve.liveness import reason_out

        def lost(ids: Collection[str]) -> list[Loss]:
            return [
                loss
                for loss in losses_among(database, ids)
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
