"""Texts that tell how things were, what may be one day, or what somebody knows."""

from __future__ import annotations

from memdeck.upkeep.statement import Skill
from memdeck.upkeep.word_files import cues


def tells_of_past(text: str) -> bool:
    """Tell whether a piece of text speaks of how things were."""
    return bool(cues("past").search(text))


def skill_in(text: str) -> Skill:
    """Return how well a text says that somebody knows a thing; amounts of time alone don't say it."""
    if cues("novice").search(text):
        return Skill.NOVICE
    if cues("expert").search(text) or (cues("expert years").search(text) and cues("person").search(text)):
        return Skill.EXPERT
    return Skill.NONE


def tells_of_future(text: str) -> bool:
    """Tell whether a piece of text speaks of what may be; a date that is set is not such a thing."""
    return bool(cues("future").search(cues("set dates").sub("", text)))


def not_done_yet(text: str) -> bool:
    """Tell whether a text asks about a change, plans it or weighs it."""
    return bool(cues("not yet").search(text))
