"""Entries that give way to another one: the older side of an open contradiction, the less specific owner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from memdeck.memory.ranking import Dropped, Ranking


def settled(ranking: Ranking, losers: Mapping[str, str]) -> Ranking:
    """Return the ranking without the losers, which move to the near misses with their reason.

    Args:
        ranking: what was found.
        losers: id → why it gives way, one line for people.
    """
    lost = [hit for hit in ranking.hits if hit.memory.id in losers]
    if not lost:
        return ranking
    dropped = [Dropped(hit.memory, hit.score, hit.parts, losers[hit.memory.id]) for hit in lost]
    return replace(
        ranking,
        hits=tuple(hit for hit in ranking.hits if hit.memory.id not in losers),
        dropped=tuple(sorted((*dropped, *ranking.dropped), key=lambda near: -near.score)),
    )
