"""The rules together with a judge: what it said before counts at once, asking it is left to who has time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import TypeAlias

from memdeck.memory.entry import Memory
from memdeck.memory.verdict import JudgeFault, UnclearAnswer, Verdict
from memdeck.store.verdicts import verdict_key
from memdeck.upkeep.compare import Comparer
from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.judging import Doubts, Judge, Limits, Question, decided
from memdeck.upkeep.statement import Statement

Verdicts: TypeAlias = Callable[[Sequence[str]], Mapping[str, Verdict]]
"""Gives the verdicts that are kept under these keys."""
_LEFT_ALONE = 60.0
"""Seconds for which a judge that failed is not asked by `asked` again."""


class JudgedComparer:
    """Compares as the rules do, and lets the verdicts count that a judge gave about these very words.

    So what a judge found outlives an edit of a tag, and what it took back is not raised again, and no change
    ever waits for a model. For one thread.
    """

    def __init__(
        self, rules: Comparer, doubts: Doubts, judge: Judge, limits: Limits, verdicts: Verdicts
    ) -> None:
        self.rules = rules
        self.doubts = doubts
        self.judge = judge
        self._limits = limits
        self._verdicts = verdicts
        self._said: dict[str, Verdict] = {}
        self._failed_at: float | None = None

    def statements(self, memory: Memory) -> list[Statement]:
        """Return what an entry states."""
        return self.rules.statements(memory)

    def compare_all(self, pairs: Sequence[tuple[Memory, Memory]]) -> list[Finding | None]:
        """Return what entries are to each other, by the rules and by what the judge said before."""
        found = self.rules.compare_all(pairs)
        asked = self._questions(pairs, found)
        verdicts = self._verdicts(sorted({key for _, key in asked.values()})) if asked else {}
        for place, (question, key) in asked.items():
            if key in verdicts:
                found[place] = self.decide(*pairs[place], found[place], question, verdicts[key])
        return found

    def asked(self, left: Memory, right: Memory) -> Finding | None:
        """Return what two entries are to each other; ask the judge when it was not asked before.

        When it fails the rules' answer stands, and it is left alone for a minute.
        """
        found = self.rules.compare(left, right)
        asked = self._questions([(left, right)], [found])
        if not asked or not self.doubts.near(left, right, found):
            return found
        question, key = asked[0]
        verdict = self._said.get(key) or self._verdicts([key]).get(key) or self._ask(question, key)
        return found if verdict is None else self.decide(left, right, found, question, verdict)

    def decide(
        self, left: Memory, right: Memory, found: Finding | None, question: Question, verdict: Verdict
    ) -> Finding | None:
        """Return what two entries are to each other by a verdict."""
        kind = FindingKind.CONTRADICTION if left.owner == right.owner else FindingKind.PRECEDENCE
        label = self.judge.label
        said = Finding(kind, f"judged by {label}", *self.doubts.shown(left, right), 0.0, label)
        return decided(found, question, verdict, self._limits, said)

    def _questions(
        self, pairs: Sequence[tuple[Memory, Memory]], found: Sequence[Finding | None]
    ) -> dict[int, tuple[Question, str]]:
        """Return what a judge can be asked, by the place of the pair, and what its verdict is found by."""
        try:
            identity = self.judge.identity
        except JudgeFault:
            return {}  # a scan and the doctor say so
        questions = (
            (place, self.doubts.question(*pair, finding))
            for place, (pair, finding) in enumerate(zip(pairs, found, strict=True))
        )
        return {place: (each, verdict_key(identity, each.pair)) for place, each in questions if each}

    def _ask(self, question: Question, key: str) -> Verdict | None:
        if self._failed_at is not None and monotonic() - self._failed_at < _LEFT_ALONE:
            return None
        try:
            verdict = self.judge.judge(*question.pair)
        except UnclearAnswer:
            return None
        except JudgeFault:
            self._failed_at = monotonic()
            return None
        self._said[key] = verdict
        return verdict
