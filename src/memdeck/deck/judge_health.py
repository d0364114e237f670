"""Whether the judge of the settings can be used, for `memdeck doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from memdeck.deck.base import DeckBase
from memdeck.deck.comparers import judge_of
from memdeck.memory.verdict import JudgeFault, Verdict
from memdeck.store.verdicts import VerdictReader

QUESTION = ("The project is built with Gradle.", "The project is built with Maven, not with Gradle.")
"""What every judge should call a contradiction; nothing of the store is sent."""


@dataclass(frozen=True, slots=True)
class JudgeHealth:
    """How a judge is."""

    judge: str
    verdict: Verdict | None = None
    """What it says about the question; None with a fault."""
    seconds: float = 0.0
    """How long it took, a model's loading included."""
    waiting: int = 0
    """Entries that it is still to be asked about."""
    fault: str = ""


def judge_health(deck: DeckBase) -> JudgeHealth | None:
    """Ask the judge one question; None when the settings name none. Never raises for the judge's faults."""
    judge = judge_of(deck.parts)
    if judge is None:
        return None
    begun = monotonic()
    try:
        identity = judge.identity
        verdict = judge.judge(*QUESTION)
    except JudgeFault as fault:
        return JudgeHealth(judge.label, seconds=monotonic() - begun, fault=str(fault))
    seconds = monotonic() - begun
    waiting = len(VerdictReader(deck.parts.database).unjudged(identity))
    return JudgeHealth(judge.label, verdict, seconds, waiting)
