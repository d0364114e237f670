"""One score out of what the lanes say, every addend kept by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from memdeck.retrieve.gathering import Gathered
from memdeck.retrieve.life import freshness, life_parts
from memdeck.retrieve.ports import Candidate
from memdeck.retrieve.tuning import Tuning

RELEVANCE = ("meaning", "words", "concepts", "neighbours", "named", "exact", "rerank")
"""The parts that say how much an entry has to do with the prompt; the floor looks at their sum."""


def relevance_of(parts: Mapping[str, float]) -> float:
    """Return the sum of the parts that speak of the prompt."""
    return sum(parts.get(name, 0.0) for name in RELEVANCE)


def fused(
    found: Gathered, names: Collection[str], as_of: datetime, tuning: Tuning
) -> dict[int, dict[str, float]]:
    """Return the parts of every entry's score, by key."""
    everything = {**found.out, **found.live}
    most = max((coverage.words for coverage in found.words.values()), default=0.0)
    parts = {key: _lane_parts(key, found, most, tuning) for key in everything}
    alone = {key: sum(own.values()) for key, own in parts.items()}
    for key, candidate in everything.items():
        own = parts[key]
        if tuning.neighbours and candidate.conversation:
            beside = _beside(key, candidate, everything, alone)
            if beside is not None:
                own["neighbours"] = tuning.neighbours * (beside - alone[key])
        if tuning.named and candidate.speaker in names:
            own["named"] = tuning.named
        relevance = relevance_of(own)
        own["recent"] = tuning.time * freshness(candidate.memory, as_of)
        own.update(life_parts(candidate.memory, relevance, as_of, tuning.decay_days))
    return parts


def _lane_parts(key: int, found: Gathered, most: float, tuning: Tuning) -> dict[str, float]:
    own: dict[str, float] = {}
    if key in found.meaning:
        own["meaning"] = tuning.vector * found.meaning[key]
    coverage = found.words.get(key)
    if coverage is not None:
        words = coverage.words / most if tuning.keyword_by_best and most else coverage.words
        own["words"] = tuning.keyword * words
        if tuning.concept:
            own["concepts"] = tuning.concept * coverage.concepts
    return own


def _beside(
    key: int, candidate: Candidate, everything: dict[int, Candidate], alone: dict[int, float]
) -> float | None:
    scores = [
        alone[near]
        for near in (key - 1, key + 1)
        if near in everything and everything[near].conversation == candidate.conversation
    ]
    return max(scores) if scores else None
