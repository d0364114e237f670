"""Entries that give way to another one: the older side of an open contradiction, the less specific owner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from memdeck.memory.entry import Memory
from memdeck.memory.ranking import Dropped, Hit, Miss, Ranking

REPLACES = "replaces"
"""The part of the score of an entry that stands where the one that gave way to it stood."""
_TOO_WEAK = (Miss.BELOW_FLOOR, Miss.NO_ROOM, Miss.DIVERSITY)


class GivesWay(NamedTuple):
    """To which entry another one gives way."""

    winner: Memory
    reason: str
    """Why, one line for people."""


def settled(ranking: Ranking, losers: Mapping[str, GivesWay]) -> Ranking:
    """Return the ranking without the losers, which move to the near misses with their reason.

    What a loser answers, its winner answers now: a winner that came too late, or not at all, takes its place.

    Args:
        ranking: what was found.
        losers: id → to what it gives way, winners that lose themselves among them. Every winner may be
            seen, and holds at the moment that is asked about.
    """
    lost = [hit for hit in ranking.hits if hit.memory.id in losers]
    if not lost:
        return ranking
    hits = tuple(_in_their_places(ranking, losers))
    kept = {hit.memory.id for hit in hits}
    dropped = [Dropped(hit.memory, hit.score, hit.parts, losers[hit.memory.id].reason) for hit in lost]
    others = (near for near in ranking.dropped if near.memory.id not in kept)
    return replace(
        ranking, hits=hits, dropped=tuple(sorted((*dropped, *others), key=lambda near: -near.score))
    )


def _in_their_places(ranking: Ranking, losers: Mapping[str, GivesWay]) -> Iterator[Hit]:
    """Yield the hits that stay, and winners in the place of the losers that nobody else stands for."""
    there = {hit.memory.id for hit in ranking.hits}
    # Others are out for a reason that is their own: somebody settled it, or it is a later moment's.
    there |= {near.memory.id for near in ranking.dropped if not near.reason.startswith(_TOO_WEAK)}
    for hit in ranking.hits:
        if hit.memory.id not in losers:
            yield hit
            continue
        winner = _last_winner(hit.memory.id, losers)
        if winner.id not in there:
            there.add(winner.id)
            yield Hit(winner, hit.score, {REPLACES: hit.score})


def _last_winner(id_: str, losers: Mapping[str, GivesWay]) -> Memory:
    """Return the entry that stands for another one and gives way to none itself."""
    passed = {id_}
    winner = losers[id_].winner
    while winner.id in losers and winner.id not in passed:
        passed.add(winner.id)
        winner = losers[winner.id].winner
    return winner
