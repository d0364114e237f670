"""A ranking by shared words: the same on every machine, for tests of what is made of a ranking."""

from __future__ import annotations

import re
from datetime import datetime

from memdeck import Deck
from memdeck.memory.kinds import LIVE_STATUSES
from memdeck.memory.ranking import Dropped, Hit, Lane, LaneState, Miss, Ranking
from memdeck.memory.searchable import searchable
from memdeck.settings import Settings

FLOOR = 0.3
_WORD = re.compile(r"[a-z0-9_-]+|[\u3400-\u9fff]")


def words_of(text: str) -> set[str]:
    return set(_WORD.findall(searchable(text)))


def ranking_by_words(
    deck: Deck, prompt: str, owners: tuple[str, ...], moment: datetime, settings: Settings
) -> Ranking:
    """Score by the share of the prompt's words that an entry has."""
    asked = words_of(prompt)
    factor = 0.8 if settings.retrieval.preset == "article" else 1.0
    hits, dropped = [], []
    for memory in deck.list(access=owners):
        shared = len(asked & words_of(f"{memory.title} {memory.content}")) / max(1, len(asked))
        if not shared:
            continue
        parts = {"meaning": round(shared * 0.7 * factor, 4), "words": round(shared * 0.3 * factor, 4)}
        score = sum(parts.values())
        if memory.status not in LIVE_STATUSES:
            dropped.append(Dropped(memory, score, parts, Miss(memory.status.value)))
        elif score < FLOOR:
            dropped.append(Dropped(memory, score, parts, f"{Miss.BELOW_FLOOR}: {score:.2f} of {FLOOR:.2f}"))
        else:
            hits.append(Hit(memory, score, parts))
    hits.sort(key=lambda hit: (-hit.score, hit.memory.name))
    dropped.sort(key=lambda near: (-near.score, near.memory.name))
    return Ranking(tuple(hits), tuple(dropped), (Lane("words", LaneState.OK, len(hits)),))
