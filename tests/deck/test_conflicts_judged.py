"""A judge beside the rules: in scans and in `Deck.compare`, never in the way of a change."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest

from fixed_clock import FixedClock
from judge_server import JudgeServer, notes, said, verdict
from memdeck import Deck
from memdeck.deck.judge_health import judge_health
from memdeck.memory.author import Author
from memdeck.memory.conflict import ConflictKind, ConflictState
from memdeck.memory.errors import MemdeckError
from memdeck.settings import settings_from
from memdeck.store.database import FILE_NAME
from onnx_models import write_nli_model

DEMO = "project:demo"
NEXT_TO, APART = "Tests live next to the code.", "Tests live in a separate tests folder."
"""A contradiction that the rules don't see."""


@pytest.fixture
def server() -> Iterator[JudgeServer]:
    running = JudgeServer()
    running.answer = judging
    yield running
    running.close()


def judging(asked: dict[str, Any]) -> tuple[int, object]:
    found = notes(asked)
    both = {NEXT_TO in found[side] or APART in found[side] for side in ("one", "two")}
    return verdict(0.97 if both == {True} else 0.0)


def opened(tmp_path: Path, judge: str, **settings: object) -> Deck:
    chosen = settings_from({"conflicts": {"judge": judge, **settings}})
    return Deck.open(tmp_path / "home", chosen, clock=FixedClock())


def scan(deck: Deck, **kind: Any) -> Any:
    return deck.scan_conflicts(judged=True, **kind)


def evidence(deck: Deck, state: str | None = "open") -> list[str]:
    return sorted(found.evidence for found in deck.conflicts(state))


def write_two(deck: Deck) -> tuple[str, str]:
    one = deck.add("Place of tests", NEXT_TO, owner=DEMO, name="next-to")
    other = deck.add("Folder of tests", APART, owner=DEMO, name="apart")
    return one.id, other.id


def test_without_a_judge_nobody_is_asked(deck: Deck) -> None:
    write_two(deck)
    report = scan(deck, full=True)
    assert (report.judge, report.asked, report.judge_fault, report.open) == ("", 0, "", 0)
    assert judge_health(deck) is None


def test_a_scan_asks_and_no_change_does(tmp_path: Path, server: JudgeServer) -> None:
    with opened(tmp_path, server.address) as deck:
        one, other = write_two(deck)
        deck.add("Something else", "The garden is green.", owner=DEMO)
        assert evidence(deck) == [] and deck.scan_conflicts().asked == 0
        assert server.asked == []
        report = scan(deck)
        assert (report.judge, report.asked, report.found, report.open) == ("tiny-judge", 1, 1, 1)
        assert (report.unjudged, report.unclear, report.judge_fault) == (0, 0, "")
        (found,) = deck.conflicts()
        assert (found.kind, found.score) == (ConflictKind.CONTRADICTION, 0.97)
        says = sorted((found.older_says, found.newer_says))
        assert says == sorted((NEXT_TO[:-1], APART[:-1]))
        assert found.evidence == f"judged by tiny-judge: {found.older_says} ↔ {found.newer_says}"
        assert {found.older.id, found.newer.id} == {one, other}


def test_nothing_is_asked_twice(tmp_path: Path, server: JudgeServer) -> None:
    with opened(tmp_path, server.address) as deck:
        write_two(deck)
        assert scan(deck).asked == 1
        assert scan(deck).asked == scan(deck, full=True).asked == 0
        assert len(evidence(deck)) == 1
    with opened(tmp_path, server.address) as deck:
        assert scan(deck, full=True).asked == 0
        deck.edit("apart", content=APART + " Always.")
        assert scan(deck).asked == 1
        deck.add("Folder", "Tests live beside everything else.", owner=DEMO)
        assert scan(deck).asked == 2


def test_a_finding_outlives_what_does_not_change_the_words(tmp_path: Path, server: JudgeServer) -> None:
    with opened(tmp_path, server.address) as deck:
        write_two(deck)
        scan(deck)
        deck.edit("apart", tags=["layout"])
        deck.edit("apart", status="archived")
        assert evidence(deck) == []
        deck.edit("apart", status="active")
        assert len(evidence(deck)) == 1
        deck.remove("next-to")
        assert evidence(deck) == []
        deck.undo()
        assert len(evidence(deck)) == 1
        deck.edit("apart", content="Tests live in the attic.")
        assert evidence(deck) == []
        deck.undo()
        assert len(evidence(deck)) == 1
        assert len(server.asked) == 1


