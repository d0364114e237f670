"""What is put to a judge, and what becomes of its verdict."""

from __future__ import annotations

from pathlib import Path

import pytest
from memory_values import labelled, likeness, memory

from memdeck.memory.kinds import MemoryType
from memdeck.memory.verdict import Verdict
from memdeck.upkeep.compare import Comparer
from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.judging import Doubts, Limits, Question, decided
from memdeck.upkeep.vocabulary import standard_vocabulary

LIMITS = Limits(0.9, 0.05)
SAID = Finding(FindingKind.CONTRADICTION, "judged by tiny", "in S3", "in GCS", 0.0, "tiny")
OVER = Finding(FindingKind.PRECEDENCE, "judged by tiny", "in S3", "in GCS", 0.0, "tiny")
RULES = Finding(FindingKind.CONTRADICTION, "owner", "Dana", "web team", 0.75)
SAME = Finding(FindingKind.DUPLICATE, "one", "one", "other", 0.8)
WHOLE, PIECE = Question("a", "b", True), Question("a", "b", False)


@pytest.fixture(scope="module")
def doubts(tmp_path_factory: pytest.TempPathFactory) -> Doubts:
    meaning = likeness(tmp_path_factory.mktemp("cache"))
    return Doubts(Comparer(meaning=meaning), standard_vocabulary(), meaning)


def is_asked(doubts: Doubts, left: str, right: str, found: Finding | None = None) -> bool:
    one, other = memory(left, "a"), memory(right, "b")
    return doubts.question(one, other, found) is not None and doubts.near(one, other, found) > 0


def test_a_verdict_adds_what_it_is_sure_of() -> None:
    found = decided(None, WHOLE, Verdict(0.95, 0.01), LIMITS, SAID)
    assert found is not None
    assert (found.kind, found.score, found.judge) == (FindingKind.CONTRADICTION, 0.95, "tiny")
    assert found.evidence == "judged by tiny: in S3 ↔ in GCS"
    found = decided(None, WHOLE, Verdict(0.01, 0.95), LIMITS, SAID)
    assert found is not None and found.kind is FindingKind.DUPLICATE
    assert found.evidence == "judged by tiny: in S3 = in GCS"
    assert decided(None, WHOLE, Verdict(0.89, 0.1), LIMITS, SAID) is None


def test_pieces_and_other_owners_are_no_duplicates() -> None:
    assert decided(None, PIECE, Verdict(0, 0.99), LIMITS, SAID) is None
    assert decided(None, WHOLE, Verdict(0, 0.99), LIMITS, OVER) is None
    found = decided(None, PIECE, Verdict(0.99, 0), LIMITS, OVER)
    assert found is not None and found.kind is FindingKind.PRECEDENCE


def test_what_the_rules_found_is_taken_back_only_by_a_sure_no() -> None:
    assert decided(RULES, WHOLE, Verdict(0.06, 0), LIMITS, SAID) is RULES
    assert decided(RULES, WHOLE, Verdict(0.04, 0), LIMITS, SAID) is None
    assert decided(SAME, WHOLE, Verdict(0, 0.04), LIMITS, SAID) is None
    turned = decided(SAME, WHOLE, Verdict(0.97, 0), LIMITS, SAID)
    assert turned is not None and turned.kind is FindingKind.CONTRADICTION
    assert decided(RULES, WHOLE, Verdict(0, 0), Limits(0.9, 0), SAID) is RULES


def test_near_and_undecided_pairs_are_asked_about(doubts: Doubts) -> None:
    assert is_asked(doubts, "Tests live next to the code.", "Tests live in a separate tests folder.")
    assert is_asked(doubts, "静态资源托管在 Cloudflare。", "静态资源放在阿里云 OSS。")
    assert is_asked(doubts, "Docker Compose is used for local development.", "本地开发用 Minikube。")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The build tool is Gradle.", "Alerts only page during office hours."),
        ("The refund service has 3 replicas.", "The feed service runs without limits."),
        ("Room 7 has a projector.", "Room 14 has no projector."),
        ("We migrated from MySQL in 2023.", "Reports are stored elsewhere now."),
    ],
)
def test_what_is_far_or_kept_apart_for_a_reason_is_not(doubts: Doubts, left: str, right: str) -> None:
    assert not is_asked(doubts, left, right)


def test_explicit_evidence_and_equal_texts_are_not_asked_about(doubts: Doubts) -> None:
    one, other = memory("Build with Gradle.", "a"), memory("Build with Maven.", "b")
    sure = Finding(FindingKind.CONTRADICTION, "build tool", "Gradle", "Maven", 0.95)
    assert doubts.question(one, other, sure) is None
    assert doubts.question(one, memory("build  with gradle.", "c"), None) is None
    assert doubts.question(one, one, None) is None
    assert doubts.question(one, other, RULES) is not None


def test_entries_that_never_meet_are_not_asked_about(doubts: Doubts) -> None:
    one = memory("Tests live next to the code.", "a")
    text = "Tests live in a separate folder."
    assert doubts.question(one, memory(text, "b", owner="project:other"), None) is None
    assert doubts.question(one, memory(text, "b", kind=MemoryType.TODO), None) is None
    assert doubts.question(one, memory(text, "b", owner="user:me"), None) is not None


def test_of_a_long_entry_the_nearest_statement_is_asked_about(doubts: Doubts) -> None:
    filler = " ".join(f"The colour of door number {number} is grey." for number in range(9))
    long = memory(f"{filler} Test fixtures live beside the code. {filler}", "a", title="House rules")
    question = doubts.question(long, memory("Test fixtures live in a folder of their own.", "b"), None)
    assert question is not None and not question.whole
    assert question.left.startswith("House rules: ") and "beside the code" in question.left
    assert len(question.left) < 200 < len(long.content)
    assert doubts.question(long, memory("Test fixtures live elsewhere.", "b"), SAME) is None


def test_a_question_is_the_same_in_both_orders(doubts: Doubts) -> None:
    one, other = memory("Tests live here.", "a"), memory("Tests live there.", "b")
    there, back = doubts.question(one, other, None), doubts.question(other, one, None)
    assert there is not None and back is not None and there.pair == back.pair


def test_most_of_what_the_rules_miss_is_asked_about(doubts: Doubts) -> None:
    """Of the labelled pairs that the rules find nothing in."""
    rules = doubts._rules
    asked = {"contradiction": 0, "duplicate": 0, "compatible": 0}
    missed = dict(asked)
    for file in sorted(Path(__file__).parent.glob("pairs_*.tsv")):
        for label, left, right in labelled(file):
            if rules.compare(memory(left, "a"), memory(right, "b")) is None:
                missed[label] += 1
                asked[label] += is_asked(doubts, left, right)
    print(asked, "of", missed)
    hits = asked["contradiction"] + asked["duplicate"]
    assert hits >= 0.85 * (missed["contradiction"] + missed["duplicate"])
    assert asked["compatible"] <= 0.5 * missed["compatible"]
