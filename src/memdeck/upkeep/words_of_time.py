"""Texts that tell how things were, what may be one day, or what somebody knows."""

from __future__ import annotations

from memdeck.upkeep.word_files import cues


def tells_of_past(text: str) -> bool:
    """Tell whether a piece of text speaks of how things were."""
    return bool(cues("past").search(text))


def tells_of_skill(text: str) -> bool:
    """Tell whether a piece of text says what somebody knows, which rules out nothing."""
    return bool(cues("skill").search(text))


def tells_of_future(text: str) -> bool:
    """Tell whether a piece of text speaks of what may be; a date that is set is not such a thing."""
    return bool(cues("future").search(cues("set dates").sub("", text)))


def not_done_yet(text: str) -> bool:
    """Tell whether a text asks about a change, plans it or weighs it."""
    return bool(cues("not yet").search(text))
