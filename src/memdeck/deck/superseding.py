"""One entry takes the place of another: the line of versions."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import MemoryType, Status
from memdeck.memory.searchable import searchable
from memdeck.upkeep.change import announces_change
from memdeck.upkeep.finding import Finding, FindingKind

EXPLICIT, ALWAYS = "explicit", "always"
_SENTENCE = re.compile(r"(?<=[.!?])\s+|[。！？\n]+")
_WORD = re.compile(r"[^\W_]{2,}")


def superseded(loser: Memory, winner: Memory, moment: datetime) -> Memory:
    """Return the entry as it is once another one has taken its place.

    It held until the other one began, so that asking the past sees one of the two at any moment. When the
    other one began first, it never held.
    """
    end = max(begin_of(loser), begin_of(winner))
    if loser.valid_to is not None:
        end = min(end, loser.valid_to)
    return replace(loser, status=Status.SUPERSEDED, superseded_by=winner.id, valid_to=end, updated_at=moment)


def begin_of(memory: Memory) -> datetime:
    """Return since when an entry holds."""
    return memory.valid_from or memory.created_at


def replaces_by_itself(older: Memory, newer: Memory, finding: Finding, rule: str) -> bool:
    """Tell whether a new decision takes the place of an older one unasked. What a judge found never does.

    Args:
        older: the entry that was changed first.
        newer: the one that was just written.
        finding: what they are to each other.
        rule: `conflicts.auto_supersede`: with `explicit` the new text must announce the change, and the
            announcement must be about what was found.
    """
    decisions = older.type is newer.type is MemoryType.PROJECT and older.owner == newer.owner
    if not decisions or finding.judge or finding.kind is not FindingKind.CONTRADICTION:
        return False
    return rule == ALWAYS or (rule == EXPLICIT and _announced(newer, finding))


def _announced(memory: Memory, finding: Finding) -> bool:
    about = {searchable(text) for text in (finding.left, finding.right) if text}
    words = set(_WORD.findall(searchable(finding.attribute)))
    for text in (memory.title, memory.description, memory.content):
        for sentence in _SENTENCE.split(text):
            if announces_change(sentence) is None:
                continue
            said = searchable(sentence)
            if any(value in said for value in about) or any(word in said for word in words):
                return True
    return False
