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
    from memdeck.inject.rivals import GivesWay


class GivingWay(Injecting):
    """The older side of a contradiction, and what a more specific owner overrides."""

    def _losers(
        self, candidates: Sequence[Memory], owners: tuple[str, ...], moment: datetime
    ) -> Mapping[str, GivesWay]:
        ids = {memory.id for memory in candidates}
        if not has_rivals(self.parts.database, ids):
            return {}
        found = self._giving_way(ids, owners, moment)
        while further := {each.winner.id for each in found.values()} - ids:
            ids |= further  # who takes another's place may have to give way in turn
            found = {**self._giving_way(further, owners, moment), **found}
        return found

    def _giving_way(
        self, ids: Collection[str], owners: tuple[str, ...], moment: datetime
    ) -> dict[str, GivesWay]:
        from memdeck.deck.losses import losses_among  # 4 ms that a prompt without rivals doesn't pay
        from memdeck.inject.rivals import GivesWay
        from memdeck.retrieve.liveness import reason_out

        def lost(ids: Collection[str]) -> list[Loss]:
            return [
                loss
                for loss in losses_among(self.parts.database, ids)
                if loss.loser.id in ids
                and {loss.winner.owner, loss.loser.owner} <= set(owners)
                and reason_out(loss.winner, moment) is None
            ]

        losses = lost(ids)
        beaten = {loss.loser.id: loss for loss in losses if not loss.override}
        overriding = {loss.winner.id for loss in losses if loss.override}
        # A project's entry that gave way itself, because a newer one holds, overrides nobody.
        weak = beaten.keys() | {loss.loser.id for loss in lost(overriding - beaten.keys())}
        overridden = {loss.loser.id: loss for loss in losses if loss.winner.id not in weak}
        return {id_: GivesWay(loss.winner, loss.reason) for id_, loss in {**overridden, **beaten}.items()}
