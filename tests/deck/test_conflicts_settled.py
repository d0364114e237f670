"""Settling: every way, nothing lost, one undo."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fixed_clock import FixedClock
from memdeck import Deck, Memory
from memdeck.memory.conflict import AlreadySettled, Conflict, ConflictState, NoSuchConflict, Resolution
from memdeck.memory.errors import InvalidField, VersionConflict
from memdeck.memory.kinds import Status

DEMO = "project:demo"
WAYS: dict[str, dict[str, Any]] = {
    "keep_newer": {},
    "keep_older": {},
    "merge": {"content": "Build with Maven; Gradle is for the plugin.", "title": "Builds, both"},
    "narrow": {"condition": "In the plugin"},
    "both_stand": {},
}


def conflict(deck: Deck, clock: FixedClock, **fields: Any) -> Conflict:
    given = {"owner": DEMO, "type": "USER"} | fields
    deck.add("Build", "Build with Gradle.", **given)
    clock.forward(hours=1)
    deck.add("Builds", "Build with Maven.", **given)
    clock.forward(hours=1)
    (found,) = deck.conflicts()
    return found


def state(deck: Deck) -> dict[str, Memory]:
    return {memory.id: replace(memory, version=0) for memory in deck.list() + deck.removed()}


@pytest.mark.parametrize("how", list(WAYS))
def test_each_way_settles_and_one_undo_opens_it_again(any_deck: Deck, clock: FixedClock, how: str) -> None:
    found = conflict(any_deck, clock)
    before = state(any_deck)
    settled = any_deck.settle(found.id, how, **WAYS[how])
    assert any_deck.conflicts() == []
    after = any_deck.conflict(found.id)
    expected = ConflictState.DISMISSED if how == "both_stand" else ConflictState.RESOLVED
    assert (after.state, after.resolution, after.batch) == (expected, how, settled.batch)
    assert {revision.batch for revision in settled.revisions} == {settled.batch}
    assert all(how.split("_")[0] in revision.reason for revision in settled.revisions)
    any_deck.scan_conflicts(full=True)
    assert any_deck.conflicts() == []
    clock.forward(hours=1)
    any_deck.undo(settled.batch)
    assert state(any_deck) == before
    assert [one.id for one in any_deck.conflicts()] == [found.id]
    any_deck.redo()
    assert any_deck.conflicts() == []


@pytest.mark.parametrize("how", list(WAYS))
def test_an_undo_says_which_conflict_is_open_again(any_deck: Deck, clock: FixedClock, how: str) -> None:
    found = conflict(any_deck, clock)
    settled = any_deck.settle(found.id, how, **WAYS[how])
    told = f'settling the conflict of "Build" and "Builds" ({how.replace("_", " ")})'
    assert any_deck.undo(settled.batch).summary == f"Undid: {told}"
    assert any_deck.history()[0].reason == f"taken back: {settled.revisions[0].reason}"
    redone = any_deck.redo().summary
    assert redone.startswith('Redid: settling the conflict of "Build" and "Builds')


def test_the_loser_is_kept_as_superseded_with_a_link(deck: Deck, clock: FixedClock) -> None:
    """S54: the loser is superseded with a link, only the winner is injected."""
    found = conflict(deck, clock)
    deck.settle(found.id, "keep_newer")
    loser = deck.get(found.older.id)
    assert (loser.status, loser.superseded_by) == (Status.SUPERSEDED, found.newer.id)
    assert loser.valid_to == found.newer.created_at
    assert [memory.id for memory in deck.line_of(found.newer.id)] == [found.older.id, found.newer.id]
    assert [memory.id for memory in deck.line_of(found.older.id)] == [found.older.id, found.newer.id]


def test_narrowing_can_move_either_entry(deck: Deck, clock: FixedClock) -> None:
    found = conflict(deck, clock, owner="user:me")
    settled = deck.settle(found.id, "narrow", owner=DEMO, which="older")
    assert deck.get(found.older.id).owner == DEMO
    assert deck.conflict(found.id).state is ConflictState.PRECEDENCE
    deck.undo(settled.batch)
    assert deck.conflict(found.id).state is ConflictState.OPEN
    deck.settle(found.id, "narrow", condition="In Makefiles")
    assert deck.get(found.newer.id).content == "In Makefiles: Build with Maven."
    assert deck.get(found.newer.id).title == "Builds (In Makefiles)"


def test_both_stand_is_remembered_until_a_text_changes(deck: Deck, clock: FixedClock) -> None:
    """S55: dismissed for good, also after a restart and a new scan."""
    found = conflict(deck, clock)
    deck.settle(found.id, Resolution.BOTH_STAND)
    deck.edit(found.older.id, tags=["java"], content="build with  Gradle")  # the same in substance
    with Deck.open(deck.home, clock=clock) as again:
        again.scan_conflicts(full=True)
        assert again.conflicts() == []
        assert again.conflict(found.id).state is ConflictState.DISMISSED
        again.edit(found.older.id, content="All modules build with Gradle.")
        assert [one.id for one in again.conflicts()] == [found.id]
        again.undo()
        assert again.conflicts() == []


def test_a_decision_about_other_texts_is_refused(deck: Deck, clock: FixedClock) -> None:
    found = conflict(deck, clock)
    deck.edit(found.older.id, content="Build with Gradle, please.")
    with pytest.raises(VersionConflict):
        deck.settle(found.id, "keep_newer", versions=(found.older.version, found.newer.version))
    deck.settle(found.id, "keep_newer")
    with pytest.raises(AlreadySettled):
        deck.settle(found.id, "keep_older")
    with pytest.raises(NoSuchConflict):
        deck.settle("con_none", "keep_older")


@pytest.mark.parametrize(
    ("how", "given"),
    [("merge", {}), ("narrow", {}), ("narrow", {"condition": " "}), ("narrow", {"condition": "x" * 121}),
     ("narrow", {"condition": "a\nb"}), ("elsewhere", {}), ("burn", {}),
     ("narrow", {"owner": DEMO, "which": "both"})],
)  # fmt: skip
def test_what_makes_no_sense_changes_nothing(
    deck: Deck, clock: FixedClock, how: str, given: dict[str, str]
) -> None:
    found = conflict(deck, clock)
    before = deck.last_change()
    with pytest.raises(InvalidField):
        deck.settle(found.id, how, **given)
    assert deck.last_change() == before
    assert len(deck.conflicts()) == 1


def test_many_duplicates_settle_in_one_action(deck: Deck) -> None:
    for number in range(3):
        deck.add(f"Lint {number}", "Run the linter before you commit.", type="USER")
    found = deck.conflicts(kind="duplicate")
    assert len(found) == 3 and all(one.exact for one in found)
    settled = deck.settle_many([one.id for one in found], "keep_newer")
    assert deck.conflicts() == []
    assert [memory.status for memory in deck.list()].count(Status.ACTIVE) == 1
    assert deck.undo(settled.batch).summary == "Undid: settling 2 conflicts (keep newer)"
    assert len(deck.conflicts()) == 3
    with pytest.raises(InvalidField):
        deck.settle_many([found[0].id], "merge")


def test_settling_by_hand_counts_too(deck: Deck, clock: FixedClock) -> None:
    found = conflict(deck, clock)
    deck.edit(found.older.id, status="archived")
    assert deck.conflict(found.id).resolution is Resolution.ELSEWHERE
    deck.edit(found.older.id, status="active")
    assert len(deck.conflicts()) == 1


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(list(WAYS)), min_size=1, max_size=4),
    st.text(min_size=1, max_size=40).filter(lambda text: text.strip() and "\0" not in text),
)
def test_settling_never_loses_text_and_undo_brings_bytes_back(
    tmp_path_factory: pytest.TempPathFactory, ways: list[str], tail: str
) -> None:
    clock = FixedClock()
    with Deck.open(tmp_path_factory.mktemp("deck"), clock=clock) as deck:
        deck.add("Build", f"Build with Gradle.\n\n{tail}", type="USER")
        clock.forward(hours=1)
        deck.add("Builds", "Build with Maven.", type="USER")
        for how in ways:
            found = [one for one in deck.conflicts() if one.kind == "contradiction"]
            if not found:
                return
            before = state(deck)
            texts = {memory.content for memory in before.values()}
            clock.forward(hours=1)
            settled = deck.settle(found[0].id, how, **WAYS[how])
            kept = {memory.content for memory in deck.list()}
            for revision in deck.history(limit=1_000):
                kept |= {one.content for one in (revision.before, revision.after) if one is not None}
            assert texts <= kept
            clock.forward(hours=1)
            deck.undo(settled.batch)
            assert state(deck) == before
            assert deck.conflict(found[0].id).state is ConflictState.OPEN
