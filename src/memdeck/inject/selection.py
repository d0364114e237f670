"""Which of the ranked entries go in: whole entries only, within number, tokens and characters.

An entry that doesn't fit is left out with the reason, and the next one is tried: a block is never cut.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from memdeck.inject.block import Piece, Style
from memdeck.inject.tokens import token_count
from memdeck.memory.entry import Memory
from memdeck.memory.kinds import MemoryType
from memdeck.memory.ranking import Dropped, Hit, Miss

HOOK_CHARACTERS = 9_000
"""Longest block: beyond 10,000 characters an assistant is given a file's path instead of the text."""


class Limits(NamedTuple):
    """What a block may cost."""

    entries: int
    tokens: int
    characters: int = HOOK_CHARACTERS


@dataclass(slots=True, eq=False, repr=False)
class Selection:
    """The picks in the order in which they were made, the block they form, and what had to stay out."""

    text: str = ""
    kept: list[Hit] = field(default_factory=list)
    places: list[range] = field(default_factory=list)
    """Which lines of the text each pick takes."""
    dropped: list[Dropped] = field(default_factory=list)


def selected(hits: Iterable[Hit], style: Style, limits: Limits) -> Selection:
    """Return what fits, tried in the given order; summaries only take the room that others leave."""
    hits = list(hits)
    made = Selection()
    pieces: list[Piece] = []
    for hit in sorted(hits, key=lambda hit: hit.memory.type is MemoryType.SUMMARY):
        if len(made.kept) >= limits.entries:
            made.dropped.append(_out(hit, Miss.NO_ROOM))
            continue
        reason = _too_long_alone(hit.memory, limits) if style.holds_content(hit.memory) else None
        if reason is None:
            piece = style.piece(hit.memory)
            text = style.block([*pieces, piece])
            reason = _over(text, limits)
        if reason is not None:
            made.dropped.append(_out(hit, reason))
            continue
        pieces.append(piece)
        made.kept.append(hit)
        made.text = text
    made.places = style.places(pieces)
    return made


def characters(text: str) -> int:
    """Return the length as assistants count it, in UTF-16 units: an emoji counts twice."""
    return len(text) + sum(character > "\uffff" for character in text)


def _too_long_alone(memory: Memory, limits: Limits) -> str | None:
    """Spare the work of writing an entry out whose content alone is too long."""
    least = len(memory.content.strip())
    if least > limits.characters:
        return f"{Miss.BUDGET}: alone {least:,} of the {limits.characters:,} characters of a hook"
    return None


def _over(text: str, limits: Limits) -> str | None:
    if (tokens := token_count(text)) > limits.tokens:
        return f"{Miss.BUDGET}: with it ≈{tokens:,} of {limits.tokens:,} tokens"
    if (length := characters(text)) > limits.characters:
        return f"{Miss.BUDGET}: with it {length:,} of the {limits.characters:,} characters of a hook"
    return None


def _out(hit: Hit, reason: str) -> Dropped:
    return Dropped(hit.memory, hit.score, hit.parts, reason)
