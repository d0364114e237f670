"""Entries of one action are changed at one moment: the order in which they arrived decides which is newer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from conflict_store import fillers

from memdeck import Deck
from memdeck.memory.entry import Memory
from memdeck.upkeep.scan_scope import in_order

TOOLS = ("Gradle", "Maven", "Bazel", "Ant")
DEMO = "project:demo"


def decisions(tools: Sequence[str]) -> list[dict[str, str]]:
    return [
        {"title": f"Build with {tool}", "content": f"Build with {tool}.", "owner": DEMO, "type": "USER"}
        for tool in tools
    ]


def in_pairs(deck: Deck) -> list[tuple[str, str]]:
    return sorted((found.older.content, found.newer.content) for found in deck.conflicts())


@pytest.mark.parametrize("others", [0, 30])
def test_what_came_later_in_one_action_is_newer(any_deck: Deck, others: int) -> None:
    """Also when there were too many for comparing them at once: S54."""
    tools = [f"Build with {tool}." for tool in TOOLS]
    any_deck.add_many([*decisions(TOOLS), *fillers(others)])
    expected = sorted((older, newer) for n, older in enumerate(tools) for newer in tools[n + 1 :])
    assert in_pairs(any_deck) == expected
    any_deck.scan_conflicts(full=True)
    assert in_pairs(any_deck) == expected


def test_what_is_written_later_at_the_same_moment_is_newer(deck: Deck) -> None:
    """The clock of these tests stands still, as that of a coarse machine does for a while."""
    for entry in decisions(TOOLS):
        deck.add(**entry)
    assert {found.newer.content for found in deck.conflicts() if "Gradle" not in found.older.content} <= {
        "Build with Bazel.", "Build with Ant."
    }  # fmt: skip
    first = deck.list(text="Gradle", limit=1)[0]
    deck.edit(first.id, content="Build with Pants.")
    assert {found.newer.id for found in deck.conflicts(of=first.id)} == {first.id}


def test_only_what_came_last_is_injected(deck: Deck) -> None:
    """S54: while the conflicts are open; whatever the ids are."""
    deck.add_many(decisions(TOOLS))
    injected = deck.preview("which build tool do we build with?", access=(DEMO,))
    assert [item.memory.content for item in injected.items] == ["Build with Ant."]


def test_a_draft_is_newer_than_what_was_written_at_the_same_moment(deck: Deck) -> None:
    older, newer = deck.add_many(decisions(TOOLS[:2]))
    for entry, other in ((older, newer), (newer, older)):
        draft = replace(entry, content="Build with Bazel.")
        pairs = deck._conflict_search.at_odds(draft)
        assert [(pair.older.id, pair.newer.id) for pair in pairs] == [(other.id, draft.id)]


def test_a_line_of_one_moment_is_told_in_its_order(deck: Deck) -> None:
    entries = deck.add_many(decisions(TOOLS))
    for older, newer in pairwise(entries):
        deck.edit(older.id, status="superseded", superseded_by=newer.id)
    assert [entry.id for entry in deck.line_of(entries[0].id)] == [entry.id for entry in entries]


def test_moments_decide_before_arrivals(deck: Deck) -> None:
    def ids(pair: tuple[Memory, Memory]) -> tuple[str, str]:
        return pair[0].id, pair[1].id

    one, other = (replace(entry, id=id_) for entry, id_ in zip(deck.add_many(fillers(2)), "ab", strict=True))
    assert ids(in_order(one, other, {"a": 2, "b": 1})) == ("b", "a")
    assert ids(in_order(one, other, {"b": 9})) == ("b", "a"), "what was not written yet comes last"
    sooner = replace(one, updated_at=one.updated_at.replace(year=2000))
    assert ids(in_order(sooner, other, {"a": 2, "b": 1})) == ("a", "b")
