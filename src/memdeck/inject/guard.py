"""The last check of access: whatever brought an entry, it is looked at again before a word of it is used."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from memdeck.memory.entry import Memory
from memdeck.memory.ranking import Ranking


def within_access(ranking: Ranking, owners: Collection[str]) -> Ranking:
    """Return the ranking without anything that this request may not see, or that was removed."""

    def seen(memory: Memory) -> bool:
        return memory.owner in owners and memory.deleted_at is None

    return replace(
        ranking,
        hits=tuple(hit for hit in ranking.hits if seen(hit.memory)),
        dropped=tuple(near for near in ranking.dropped if seen(near.memory)),
    )
