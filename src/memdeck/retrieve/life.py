"""What an entry's life says about it: importance, age of snippets, certainty, use. Small on purpose.

Each factor multiplies the relevance and is kept as what it added, so it can't lift an entry that has
nothing to do with the prompt.
"""

from __future__ import annotations

import math
from datetime import datetime

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import Importance, MemoryType

_IMPORTANCE = {
    Importance.LOW: 0.92,
    Importance.NORMAL: 1.0,
    Importance.HIGH: 1.04,
    Importance.PINNED: 1.08,
}
_SUMMARY = 0.95
"""A summary says the same as its sources, less exactly."""
_DECAYED = 0.9
"""What an old snippet keeps of its weight."""
_UNSURE = 0.85
"""What an entry of confidence 0 keeps."""
_HEAT = 0.03
_HOT_USES = 20
_HEAT_DAYS = 30
_DAY = 86_400


def life_parts(memory: Memory, relevance: float, as_of: datetime, decay_days: int) -> dict[str, float]:
    """Return what each factor adds to a relevance; factors of 1 are left out."""
    factors = {
        "importance": _IMPORTANCE[memory.importance],
        "decay": _decay(memory, as_of, decay_days),
        "confidence": _UNSURE + (1 - _UNSURE) * memory.confidence,
        "heat": 1 + _HEAT * _heat(memory, as_of),
    }
    base = max(relevance, 0.0)
    return {name: base * (factor - 1) for name, factor in factors.items() if factor != 1}


def freshness(memory: Memory, as_of: datetime, half_life_days: float = 30) -> float:
    """Return 1 for something made at this moment, half after each half-life."""
    return math.pow(0.5, _days(memory.created_at, as_of) / half_life_days)


def _decay(memory: Memory, as_of: datetime, decay_days: int) -> float:
    if memory.type is MemoryType.SUMMARY:
        return _SUMMARY
    if memory.type is not MemoryType.SNIPPET:
        return 1.0
    touched = max(filter(None, (memory.updated_at, memory.last_accessed)))
    return _DECAYED + (1 - _DECAYED) * math.pow(0.5, _days(touched, as_of) / decay_days)


def _heat(memory: Memory, as_of: datetime) -> float:
    if memory.last_accessed is None or memory.access_count <= 0:
        return 0.0
    often = min(1.0, math.log1p(memory.access_count) / math.log1p(_HOT_USES))
    return often * math.pow(0.5, _days(memory.last_accessed, as_of) / _HEAT_DAYS)


def _days(moment: datetime, as_of: datetime) -> float:
    return max(0.0, (as_of - moment).total_seconds() / _DAY)
