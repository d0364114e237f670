"""What holds in every session, before anything was asked: what is pinned, then the person's habits."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import Importance, MemoryType
from memdeck.memory.ranking import Hit, Ranking
from memdeck.retrieve.liveness import reason_out

STANDING_TYPES = (MemoryType.USER, MemoryType.FEEDBACK)
"""The types that hold whatever the next prompt is about, in the order in which they are offered."""


def standing(entries: Iterable[Memory], as_of: datetime) -> Ranking:
    """Return what a session starts with: pinned entries, then USER and FEEDBACK, each the newest first.

    An entry of low importance has to wait until a prompt asks for it.
    """
    live = {entry.id: entry for entry in entries if reason_out(entry, as_of) is None and _holds_always(entry)}
    ordered = sorted(live.values(), key=_place)
    return Ranking(tuple(Hit(entry, sum(_parts(entry).values()), _parts(entry)) for entry in ordered))


def _holds_always(entry: Memory) -> bool:
    if entry.importance is Importance.PINNED:
        return True
    return entry.type in STANDING_TYPES and entry.importance is not Importance.LOW


def _place(entry: Memory) -> tuple[bool, int, float, str]:
    order = STANDING_TYPES.index(entry.type) if entry.type in STANDING_TYPES else len(STANDING_TYPES)
    return (entry.importance is not Importance.PINNED, order, -entry.updated_at.timestamp(), entry.id)


def _parts(entry: Memory) -> dict[str, float]:
    return {"pinned": 1.0} if entry.importance is Importance.PINNED else {"standing": 1.0}