def test_an_entry_that_comes_back_is_asked_about(tmp_path: Path, server: JudgeServer) -> None:
    with opened(tmp_path, server.address) as deck:
        write_two(deck)
        deck.edit("apart", status="archived")
        assert scan(deck).asked == 0
        deck.edit("apart", status="active")
        assert scan(deck).found == 1


def test_what_is_settled_stays_settled(tmp_path: Path, server: JudgeServer) -> None:
    with opened(tmp_path, server.address) as deck:
        write_two(deck)
        scan(deck)
        (found,) = deck.conflicts()
        deck.settle(found.id, "both_stand")
        scan(deck, full=True)
        assert deck.conflicts() == []
        assert [each.state for each in deck.conflicts(None)] == [ConflictState.DISMISSED]


def test_switched_off_the_rules_decide_alone(tmp_path: Path, server: JudgeServer) -> None:
    with opened(tmp_path, server.address) as deck:
        write_two(deck)
        scan(deck)
    with opened(tmp_path, "off") as deck:
        scan(deck, full=True)
        assert evidence(deck) == []
    with opened(tmp_path, server.address) as deck:
        assert scan(deck, full=True).asked == 0
        assert len(evidence(deck)) == 1


def test_a_judge_never_supersedes(tmp_path: Path, server: JudgeServer) -> None:
    """Only what somebody can check does that unasked."""
    with opened(tmp_path, server.address, auto_supersede="always") as deck:
        write_two(deck)
        assert (scan(deck).superseded, deck.count(status="superseded")) == (0, 0)
        assert len(evidence(deck)) == 1


def test_unsure_findings_of_the_rules_can_be_taken_back(tmp_path: Path, server: JudgeServer) -> None:
    server.answer = lambda asked: verdict(0.01, 0.01)
    texts = ("Migrations run before the deploy.", "Migrations run after the deploy.")
    with opened(tmp_path, server.address) as deck:
        for number, text in enumerate((*texts, "Build with Gradle.", "Build with Maven.")):
            deck.add(f"Note {number}", text, owner=DEMO, name=f"note-{number}")
        assert len(evidence(deck)) == 2
        scan(deck)
        assert [found.attribute for found in deck.conflicts()] == ["build tool"]
        asked = [sorted(notes(each).values()) for each in server.asked]
        assert not any("Gradle" in text for pair in asked for text in pair)
        deck.edit("note-0", tags=["db"])
        assert len(evidence(deck)) == 1
    with opened(tmp_path, server.address, judge_drops=0) as deck:
        scan(deck, full=True)
        assert len(evidence(deck)) == 2


def test_a_person_and_a_project_have_precedence(tmp_path: Path, server: JudgeServer) -> None:
    with opened(tmp_path, server.address) as deck:
        mine = deck.add("Place of tests", NEXT_TO)
        theirs = deck.add("Folder of tests", APART, owner=DEMO)
        scan(deck)
        (found,) = deck.conflicts(None)
        assert (found.kind, found.state) == (ConflictKind.PRECEDENCE, ConflictState.PRECEDENCE)
        assert (found.older.id, found.newer.id) == (mine.id, theirs.id)


