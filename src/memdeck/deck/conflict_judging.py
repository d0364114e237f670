"""Asking a judge about the pairs that the rules left undecided: part of a scan, never of a change."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from memdeck.deck.conflict_look import Look, Looker, Pair
from memdeck.deck.judged_comparer import JudgedComparer
from memdeck.deck.parts import Parts
from memdeck.memory.verdict import JudgeFault, UnclearAnswer, Verdict
from memdeck.store.conflict_keys import KeyedEntries, StoredKeys
from memdeck.store.conflict_writing import ConflictWriting
from memdeck.store.portions import parts
from memdeck.store.verdicts import VerdictReader, VerdictWriting, verdict_key
from memdeck.store.writer import Writer
from memdeck.upkeep.judging import Question

_Open: TypeAlias = tuple[Pair, Question, str]
"""A pair, what is asked about it, and what the verdict is found by."""
Progress = Callable[[int, int], None]
MOST_EACH = 6
"""Pairs of one entry that a judge is asked about in one scan, the nearest first."""
_PORTION = 5
"""Entries whose verdicts are kept together: what was paid for is lost by no fault and no interruption."""
_UNCLEAR = 3
"""So many answers in a row that can't be used are a fault."""


@dataclass(slots=True)
class Judged:
    """What asking did so far."""

    asked: int = 0
    unclear: int = 0
    left: int = 0
    """Entries that wait for the next scan."""
    fault: str = ""
    changed: set[str] = field(default_factory=set)
    """Entries for which the verdicts make a difference; they wait to be compared again."""


@dataclass(slots=True)
class _Portion:
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)


class ConflictJudging:
    """Asks one deck's judge. Only one thread at a time does; another one finds nothing to do."""

    def __init__(self, deck_parts: Parts, comparer: Callable[[], JudgedComparer]) -> None:
        self._parts = deck_parts
        self._make_comparer = comparer
        self._busy = threading.Lock()
        self._entries = KeyedEntries(deck_parts.database)
        self._reader = VerdictReader(deck_parts.database)

    def run(self, writer: Writer, *, full: bool = False, progress: Progress | None = None) -> Judged:
        """Ask about the neighbours of each entry that changed since this judge was asked about it.

        Args:
            writer: keeps the verdicts.
            full: look at every entry; what was asked before is not asked again.
            progress: told how many of how many entries were looked at.

        Returns:
            What was asked; a fault of the judge is said there.
        """
        tally = Judged()
        if not self._parts.database.exists or not self._busy.acquire(blocking=False):
            return tally
        try:
            if full:
                with writer.batch(self._parts.author) as batch:
                    VerdictWriting(batch).begin_anew()
            self._ask_all(writer, tally, progress)
        finally:
            self._busy.release()
        return tally

    def _ask_all(self, writer: Writer, tally: Judged, progress: Progress | None) -> None:
        comparer = self._make_comparer()
        try:
            identity = comparer.judge.identity
        except JudgeFault as fault:
            tally.fault = str(fault)
            return
        waiting = self._reader.unjudged(identity)
        tally.left = len(waiting)
        looker = Looker(comparer.rules, StoredKeys(self._parts.database), self._entries, self._parts.clock())
        most = self._parts.settings.conflicts.judge_most
        asking = _Asking(comparer, identity, self._reader, tally, most)
        for ids in parts(waiting, _PORTION):
            keys = self._entries.keys(ids)
            entries = self._entries.of(list(keys.values()))
            looks = looker.look_at([(memory, key, ()) for key, memory in entries.items()])
            asking.soon(looks)
            portion = _Portion()
            goes_on = all(asking.about(look, portion) for look in looks)
            self._keep(writer, portion, identity)
            tally.changed |= portion.changed
            tally.left -= len(ids) if goes_on else len(portion.versions)
            if not goes_on:
                return
            if progress is not None:
                progress(len(waiting) - tally.left, len(waiting))

    def _keep(self, writer: Writer, portion: _Portion, identity: str) -> None:
        with writer.batch(self._parts.author) as batch:
            findings, verdicts = ConflictWriting(batch), VerdictWriting(batch)
            findings.lock()
            standing = findings.standing(sorted(portion.versions.keys() | portion.changed))
            there = {
                standing[id_][0]: version for id_, version in portion.versions.items() if id_ in standing
            }
            verdicts.put(portion.verdicts)
            verdicts.note_judged(there, identity)
            if waiting := sorted(portion.changed & standing.keys()):
                findings.wait(waiting)


class _Asking:
    """Asks about the pairs of one entry after the other."""

    def __init__(
        self, comparer: JudgedComparer, identity: str, reader: VerdictReader, tally: Judged, most: int
    ) -> None:
        self._comparer = comparer
        self._identity = identity
        self._reader = reader
        self._tally = tally
        self._most = most
        self._unclear = 0
        self._unusable: set[str] = set()
        """Questions without a usable answer: each pair comes up from both of its sides."""

    def soon(self, looks: Sequence[Look]) -> None:
        """Let the encoder read in one go what is needed to tell which pairs are near."""
        doubts = self._comparer.doubts
        pairs = [pair for look in looks for pair in look.pairs if pair.finding is None]
        asked = [(pair.older, pair.newer) for pair in pairs if doubts.question(pair.older, pair.newer, None)]
        doubts.soon(asked)

    def about(self, look: Look, portion: _Portion) -> bool:
        """Ask about the nearest pairs of an entry; return False when nothing more is to be asked."""
        questions = self._questions(look)
        known = self._reader.of([key for _, _, key in questions]) | portion.verdicts
        for pair, question, key in questions:
            if key in known:
                self._compare_again(look, portion, pair, question, known[key])
        for pair, question, key in self._nearest(questions):
            if key in known or key in self._unusable:
                continue
            if self._tally.asked >= self._most:
                return False
            try:
                verdict = self._answer(question)
            except JudgeFault as fault:
                self._tally.fault = str(fault)
                return False
            if verdict is None:
                self._unusable.add(key)
                continue
            known[key] = portion.verdicts[key] = verdict
            self._compare_again(look, portion, pair, question, verdict)
        portion.versions[look.memory.id] = look.memory.version
        return True

    def _compare_again(
        self, look: Look, portion: _Portion, pair: Pair, question: Question, verdict: Verdict
    ) -> None:
        """Let the entry be compared again when a verdict makes a difference to it."""
        if self._comparer.decide(pair.older, pair.newer, pair.finding, question, verdict) != pair.finding:
            portion.changed.add(look.memory.id)

    def _answer(self, question: Question) -> Verdict | None:
        try:
            self._tally.asked += 1
            verdict = self._comparer.judge.judge(*question.pair)
        except UnclearAnswer as unclear:
            self._tally.unclear += 1
            self._unclear += 1
            if self._unclear >= _UNCLEAR:
                raise JudgeFault(unclear.message, unclear.hint) from unclear
            return None
        self._unclear = 0
        return verdict

    def _questions(self, look: Look) -> list[_Open]:
        found: list[_Open] = []
        for pair in look.pairs:
            question = self._comparer.doubts.question(pair.older, pair.newer, pair.finding)
            if question is not None:
                found.append((pair, question, verdict_key(self._identity, question.pair)))
        return found

    def _nearest(self, questions: Sequence[_Open]) -> list[_Open]:
        near = self._comparer.doubts.near
        rated = [
            (near(pair.older, pair.newer, pair.finding), pair, question, key)
            for pair, question, key in questions
        ]
        ordered = sorted((each for each in rated if each[0]), key=lambda each: -each[0])
        return [(pair, question, key) for _, pair, question, key in ordered[:MOST_EACH]]
