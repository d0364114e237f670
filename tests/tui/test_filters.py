"""The filters: what picking does to the query, and what the side bar says."""

from __future__ import annotations

from memdeck import Deck
from memdeck.memory.kinds import MemoryType, Status
from memdeck.memory.owner import Environment
from memdeck.memory.query import MemoryQuery, Sort
from memdeck.tui.filters import DELETED, cleared, filter_lines, is_filtered, next_type, picked, title_of

ALL = MemoryQuery(sort=Sort.TITLE)


def test_picking_shows_only_that_and_again_shows_all() -> None:
    users = picked(ALL, "type", "USER")
    assert users.types == (MemoryType.USER,)
    assert picked(users, "type", "USER") == ALL
    assert picked(users, "type", "") == ALL
    assert picked(users, "type", "TODO").types == (MemoryType.TODO,)


def test_adding_keeps_the_others() -> None:
    two = picked(picked(ALL, "owner", "user:me", add=True), "owner", "project:demo", add=True)
    assert two.owners == ("user:me", "project:demo")
    assert picked(two, "owner", "user:me", add=True).owners == ("project:demo",)


def test_deleted_and_statuses_exclude_each_other() -> None:
    deleted = picked(picked(ALL, "status", Status.COLD), "status", DELETED)
    assert deleted.deleted
    assert deleted.statuses == ()
    assert not picked(deleted, "status", Status.COLD).deleted


def test_titles() -> None:
    assert title_of(ALL) == "All memories"
    query = MemoryQuery(types=(MemoryType.USER,), owners=("deployment:acme@PRODUCTION",))
    assert title_of(query) == "User · acme@PROD"
    assert title_of(MemoryQuery(environment=Environment.STAGING, deleted=True)) == "Staging · Deleted"


def test_clearing_keeps_the_order() -> None:
    assert cleared(picked(ALL, "type", "USER")) == ALL
    assert not is_filtered(ALL)


def test_next_type_goes_round() -> None:
    query = ALL
    seen = []
    for _ in range(8):
        query = next_type(query, 1)
        seen.append(query.types)
    assert seen[0] == (MemoryType.USER,)
    assert seen[-1] == ()
    assert next_type(ALL, -1).types == (MemoryType.SUMMARY,)


def test_lines_count_and_show_hostile_owners_safely(deck: Deck) -> None:
    """S43, S45: an owner's key may hold markup and escapes-to-be."""
    deck.add("A", "b", owner="project:[/x]\u202e")
    deck.add("B", "b", owner="user:me", type="USER")
    lines = filter_lines(MemoryQuery(), deck.facets(MemoryQuery()))
    labels = {line.label: line.held for line in lines if line.value is not None and line.section == "owner"}
    assert labels == {"All": 2, "me": 1, "[/x]⟨202E⟩": 1}
    assert [line.label for line in lines if line.value is None and line.label] == ["TYPE", "OWNER", "STATUS"]
