"""The figures that a ranking is made with. Two presets are the same code with other figures."""

from __future__ import annotations

from dataclasses import dataclass

from memdeck.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Tuning:
    """Weights and limits of one ranking; what was measured stands in docs/retrieval.md."""

    vector: float
    keyword: float
    concept: float
    """Weight of words that mean the same."""
    time: float
    neighbours: float
    """Share that the better one of the turns beside a turn has in its score."""
    named: float
    """Added when the prompt names the speaker."""
    keyword_by_best: bool
    """Divide the words' score by the best entry's, as the article does, and not by what can be reached."""
    vector_top_k: int
    keyword_top_k: int
    time_top_k: int
    rerank_top_k: int
    decay_days: int
    min_types: int
    picks: int
    floor: float
    """Entries whose relevance is less are not injected."""
    related: bool
    """Let entries about the same named things join."""
    floor_without_meaning: float
    """The floor of an entry that has no vector to be compared by: it can't reach the same figures."""
    floor_share: float
    """Nor are those with less than this share of the best one's relevance."""


_CONCEPT_SHARE = 1.5
_FLOORS = {"measured": 0.29, "article": 0.35}
_FLOOR_WITHOUT_MEANING = 0.13
_FLOOR_SHARE = 0.4


def tuning_from(settings: Settings) -> Tuning:
    """Return the figures that the settings ask for."""
    asked = settings.retrieval
    weights = asked.lane_weights
    measured = asked.preset == "measured"
    return Tuning(
        vector=weights.vector,
        keyword=weights.keyword,
        concept=weights.keyword * _CONCEPT_SHARE if measured else 0.0,
        time=weights.time,
        neighbours=1 / 3 if measured else 0.0,
        named=0.13 if measured else 0.0,
        keyword_by_best=not measured,
        vector_top_k=asked.vector_top_k,
        keyword_top_k=asked.keyword_top_k,
        time_top_k=asked.time_top_k,
        rerank_top_k=asked.rerank_top_k,
        decay_days=settings.storage.decay_days,
        min_types=settings.injection.min_diversity,
        picks=settings.injection.max_memories,
        floor=_FLOORS[asked.preset],
        floor_without_meaning=_FLOOR_WITHOUT_MEANING,
        floor_share=_FLOOR_SHARE,
        related=asked.expand_related,
    )
