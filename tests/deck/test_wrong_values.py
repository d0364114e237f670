"""What a program hands over that no field can hold is refused by name, the same on every database."""

from __future__ import annotations

import pytest

from memdeck import Deck
from memdeck.memory.errors import InvalidField, MemdeckError


@pytest.mark.parametrize("field", ["created_at", "updated_at", "valid_from", "valid_to", "expires_at"])
def test_a_time_that_is_text_is_named(deck: Deck, field: str) -> None:
    """S61: no time is guessed."""
    with pytest.raises(InvalidField, match=f"{field}: must be a time, not str"):
        deck.add("Title", "Content.", **{field: "yesterday"})  # type: ignore[arg-type]
    assert deck.count() == 0


@pytest.mark.parametrize("extra", [{"a": object()}, {"a": float("nan")}, {"a": {1, 2}}])
def test_further_values_are_what_json_can_hold(any_deck: Deck, extra: dict[str, object]) -> None:
    with pytest.raises(InvalidField, match="extra: holds what JSON can't hold"):
        any_deck.add("Title", "Content.", extra=extra)
    with pytest.raises(InvalidField, match="extra"):
        any_deck.edit(any_deck.add("Other", "Content.").id, extra=extra)
    assert any_deck.count() == 1


def test_a_number_below_nought_is_no_limit(any_deck: Deck) -> None:
    any_deck.add("Title", "Content.")
    with pytest.raises(InvalidField, match="limit: -1 is below 0"):
        any_deck.list(limit=-1)
    with pytest.raises(InvalidField, match="offset: -1 is below 0"):
        any_deck.list("title", offset=-1)
    assert any_deck.list(limit=0) == []


def test_after_a_purge_undo_says_how_to_go_further_back(any_deck: Deck) -> None:
    kept = any_deck.add("Kept", "One.")
    any_deck.edit(kept.id, content="Two.")
    older = any_deck.history(kept.id)[0].batch
    gone = any_deck.add("Gone", "Content.")
    purged = any_deck.history(gone.id)[0].batch
    any_deck.purge(gone.id)
    with pytest.raises(MemdeckError, match="by its number in the history"):
        any_deck.undo(purged)
    any_deck.undo(older)
    assert any_deck.get(kept.id).content == "One."


def test_a_status_that_the_type_has_not_is_refused(any_deck: Deck) -> None:
    """A to-do's states mean nothing elsewhere; nothing is archived because somebody called it done."""
    plan = any_deck.add("Plan", "Content.", type="TODO", status="active")
    assert plan.status == "pending"
    other = any_deck.add("Other", "Content.")
    for change in (
        lambda: any_deck.edit(other.id, status="done"),
        lambda: any_deck.edit(plan.id, type="USER", status="in_progress"),
        lambda: any_deck.edit_many([plan.id, other.id], status="done"),
        lambda: any_deck.add("Third", "Content.", type="USER", status="pending"),
    ):
        with pytest.raises(InvalidField, match="is only for TODO; this is"):
            change()
    assert [memory.version for memory in any_deck.list()] == [1, 1]
    assert any_deck.edit(plan.id, status="done").status == "done"
    assert any_deck.edit(plan.id, type="USER", status="done").status == "archived", "that was its status"