@pytest.mark.parametrize(
    "answer", [(500, {}), (401, {}), (200, b"nonsense"), said("I would rather not."), (200, {"choices": []})]
)
def test_a_judge_that_fails_blocks_nothing(
    tmp_path: Path, server: JudgeServer, answer: tuple[int, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """S25: changes go on, the rules' answer stands, the fault is said once, and the next scan asks again."""
    monkeypatch.setattr("memdeck.store.judge.address._PAUSE", 0.0)
    server.answer = lambda asked: answer
    with opened(tmp_path, server.address) as deck:
        for number in range(5):
            deck.add(f"Tests {number}", f"Tests live in folder {'abcde'[number]}x of the tree.", owner=DEMO)
        deck.add("Gradle", "Build with Gradle.", owner=DEMO, name="gradle")
        deck.add("Maven", "Build with Maven.", owner=DEMO)
        write_two(deck)
        before = evidence(deck)
        assert before and not any(words.startswith("judged by") for words in before)
        report = scan(deck)
        assert report.judge_fault.startswith("The judge at 127.0.0.1") and "\n" not in report.judge_fault
        assert report.unjudged > 0
        assert report.asked <= 3
        assert evidence(deck) == before
        server.answer = judging
        again = scan(deck)
        assert (again.judge_fault, again.unjudged) == ("", 0)
        assert any(words.startswith("judged by") for words in evidence(deck))


def test_one_unclear_answer_does_not_stop_the_others(tmp_path: Path, server: JudgeServer) -> None:
    def answer(asked: dict[str, Any]) -> tuple[int, object]:
        return said("hm") if len(server.asked) == 1 else judging(asked)

    server.answer = answer
    with opened(tmp_path, server.address) as deck:
        write_two(deck)
        deck.add("Tests again", "Tests live in the attic of the tree.", owner=DEMO)
        report = scan(deck)
        assert (report.unclear, report.judge_fault, report.unjudged) == (1, "", 0)
        assert report.asked == 3


def test_no_more_is_asked_than_the_settings_allow(tmp_path: Path, server: JudgeServer) -> None:
    with opened(tmp_path, server.address, judge_most=2) as deck:
        for number in range(5):
            deck.add(f"Tests {number}", f"Tests live in folder {'abcde'[number]}x of the tree.", owner=DEMO)
        first = scan(deck)
        assert first.asked == 2 and first.unjudged > 0 and first.judge_fault == ""
        total = first.asked
        while (report := scan(deck)).unjudged:
            assert 0 < report.asked <= 2
            total += report.asked
        assert len(server.asked) == total + report.asked <= 10


def test_interrupted_asking_keeps_what_was_answered(tmp_path: Path, server: JudgeServer) -> None:
    class StoppedError(Exception):
        pass

    def stop(done: int, of: int) -> None:
        raise StoppedError

    with opened(tmp_path, server.address) as deck:
        write_two(deck)
        with pytest.raises(StoppedError):
            scan(deck, judging=stop)
        assert scan(deck).asked == 0
        assert len(evidence(deck)) == 1


def test_compare_asks_once_and_leaves_a_failed_judge_alone(tmp_path: Path, server: JudgeServer) -> None:
    with opened(tmp_path, server.address) as deck:
        write_two(deck)
        for _ in range(2):
            found = deck.compare("next-to", "apart")
            assert found is not None and found.judge == "tiny-judge" and found.score == 0.97
        assert len(server.asked) == 1
        deck.add("Garden", "The garden is green.", owner=DEMO, name="garden")
        assert deck.compare("garden", "apart") is None and len(server.asked) == 1
        server.answer = lambda asked: (401, {})
        deck.add("Attic", "Tests live in the attic folder.", owner=DEMO, name="attic")
        for _ in range(3):
            assert deck.compare("attic", "apart") is None
        assert len(server.asked) == 2
        gradle = deck.add("Gradle", "Build with Gradle.", owner=DEMO)
        maven = deck.add("Maven", "Build with Maven.", owner=DEMO)
        found = deck.compare(gradle.id, maven.id)
        assert found is not None and found.judge == ""


def test_compare_uses_what_a_scan_was_told(tmp_path: Path, server: JudgeServer) -> None:
    with opened(tmp_path, server.address) as deck:
        write_two(deck)
        scan(deck)
    chosen = settings_from({"conflicts": {"judge": server.address}})
    with Deck.open(tmp_path / "home", chosen, read_only=True) as deck:
        found = deck.compare("apart", "next-to")
        assert found is not None and found.judge == "tiny-judge"
    assert len(server.asked) == 1


def test_a_model_in_a_folder_judges(tmp_path: Path) -> None:
    model = write_nli_model(tmp_path / "tiny-nli")
    with opened(tmp_path, str(model)) as deck:
        deck.add("database build", "database build gradle", owner=DEMO)
        deck.add("database build monday", "database build monday", owner=DEMO)
        assert evidence(deck) == []
        assert scan(deck).asked == 1
        (found,) = deck.conflicts()
        assert found.evidence.startswith("judged by tiny-nli: ")


def test_a_folder_that_is_gone_blocks_nothing(tmp_path: Path) -> None:
    with opened(tmp_path, str(tmp_path / "nowhere")) as deck:
        write_two(deck)
        assert deck.compare("next-to", "apart") is None
        report = scan(deck)
        assert "holds no ONNX model" in report.judge_fault and report.asked == 0
        health = judge_health(deck)
        assert health is not None and "holds no ONNX model" in health.fault


def test_health_asks_one_question_of_its_own(tmp_path: Path, server: JudgeServer) -> None:
    server.answer = lambda asked: verdict(0.98)
    with opened(tmp_path, server.address) as deck:
        write_two(deck)
        health = judge_health(deck)
        assert health is not None
        assert (health.judge, health.fault, health.waiting) == ("tiny-judge", "", 2)
        assert health.verdict is not None and health.verdict.contradiction == 0.98
        assert NEXT_TO not in str(server.asked)
        server.answer = lambda asked: (503, {})
    with opened(tmp_path, server.address) as deck:
        assert "status 503" in judge_health(deck).fault


def test_purging_leaves_nothing_of_the_words(tmp_path: Path, server: JudgeServer) -> None:
    with opened(tmp_path, server.address) as deck:
        write_two(deck)
        scan(deck)
        for name in ("next-to", "apart"):
            deck.purge(name)
    with closing(sqlite3.connect(tmp_path / "home" / FILE_NAME)) as store:
        assert store.execute("SELECT count(*) FROM judged").fetchone() == (0,)
        (kept,) = store.execute("SELECT key FROM verdict").fetchall()
        assert len(kept[0]) == 32 and "Tests" not in kept[0]


def test_two_kinds_of_store_ask_alike(
    any_deck: Deck, server: JudgeServer, tmp_path: Path, clock: FixedClock
) -> None:
    write_two(any_deck)
    settings = any_deck.settings
    storage = {"database_url": settings.storage.database_url} if settings.storage.database_url else {}
    chosen = settings_from({"storage": storage, "conflicts": {"judge": server.address}})
    with Deck.open(any_deck.home, chosen, clock=clock, author=Author()) as deck:
        assert scan(deck).asked == 1
        assert scan(deck, full=True).asked == 0
        assert len(evidence(deck)) == 1


def test_the_same_words_elsewhere_are_not_asked_about_again(tmp_path: Path, server: JudgeServer) -> None:
    with opened(tmp_path, server.address) as deck:
        for project in ("project:one", "project:two"):
            deck.add("Place of tests", NEXT_TO, owner=project)
            deck.add("Folder of tests", APART, owner=project)
        assert scan(deck).asked == 1
        assert len(evidence(deck)) == 2
        assert len(evidence(deck)) == scan(deck, full=True).open
        deck.add("Place of tests", NEXT_TO, owner="project:three")
        deck.add("Folder of tests", APART, owner="project:three")
        assert len(evidence(deck)) == 3  # a known verdict counts at once
        assert len(server.asked) == 1


def test_two_scans_at_once_agree(
    any_deck: Deck, server: JudgeServer, tmp_path: Path, clock: FixedClock
) -> None:
    """Two programs with one judge: neither fails, and each finding is there once."""
    for number in range(3):
        any_deck.add(f"Place {number}", NEXT_TO, owner=f"project:p{number}")
        any_deck.add(f"Folder {number}", APART, owner=f"project:p{number}")
    url = any_deck.settings.storage.database_url
    chosen = settings_from({"storage": {"database_url": url}, "conflicts": {"judge": server.address}})
    faults: list[MemdeckError] = []
    together = Barrier(2)

    def run() -> None:
        try:
            with Deck.open(any_deck.home, chosen, clock=clock) as deck:
                together.wait()
                scan(deck, full=True)
        except MemdeckError as fault:
            faults.append(fault)

    threads = [Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    with Deck.open(any_deck.home, chosen, clock=clock) as deck:
        assert scan(deck).asked == 0
        assert len(evidence(deck)) == 3
