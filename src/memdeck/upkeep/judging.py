"""What a judge is asked about, and what becomes of its verdict.

A judge is a model: it knows more words than the rules, and can't say why. So the rules decide where they have
explicit evidence, for and against; a judge is asked about the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from memdeck.memory.entry import Memory
from memdeck.memory.searchable import searchable
from memdeck.memory.verdict import Verdict
from memdeck.upkeep.compare import TELLING, Ahead, Comparer, Meaning, seen_together
from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import contrasted, likeness, other_things
from memdeck.upkeep.statement import Statement
from memdeck.upkeep.vocabulary import Vocabulary

EXPLICIT = 0.9
"""Findings of the rules that are at least so sure are not put to the judge."""
_WORDS, _MEANING = 0.2, 0.5
"""Pairs alike to one of these, by their words or by the encoder, are near."""
_SHORT = 400
"""Characters of an entry that the judge reads whole; of a longer one the statement nearest to the other."""
_STATEMENTS = 40
"""Statements of an entry that are looked through."""
_SHOWN = 80


class Judge(Protocol):
    """A model that is asked about pairs which the rules left undecided."""

    @property
    def label(self) -> str:
        """How evidence names it."""
        ...

    @property
    def identity(self) -> str:
        """Model and the way it is asked: verdicts of another identity don't count. Raise JudgeFault."""
        ...

    def judge(self, left: str, right: str) -> Verdict:
        """Return what two statements are to each other, whichever stands first.

        Raises:
            UnclearAnswer: this one question has no usable answer.
            JudgeFault: it can't be used.
        """
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """How sure a judge must be."""

    adds: float
    """At least so probable is what it finds by itself."""
    drops: float
    """Less probable than this is what it takes back of the rules' findings."""


@dataclass(frozen=True, slots=True)
class Question:
    """Two statements to be judged."""

    left: str
    right: str
    whole: bool
    """True when both are all that their entries say; only then can they be duplicates."""

    @property
    def pair(self) -> tuple[str, str]:
        """Both in an order that does not depend on which came first."""
        one, other = sorted((self.left, self.right))
        return one, other


class Doubts:
    """Tells which pairs are put to a judge, and in which words."""

    def __init__(
        self,
        rules: Comparer,
        vocabulary: Vocabulary,
        meaning: Meaning | None = None,
        ahead: Ahead | None = None,
    ) -> None:
        """Take the rules, the known words, and an encoder's likeness, which hears of pairs by `ahead`."""
        self._rules = rules
        self._vocabulary = vocabulary
        self._meaning = meaning
        self._ahead = ahead

    def question(self, left: Memory, right: Memory, found: Finding | None) -> Question | None:
        """Return what a judge may be asked about two entries, or None where the rules decide.

        Args:
            left: one entry.
            right: the other.
            found: what the rules found between them.
        """
        if found is not None and found.score >= EXPLICIT and found.kind is not FindingKind.DUPLICATE:
            return None
        if not _may_meet(left, right) or _same_text(left, right):
            return None
        one, other = whole_text(left), whole_text(right)
        whole = len(one) <= _SHORT and len(other) <= _SHORT
        if not whole:
            near = self._nearest(left, right)
            if near is None:
                return None
            one, other = (
                text if len(text) <= _SHORT else _with_title(memory, statement.text)
                for memory, text, statement in ((left, one, near[1]), (right, other, near[2]))
            )
        if not whole and found is not None and found.kind is FindingKind.DUPLICATE:
            return None
        return Question(one, other, whole)

    def soon(self, pairs: Sequence[tuple[Memory, Memory]]) -> None:
        """Let the encoder read in one go what `near` is about to be asked of."""
        if self._ahead is not None and pairs:
            self._ahead(pairs)

    def near(self, left: Memory, right: Memory, found: Finding | None) -> float:
        """Return how near two entries are, and 0 when a judge need not be asked.

        What the rules found is near. Else something of both must be alike that the rules don't keep apart
        for a reason: other named things (the refund and the feed service), words that exclude each other.
        """
        if found is not None:
            return 1.0 + found.score
        nearest = self._nearest(left, right)
        if nearest is None:
            return 0.0
        words = nearest[0]
        meaning = self._meaning(left, right) if self._meaning is not None else 0.0
        return max(words, meaning) if words >= _WORDS or meaning >= _MEANING else 0.0

    def shown(self, left: Memory, right: Memory) -> tuple[str, str]:
        """Return the two statements that are nearest to each other, as evidence shows them."""
        nearest = self._nearest(left, right)
        texts = (nearest[1].text, nearest[2].text) if nearest else (left.title, right.title)
        one, other = (_short(text) for text in texts)
        return one, other

    def _nearest(self, left: Memory, right: Memory) -> tuple[float, Statement, Statement] | None:
        vocabulary = self._vocabulary
        pairs = (
            (likeness(mine, other), mine, other)
            for mine in self._rules.statements(left)[:_STATEMENTS]
            for other in self._rules.statements(right)[:_STATEMENTS]
            if not mine.past and not other.past
            if not contrasted(mine, other, vocabulary.contrasts) and not other_things(mine, other)
        )
        return max(pairs, key=lambda pair: pair[0], default=None)


def decided(
    found: Finding | None, question: Question, verdict: Verdict, limits: Limits, said: Finding
) -> Finding | None:
    """Return what two entries are to each other, once a judge was asked.

    Args:
        found: what the rules found.
        question: what the judge was asked.
        verdict: what it said.
        limits: how sure it must be.
        said: the finding that it would be, as a contradiction or precedence: who judged, what both say.
    """
    if found is not None and _probability(found.kind, verdict) >= limits.drops:
        return found
    contradiction, duplicate = verdict.contradiction, verdict.duplicate
    if contradiction >= max(limits.adds, duplicate):
        return said.with_kind(said.kind, contradiction)
    may_be_same = question.whole and said.kind is not FindingKind.PRECEDENCE
    if may_be_same and duplicate >= limits.adds:
        return said.with_kind(FindingKind.DUPLICATE, duplicate)
    return None


def whole_text(memory: Memory) -> str:
    """Return all that an entry says, its title first unless the text begins with it."""
    said = [memory.title, memory.description, memory.content.strip()]
    if searchable(memory.content).startswith(searchable(memory.title).rstrip(".…。 ")):
        said[0] = ""
    return "\n".join(text for text in said if text)


def _with_title(memory: Memory, text: str) -> str:
    return _cut(f"{memory.title}: {text}", _SHORT)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _short(text: str) -> str:
    return _cut(" ".join(text.split()), _SHOWN)


def _probability(kind: FindingKind, verdict: Verdict) -> float:
    return verdict.duplicate if kind is FindingKind.DUPLICATE else verdict.contradiction


def _may_meet(left: Memory, right: Memory) -> bool:
    if left.id == right.id or {left.type, right.type} & TELLING:
        return False
    return left.owner == right.owner or seen_together(left.owner, right.owner)


def _same_text(left: Memory, right: Memory) -> bool:
    return searchable(left.content).split() == searchable(right.content).split()
