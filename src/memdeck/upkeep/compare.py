"""Compares entries: do they contradict each other, or say the same?"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from typing import TypeAlias

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import MemoryType
from memdeck.memory.owner import Owner, OwnerKind
from memdeck.memory.searchable import searchable
from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import contrasted, other_things
from memdeck.upkeep.reading import read_entry
from memdeck.upkeep.rule_alternatives import alternatives
from memdeck.upkeep.rule_amounts import amounts
from memdeck.upkeep.rule_duplicates import duplicate, joined
from memdeck.upkeep.rule_names import names
from memdeck.upkeep.rule_opposites import opposites
from memdeck.upkeep.rule_polarity import polarity
from memdeck.upkeep.rule_preferences import preferences
from memdeck.upkeep.rule_skills import skills
from memdeck.upkeep.rule_slots import slots
from memdeck.upkeep.statement import Skill, SlotForm, Statement
from memdeck.upkeep.vocabulary import Vocabulary, standard_vocabulary

Meaning = Callable[[Memory, Memory], float]
"""How alike two entries are by an encoder, 0 to 1."""
Ahead = Callable[[Sequence[tuple[Memory, Memory]]], None]

_Words: TypeAlias = "tuple[str, str, str]"

TELLING = frozenset({MemoryType.TODO, MemoryType.SUMMARY, MemoryType.SNIPPET})
"""Types that can't contradict: work to do, what happened, code. They can still be duplicates."""
_KEPT = 20_000
"""Entries whose statements are kept between comparisons; the first read go first."""


class _Reading:
    """What was read of an entry, in the forms in which comparing needs it."""

    def __init__(self, memory: Memory, vocabulary: Vocabulary) -> None:
        self._content = memory.content
        self.statements = read_entry(memory, vocabulary)
        self.present = [statement for statement in self.statements if not statement.past]
        self.marks = frozenset[str]().union(*(statement.marks for statement in self.present))
        self.chinese = any(statement.chinese for statement in self.present)

    @cached_property
    def whole(self) -> Statement | None:
        """All that the entry states as one statement."""
        return joined(self.statements) if self.statements else None

    @cached_property
    def text(self) -> str:
        """The content without differences that say nothing."""
        return " ".join(searchable(self._content).split())


