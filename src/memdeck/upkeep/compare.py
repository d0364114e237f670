"""Compares two entries: do they contradict each other, or say the same?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import MemoryType
from memdeck.memory.owner import Owner, OwnerKind
from memdeck.memory.searchable import searchable
from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import contrasted
from memdeck.upkeep.reading import read_entry
from memdeck.upkeep.rule_alternatives import alternatives
from memdeck.upkeep.rule_amounts import amounts
from memdeck.upkeep.rule_duplicates import duplicate
from memdeck.upkeep.rule_polarity import polarity
from memdeck.upkeep.rule_slots import slots
from memdeck.upkeep.statement import Statement
from memdeck.upkeep.vocabulary import Vocabulary, standard_vocabulary

Meaning = Callable[[Memory, Memory], float]
"""How alike two entries are by an encoder, 0 to 1."""

_TELLING = frozenset({MemoryType.TODO, MemoryType.SUMMARY, MemoryType.SNIPPET})
"""Types that can't contradict: work to do, what happened, code. They can still be duplicates."""


def compare(
    left: Memory, right: Memory, *, vocabulary: Vocabulary | None = None, meaning: Meaning | None = None
) -> Finding | None:
    """Return what two entries are to each other, or None when both may stand.

    Args:
        left: one entry, usually the older.
        right: the other.
        vocabulary: known things and words; None is what comes with Memdeck.
        meaning: an encoder's likeness, asked only when the words alone don't decide.
    """
    if left.id == right.id:
        return None
    precedence = _precedence(left, right)
    if left.owner != right.owner and not precedence:
        return None
    if _text(left) == _text(right):
        return None if precedence else Finding(FindingKind.DUPLICATE, left.title, left.title, right.title, 1.0)
    words = vocabulary or standard_vocabulary()
    mine, other = read_entry(left, words), read_entry(right, words)
    if not mine or not other:
        return None
    if not {left.type, right.type} & _TELLING:
        found = contradiction(mine, other, words)
        if found is not None:
            return replace(found, kind=FindingKind.PRECEDENCE) if precedence else found
    if precedence or left.type != right.type and {left.type, right.type} & _TELLING:
        return None
    return duplicate(mine, other, words, meaning(left, right) if meaning is not None else None)


def contradiction(
    left: Sequence[Statement], right: Sequence[Statement], vocabulary: Vocabulary
) -> Finding | None:
    """Return the surest contradiction between any two statements of two entries."""
    found = [
        finding
        for mine in left
        for other in right
        if not mine.past and not other.past
        for finding in (_judge(mine, other, vocabulary),)
        if finding is not None
    ]
    return max(found, key=lambda finding: finding.score, default=None)


def _judge(left: Statement, right: Statement, vocabulary: Vocabulary) -> Finding | None:
    if contrasted(left, right, vocabulary.contrasts):
        return None
    return (
        alternatives(left, right, vocabulary)
        or amounts(left, right)
        or slots(left, right)
        or polarity(left, right)
    )


def _precedence(left: Memory, right: Memory) -> bool:
    kinds = {Owner.parse(left.owner).kind, Owner.parse(right.owner).kind}
    return kinds == {OwnerKind.USER, OwnerKind.PROJECT}


def _text(memory: Memory) -> str:
    return " ".join(searchable(memory.content).split())
