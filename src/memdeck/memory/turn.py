"""Entries that are one turn of a conversation: `Ana: I moved the meeting to Friday.`"""

from __future__ import annotations

from typing import NamedTuple

from memdeck.memory.entry import Memory
from memdeck.memory.late_pattern import compiled
from memdeck.memory.searchable import searchable

_SPEAKER = r"([^\s:：][^:：\n]{0,39})[:：]\s+(?=\S)"


class Turn(NamedTuple):
    """What was said, by whom, and in which conversation."""

    speaker: str
    """The name in searchable form."""
    said: str
    """The content without the name before it."""
    conversation: str
    """Turns of one conversation have the same; its neighbours help to understand a turn."""


def turn_of(memory: Memory) -> Turn | None:
    """Return the turn that an entry holds, or None for everything else.

    `Note: use pnpm` is no turn: the name before the colon must also begin the title, or the entry must
    say which conversation it is from.
    """
    found = compiled(_SPEAKER).match(memory.content)
    if found is None:
        return None
    speaker = searchable(found.group(1)).strip()
    titled = searchable(memory.title).startswith(speaker)
    if not speaker or not (titled or memory.source.conversation):
        return None
    when = memory.source.conversation or memory.created_at.isoformat()
    return Turn(speaker, memory.content[found.end() :], f"{memory.owner} {when}")
