"""Which entries can meet at all: those that reach an assistant, at the same time, in the same request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import LIVE_STATUSES
from memdeck.upkeep.compare import seen_together

_NOT_YET = 2**63


def comparable(memory: Memory, now: datetime) -> bool:
    """Tell whether an entry holds now or later."""
    over = any(end is not None and end <= now for end in (memory.valid_to, memory.expires_at))
    return memory.deleted_at is None and memory.status in LIVE_STATUSES and not over


def hold_together(left: Memory, right: Memory) -> bool:
    """Tell whether there is a moment at which both hold."""
    return not (_over_before(left, right) or _over_before(right, left))


def counterparts(owner: str, owners: Iterable[str]) -> list[str]:
    """Return the owner and those of `owners` that one request sees with it: their entries are compared."""
    return [owner, *sorted(other for other in owners if other != owner and seen_together(owner, other))]


def in_order(one: Memory, other: Memory, arrivals: Mapping[str, int]) -> tuple[Memory, Memory]:
    """Return two entries, the one that was changed first before the other.

    Args:
        one: an entry.
        other: another one.
        arrivals: for entries changed at the same moment, as all of one action are: the place of each in the
            order of changes. One that has none was not written yet, and comes last.
    """
    first, second = sorted(
        (one, other), key=lambda memory: (memory.updated_at, arrivals.get(memory.id, _NOT_YET), memory.id)
    )
    return first, second


def _over_before(left: Memory, right: Memory) -> bool:
    return left.valid_to is not None and right.valid_from is not None and left.valid_to <= right.valid_from
