"""Conflicts are found when an entry is written, by whatever door, and by a scan."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from threading import Barrier, Thread

import pytest
from conflict_store import fillers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fixed_clock import MOMENT, FixedClock
from memdeck import Deck
from memdeck.memory.conflict import ConflictKind, ConflictState
from memdeck.store.conflict_keys import StoredKeys

GRADLE, MAVEN = "Build with Gradle.", "Build with Maven."
DEMO = "project:demo"


def decision(*texts: str) -> list[dict[str, str]]:
    return [{"title": f"Build {number}", "content": text} for number, text in enumerate(texts)]


def evidence(deck: Deck, state: str | None = "open") -> list[str]:
    return sorted(f"{found.kind}: {found.evidence}" for found in deck.conflicts(state))


def test_a_contradiction_is_found_when_it_is_written(any_deck: Deck, clock: FixedClock) -> None:
    """S54: one conflict, the newer suggested, nothing deleted."""
    older = any_deck.add("Database", "We use PostgreSQL.", owner=DEMO, type="USER")
    clock.forward(hours=1)
    newer = any_deck.add("Store", "The database is MySQL.", owner=DEMO, type="USER")
    (found,) = any_deck.conflicts(catch_up=False)
    assert (found.kind, found.state) == (ConflictKind.CONTRADICTION, ConflictState.OPEN)
    assert (found.older.id, found.newer.id) == (older.id, newer.id)
    assert found.evidence == "database: PostgreSQL ↔ MySQL"
    assert any_deck.conflicts_of([older.id, newer.id, "mem_x"]) == {older.id, newer.id}
    assert any_deck.conflict_counts().contradictions == any_deck.conflict_counts().open == 1
    assert any_deck.conflict(found.id[:8]) == found
    assert any_deck.count() == 2


def test_merely_related_facts_are_left_alone(deck: Deck) -> None:
    """S55: nothing is found between facts that only touch the same thing."""
    deck.add("Ana's work", "Ana works at Acme.")
    deck.add("Ana's rights", "Ana administers Acme's git organisation.")
    deck.add("API v1", "The API returns JSON (v1).")
    deck.add("API v2", "The API returns protobuf (v2).")
    assert deck.conflicts(None) == []


def test_other_owners_are_left_alone_but_a_project_goes_before_me(deck: Deck) -> None:
    mine = deck.add("Build", GRADLE, type="USER")
    deck.add("Build", MAVEN, owner="deployment:shop@PRODUCTION")
    theirs = deck.add("Build tool", MAVEN, owner=DEMO)
    (found,) = deck.conflicts(None)
    assert (found.kind, found.state) == (ConflictKind.PRECEDENCE, ConflictState.PRECEDENCE)
    assert (found.older.id, found.newer.id) == (mine.id, theirs.id)
    assert deck.conflicts() == [] and deck.conflict_counts().open == 0
    assert deck.conflicts_of([mine.id, theirs.id]) == set()


@pytest.mark.parametrize("many", [False, True])
def test_every_way_of_writing_is_watched(deck: Deck, clock: FixedClock, many: bool) -> None:
    first = deck.add("Build", GRADLE)
    second = deck.add("Builds", "Something else.")
    assert deck.conflicts() == []
    clock.forward(hours=1)
    deck.edit(second.id, content=MAVEN)
    assert evidence(deck) == ["contradiction: build tool: Gradle ↔ Maven"]
    deck.remove_many([first.id]) if many else deck.remove(first.id)
    assert evidence(deck) == []
    deck.restore(first.id)
    assert len(evidence(deck)) == 1
    deck.edit(second.id, content="Build with Gradle, always.")
    assert [found for found in deck.conflicts() if found.kind == "contradiction"] == []
    deck.undo()
    assert len(evidence(deck)) == 1
    deck.purge(first.id)
    assert deck.conflicts(None) == []  # its text is gone from here too


def test_what_was_changed_without_effect_is_not_raised_or_turned_round(deck: Deck, clock: FixedClock) -> None:
    older = deck.add("Build", GRADLE)
    clock.forward(days=1)
    newer = deck.add("Builds", MAVEN)
    clock.forward(days=1)
    deck.edit(older.id, tags=["java"], importance="high")
    deck.scan_conflicts(full=True)
    (found,) = deck.conflicts()
    assert found.newer.id == newer.id
    deck.edit(older.id, content="Always build with Gradle.")
    (found,) = deck.conflicts()
    assert found.newer.id == older.id
    assert found.evidence == "build tool: Maven ↔ Gradle"


def test_many_at_once_wait_for_a_scan(deck: Deck) -> None:
    deck.add_many(fillers(40))
    deck.add_many([*(decision(GRADLE, MAVEN)), *fillers(30)])
    assert deck.conflicts(catch_up=False) == []
    assert deck.conflict_counts().pending == 72 and deck.conflicts_behind
    told: list[tuple[int, int]] = []
    report = deck.scan_conflicts(lambda done, of: told.append((done, of)))
    assert (report.looked_at, report.open) == (72, 1)
    assert told[-1] == (72, 72)
    assert not deck.conflicts_behind
    assert deck.scan_conflicts().looked_at == 0
    assert deck.scan_conflicts(full=True).looked_at == 72


def test_the_first_question_catches_up_by_itself(deck: Deck, tmp_path: Path) -> None:
    deck.add_many([*(decision(GRADLE, MAVEN)), *fillers(30)])
    assert deck.conflict_counts().pending == 32
    assert len(evidence(deck)) == 1
    assert deck.conflict_counts().pending == 0
    with Deck.open(tmp_path / "home", read_only=True) as reader:
        assert len(reader.conflicts(kind="contradiction")) == 1


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.permutations(range(6)), st.booleans())
def test_the_order_of_arrival_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, order: list[int], together: bool
) -> None:
    texts = (
        GRADLE,
        MAVEN,
        "缓存用 Redis。",
        "The cache is Memcached.",
        "接口超时 3 秒。",
        "The API timeout is 5 s.",
    )
    entries = [
        {
            "title": f"T{n}", "content": text, "type": "USER",
            "created_at": MOMENT + timedelta(hours=n), "updated_at": MOMENT + timedelta(hours=n),
        }
        for n, text in enumerate(texts)
    ]  # fmt: skip
    with Deck.open(tmp_path_factory.mktemp("order"), clock=FixedClock(MOMENT + timedelta(days=9))) as deck:
        if together:
            deck.add_many([entries[n] for n in order])
        else:
            for n in order:
                deck.add(**entries[n])  # type: ignore[arg-type]
        found = {(one.older.title, one.newer.title) for one in deck.conflicts()}
    assert found == {("T0", "T1"), ("T2", "T3"), ("T4", "T5")}


def test_two_writers_that_make_the_same_conflict_make_one(any_deck: Deck, clock: FixedClock) -> None:
    """Each adds its half at the same moment; whoever comes second sees both, and there is one finding."""
    any_deck.add("Rooms", "The rooms are blue.")
    barrier = Barrier(2)

    def write(title: str, content: str) -> None:
        with Deck.open(any_deck.home, any_deck.settings, clock=clock) as mine:
            barrier.wait()
            mine.add(title, content, owner=DEMO, type="USER")

    threads = [Thread(target=write, args=pair) for pair in (("A", GRADLE), ("B", MAVEN))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(any_deck.conflicts(None)) == 1
    any_deck.scan_conflicts(full=True)
    assert len(any_deck.conflicts(None)) == 1


def test_two_scans_at_once_make_one_finding(deck: Deck, clock: FixedClock) -> None:
    deck.add_many([*(decision(GRADLE, MAVEN)), *fillers(30)])
    barrier = Barrier(2)

    def look() -> None:
        with Deck.open(deck.home, clock=clock) as mine:
            barrier.wait()
            mine.scan_conflicts()

    threads = [Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(evidence(deck)) == 1
    assert deck.conflict_counts().pending == 0


def test_access_hides_findings_of_other_owners(deck: Deck) -> None:
    deck.add("Build", GRADLE, owner=DEMO, type="USER")
    deck.add("Builds", MAVEN, owner=DEMO, type="USER")
    assert len(deck.conflicts(access=(DEMO,))) == len(deck.conflicts(owner=DEMO)) == 1
    assert deck.conflicts(access=("user:me",)) == deck.conflicts(access=()) == []
    assert deck.conflict_counts(("user:me",)).open == 0


def test_the_users_own_words_bring_a_new_look(deck: Deck, clock: FixedClock) -> None:
    from memdeck.settings.places import config_file

    deck.add("Tool", "We build with Frobnix.")
    deck.add("Tools", "We build with Quuxer.")
    before = len(deck.conflicts())
    own = config_file().with_name("alternatives.yaml")
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text("build tool:\n  values: [Frobnix, Quuxer]\n", encoding="utf-8")
    with Deck.open(deck.home, clock=clock) as again:
        assert again.conflicts_behind
        assert len(again.conflicts()) >= before
        assert not again.conflicts_behind


def test_keys_say_nothing_by_themselves(deck: Deck) -> None:
    """A purged text leaves nothing behind, not even what it spoke of."""
    memory = deck.add("Build", GRADLE)
    assert deck.parts.database.rows("SELECT count(*) FROM conflict_key") != [(0,)]
    deck.purge(memory.id)
    assert deck.parts.database.rows("SELECT count(*) FROM conflict_key") == [(0,)]
    assert StoredKeys(deck.parts.database).holders(1, 5) == []
