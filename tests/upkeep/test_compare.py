from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_values import memory

from memdeck.deck import Deck
from memdeck.memory.kinds import MemoryType
from memdeck.upkeep.compare import compare
from memdeck.upkeep.finding import FindingKind


@pytest.mark.parametrize(
    ("left", "right", "evidence"),
    [
        ("Build with Maven.", "Always use Gradle.", "build tool: Maven ↔ Gradle"),
        ("提交前必须跑单元测试。", "提交前不用跑单元测试。", "提交单元测试: must ↔ need not"),
        ("Use tabs.", "Indent with 2 spaces.", "indentation: tabs ↔ spaces"),
        ("接口超时 3 秒。", "API timeout is 5 s.", "接口超时: 3 秒 ↔ 5 s"),
        ("Python 3.10 is used.", "We use Python 3.12.", "Python: 3.10 ↔ 3.12"),
        ("Dana owns the billing service.", "Billing is owned by the web team.",
         "owner: billing: Dana ↔ web team"),
        ("Run migrations before the deploy.", "Run migrations after the deploy.",
         "migrations deploy: before ↔ after"),
    ],
)  # fmt: skip
def test_evidence_names_attribute_and_both_sides(left: str, right: str, evidence: str) -> None:
    finding = compare(memory(left), memory(right, "b"))
    assert finding is not None and finding.kind is FindingKind.CONTRADICTION
    assert finding.evidence == evidence


def test_contradiction_is_seen_when_the_newer_names_the_older() -> None:
    """S54: "we use PostgreSQL", later "we moved from PostgreSQL to MySQL"."""
    finding = compare(memory("We use PostgreSQL."), memory("We moved from PostgreSQL to MySQL.", "b"))
    assert finding is not None and finding.kind is FindingKind.CONTRADICTION
    assert finding.evidence == "database: PostgreSQL ↔ MySQL"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Ana works at Acme.", "Ana administers Acme's git organisation."),
        ("API returns JSON (v1).", "API returns protobuf (v2)."),
        ("We migrated from MySQL to PostgreSQL.", "The database is PostgreSQL."),
        ("Use tabs in Makefiles.", "Use 2 spaces in YAML."),
        ("Use PostgreSQL and Redis.", "The database is PostgreSQL."),
        ("The database is PostgreSQL.", "The database is PostgreSQL 16, at most 20 connections."),
        ("Never deploy on Friday.", "Hotfixes may be deployed on Friday."),
    ],
)
def test_related_facts_both_stand(left: str, right: str) -> None:
    """S55: unrelated or merely related facts, history, conditions, both-and, refinement."""
    assert compare(memory(left), memory(right, "b")) is None


def test_owners_that_never_meet_are_not_compared() -> None:
    left = memory("Deploys on Friday are allowed.", owner="deployment:acme@STAGING")
    assert compare(left, memory("No deploys on Friday.", "b", owner="deployment:acme@PRODUCTION")) is None
    left = memory("Build with Maven.", owner="project:web")
    assert compare(left, memory("Build with Gradle.", "b", owner="project:api")) is None


def test_between_a_person_and_a_project_it_is_precedence() -> None:
    mine = memory("Build with Maven.", owner="user:me")
    finding = compare(mine, memory("Build with Gradle.", "b"))
    assert finding is not None and finding.kind is FindingKind.PRECEDENCE
    assert compare(mine, memory("Build with Maven.", "b")) is None, "saying the same needs no precedence"


def test_work_to_do_contradicts_nothing() -> None:
    todo = memory("Move the build to Gradle.", kind=MemoryType.TODO)
    assert compare(todo, memory("Build with Maven.", "b")) is None
    other = memory("Move the build to Gradle.", "b", kind=MemoryType.TODO)
    finding = compare(todo, other)
    assert finding is not None and finding.kind is FindingKind.DUPLICATE


def test_equal_texts_are_duplicates_for_sure() -> None:
    finding = compare(memory("Any  text\n"), memory("any text", "b"))
    assert finding is not None and (finding.kind, finding.score) == (FindingKind.DUPLICATE, 1.0)


def test_long_entries_are_compared_sentence_by_sentence() -> None:
    left = memory(
        "Notes on the build.\n\n- Gradle is the build tool\n- run `check` first\n\n```\nmvn install\n```"
    )
    right = memory("The build tool is Maven.", "b")
    finding = compare(left, right)
    assert finding is not None and finding.evidence == "build tool: Gradle ↔ Maven"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300).filter(str.strip), st.text(max_size=300).filter(str.strip))
def test_any_text_can_be_compared(left: str, right: str) -> None:
    compare(memory(left), memory(right, "b"))


HOSTILE = (
    "a " * 30_000, "a" * 60_000, "use " * 15_000, "不用" * 30_000, "```\n" * 15_000, "| " * 30_000,
    "1,2." * 15_000, "\n" * 60_000 + "a", "- " * 30_000, "**" * 30_000, "<!--" * 15_000, "((((" * 15_000,
    " " * 60_000 + "a",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_huge_and_hostile_texts_are_read_in_no_time(text: str) -> None:
    """S10: one very long line must not freeze a scan."""
    start = time.perf_counter()
    compare(memory(text), memory(text + "b", "b"))
    assert time.perf_counter() - start < 2


def test_through_the_deck(tmp_path: Path) -> None:
    with Deck.open(tmp_path) as deck:
        old = deck.add("Front end", "The front end uses React.", owner="project:demo")
        new = deck.add("Front end now", "前端改用 Vue。", owner="project:demo")
        finding = deck.compare(old.id, new.name)
        assert finding is not None
        assert (finding.kind, finding.evidence) == ("contradiction", "front-end framework: React ↔ Vue")


def test_skills_contradict_for_the_same_thing_only() -> None:
    novice = memory("I am new to Rust.")
    finding = compare(novice, memory("The user is a Rust expert.", "b"))
    assert finding is not None and finding.evidence == "Rust: beginner ↔ expert"
    assert compare(novice, memory("Deep Go expertise, ten years.", "b")) is None


def test_one_to_do_with_two_deadlines_contradicts_itself() -> None:
    early = memory("Move the fraud job to Flink by 15 June.", "a", kind=MemoryType.TODO)
    late = memory("Move the fraud job to Flink by 30 September.", "b", kind=MemoryType.TODO)
    other = memory("Move the billing job to Flink by 30 September.", "c", kind=MemoryType.TODO)

    found = compare(early, late)
    assert found is not None and found.kind is FindingKind.CONTRADICTION
    assert compare(early, other) is None


def test_what_must_not_be_done_to_a_thing_does_not_deny_the_thing() -> None:
    forbidden = memory("Never edit a Flyway migration that was released. Add a new one.", "a")
    used = memory("Migrations use Flyway.", "b")
    refused = memory("Don't use Flyway for migrations.", "c")
    assert compare(forbidden, used) is None
    found = compare(refused, used)
    assert found is not None and found.kind is FindingKind.CONTRADICTION
