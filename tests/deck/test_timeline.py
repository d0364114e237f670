"""Undo and redo: bytes come back, nobody's later change is overwritten."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fixed_clock import FixedClock
from memdeck import Deck, Memory
from memdeck.memory.errors import MemdeckError, NotFound, VersionConflict


def _state(deck: Deck) -> dict[str, Memory]:
    live = deck.list() + deck.removed()
    return {memory.id: replace(memory, version=0) for memory in live}


def test_undo_takes_back_the_newest_and_redo_makes_it_again(any_deck: Deck, clock: FixedClock) -> None:
    memory = any_deck.add("Build setup", "Gradle")
    clock.forward(hours=1)
    any_deck.edit(memory.id, content="Maven")
    edited = _state(any_deck)
    clock.forward(hours=1)
    change = any_deck.undo()
    assert change.summary == 'Undid: edit "Build setup"'
    assert replace(any_deck.get(memory.id), version=1) == memory  # the time of the change comes back too
    assert any_deck.redo().summary == 'Redid: edit "Build setup"'
    assert _state(any_deck) == edited


def test_one_undo_takes_back_a_whole_action(any_deck: Deck) -> None:
    memories = any_deck.add_many([{"title": f"T{i}", "content": "x"} for i in range(3)])
    any_deck.edit_many([memory.id for memory in memories], type="USER")
    any_deck.undo()
    assert {memory.type for memory in any_deck.list()} == {"PROJECT"}
    any_deck.remove_many([memory.id for memory in memories])
    assert any_deck.count() == 0
    assert any_deck.undo().summary == "Undid: delete 3 memories"
    assert any_deck.count() == 3


def test_undo_refuses_when_somebody_changed_the_entry_since(any_deck: Deck) -> None:
    memory = any_deck.add("Build setup", "Gradle")
    any_deck.edit(memory.id, content="Maven")
    batch = any_deck.history()[0].batch
    any_deck.edit(memory.id, content="Bazel")
    with pytest.raises(VersionConflict):
        any_deck.undo(batch)
    assert any_deck.get(memory.id).content == "Bazel"


def test_an_action_is_undone_once(any_deck: Deck) -> None:
    any_deck.add("Build setup", "Gradle")
    batch = any_deck.history()[0].batch
    any_deck.undo(batch)
    with pytest.raises(MemdeckError, match="undone already"):
        any_deck.undo(batch)
    with pytest.raises(NotFound):
        any_deck.undo()


def test_a_purge_can_not_be_undone_and_says_so(any_deck: Deck) -> None:
    memory = any_deck.add("Build setup", "Gradle")
    batch = any_deck.history()[0].batch
    any_deck.purge(memory.id)
    with pytest.raises(MemdeckError, match="text is gone"):
        any_deck.undo(batch)


def test_undo_passes_over_what_was_purged(any_deck: Deck) -> None:
    kept, gone = any_deck.add_many([{"title": "Kept", "content": "x"}, {"title": "Gone", "content": "x"}])
    any_deck.edit_many([kept.id, gone.id], type="USER")
    any_deck.remove(gone.id)
    any_deck.purge(gone.id)
    assert any_deck.undo().summary == 'Undid: edit "Kept"'
    assert any_deck.get(kept.id).type == "PROJECT"
    assert any_deck.redo().summary == 'Redid: edit "Kept"'
    any_deck.purge(kept.id)
    with pytest.raises(NotFound):
        any_deck.undo()


def test_a_new_change_ends_what_can_be_redone(any_deck: Deck) -> None:
    any_deck.add("A", "x")
    any_deck.undo()
    any_deck.add("B", "x")
    with pytest.raises(NotFound):
        any_deck.redo()


_STEP = st.tuples(
    st.sampled_from(["add", "edit", "rename", "remove", "restore", "retype"]), st.integers(0, 5)
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(_STEP, min_size=1, max_size=8))
def test_undoing_everything_gives_back_every_state(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    clock = FixedClock()
    with Deck.open(tmp_path_factory.mktemp("undo"), clock=clock) as deck:
        states = [_state(deck)]
        for step, number in steps:
            clock.forward(seconds=1)
            before = deck.last_change()
            _do(deck, step, number)
            if deck.last_change() > before:
                states.append(_state(deck))
        made = len(states) - 1
        for state in reversed(states[:-1]):
            deck.undo()
            live = {id_: memory for id_, memory in _state(deck).items() if memory.deleted_at is None}
            assert live == {id_: memory for id_, memory in state.items() if memory.deleted_at is None}
        for _ in range(made):
            deck.redo()
        assert _state(deck) == states[-1]


def _do(deck: Deck, step: str, number: int) -> None:
    live, gone = deck.list(), deck.removed()
    if step == "add":
        deck.add(f"Title {number}", "text")
    elif step == "restore" and gone:
        memory = gone[number % len(gone)]
        deck.restore(memory.id, name=f"back_{deck.last_change()}")
    elif live:
        memory = live[number % len(live)]
        if step == "edit":
            deck.edit(memory.id, content=f"text {deck.last_change()}")
        elif step == "rename":
            deck.rename(memory.id, f"name_{deck.last_change()}")
        elif step == "retype":
            deck.edit(memory.id, type="TODO")
        elif step == "remove":
            deck.remove(memory.id)