class Comparer:
    """Compares entries and keeps what it has read of each. For one thread."""

    def __init__(
        self,
        vocabulary: Vocabulary | None = None,
        meaning: Meaning | None = None,
        ahead: Ahead | None = None,
    ) -> None:
        """Take the known words (None: those that come with Memdeck), and an encoder's likeness, if any.

        `ahead` is told the pairs that the likeness is about to be asked for.
        """
        self._vocabulary = vocabulary or standard_vocabulary()
        self._meaning = meaning
        self._ahead = ahead
        self._kept: OrderedDict[_Words, _Reading] = OrderedDict()

    def compare(self, left: Memory, right: Memory) -> Finding | None:
        """Return what two entries are to each other, or None when both may stand.

        Entries of different owners never meet, except a person's and a project's: what would be a
        contradiction is a matter of precedence there.
        """
        if left.id == right.id:
            return None
        same = left.owner == right.owner
        if not same and not seen_together(left.owner, right.owner):
            return None
        telling = bool({left.type, right.type} & TELLING)
        if telling and (not same or left.type != right.type):
            return None
        one, other = self._reading(left), self._reading(right)
        if same and left.type == right.type and one.text == other.text:
            return Finding(FindingKind.DUPLICATE, left.title, left.title, right.title, 1.0)
        if not telling:
            found = self._contradiction(one, other)
        else:
            found = _other_deadline(one, other) if left.type is MemoryType.TODO else None
        if same:
            return found or self._duplicate(left, right, one, other)
        return replace(found, kind=FindingKind.PRECEDENCE) if found is not None else None

    def compare_all(self, pairs: Sequence[tuple[Memory, Memory]]) -> list[Finding | None]:
        """Return what `compare` does for each pair; the encoder is asked for all of them at once."""
        ahead, meaning = self._ahead, self._meaning
        if ahead is None or meaning is None:
            return [self.compare(*pair) for pair in pairs]
        waiting: list[int] = []
        found: list[Finding | None] = []

        def later(left: Memory, right: Memory) -> float:
            waiting.append(len(found))
            return 0.0

        try:
            self._meaning = later
            for pair in pairs:
                found.append(self.compare(*pair))
        finally:
            self._meaning = meaning
        ahead([pairs[place] for place in waiting])
        for place in waiting:
            found[place] = self.compare(*pairs[place])
        return found

    def statements(self, memory: Memory) -> list[Statement]:
        """Return what an entry states."""
        return self._reading(memory).statements

    def _reading(self, memory: Memory) -> _Reading:
        """Return what was read of an entry: the same text is read once, whoever's it is."""
        words = (memory.content, memory.description, memory.title)
        reading = self._kept.get(words)
        if reading is None:
            reading = self._kept[words] = _Reading(memory, self._vocabulary)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return reading

    def _contradiction(self, one: _Reading, other: _Reading) -> Finding | None:
        if one.marks.isdisjoint(other.marks) and not (one.chinese and other.chinese):
            return None
        found = [
            finding
            for mine in one.present
            for its in other.present
            for finding in (_judge(mine, its, self._vocabulary),)
            if finding is not None
        ]
        return max(found, key=lambda finding: finding.score, default=None)

    def _duplicate(self, left: Memory, right: Memory, one: _Reading, other: _Reading) -> Finding | None:
        if one.whole is None or other.whole is None:
            return None
        meaning = self._meaning
        likeness = partial(meaning, left, right) if meaning is not None else None
        return duplicate(one.whole, other.whole, self._vocabulary, likeness)


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
    return Comparer(vocabulary, meaning).compare(left, right)


def seen_together(left: str, right: str) -> bool:
    """Tell whether one request sees the entries of both owners: a person and a project."""
    return {_kind_of(left), _kind_of(right)} == {OwnerKind.USER, OwnerKind.PROJECT}


@lru_cache(maxsize=4096)
def _kind_of(owner: str) -> OwnerKind:
    return Owner.parse(owner).kind


def _judge(left: Statement, right: Statement, vocabulary: Vocabulary) -> Finding | None:
    if not _meet(left, right) or contrasted(left, right, vocabulary.contrasts):
        return None
    if left.skill is not Skill.NONE or right.skill is not Skill.NONE:
        return skills(left, right)
    if left.things and right.things and other_things(left, right, _kind_words(left, right, vocabulary)):
        return None
    turned = contrasted(left, right, vocabulary.pairs)  # opens at 7, closes at 22
    return (
        preferences(left, right)
        or (alternatives(left, right, vocabulary) if left.mentions and right.mentions else None)
        or (None if turned else amounts(left, right) or slots(left, right))
        or names(left, right)
        or opposites(left, right, vocabulary)
        or polarity(left, right)
    )


def _kind_words(left: Statement, right: Statement, vocabulary: Vocabulary) -> frozenset[str]:
    """Return what the kinds of things that both name are called: `queue` is no name in "queue service"."""
    kinds = {m.kind for m in left.mentions} & {m.kind for m in right.mentions}
    return frozenset[str]().union(*(vocabulary.kinds[kind].words for kind in kinds))


def _other_deadline(one: _Reading, other: _Reading) -> Finding | None:
    """Return the contradiction between the days by which two entries want the same work done."""
    if len(one.present) != 1 or len(other.present) != 1:
        return None
    mine, its = one.present[0], other.present[0]
    if (
        not all(s.slots and s.slots[0].form is SlotForm.DATE for s in (mine, its))
        or mine.strong != its.strong
    ):
        return None
    return slots(mine, its)


def _meet(left: Statement, right: Statement) -> bool:
    """Tell whether two statements have anything in common; most have not, and this is quick."""
    return not left.marks.isdisjoint(right.marks) or (left.chinese and right.chinese)
