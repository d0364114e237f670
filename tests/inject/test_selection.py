from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from injection_entries import NOW, entries, entry, hit

from memdeck.inject.block import style_of
from memdeck.inject.building import EXCLUDED, PINNED, WhatIf, built
from memdeck.inject.rivals import GivesWay, settled
from memdeck.inject.selection import HOOK_CHARACTERS, Limits, characters
from memdeck.inject.tokens import byte_count, token_count
from memdeck.memory.kinds import MemoryType
from memdeck.memory.ranking import Dropped, Miss, Ranking

STYLE = style_of()


def made(*hits, entries=5, tokens=1500, what_if=None, dropped=()):
    ranking = Ranking(hits=tuple(hits), dropped=tuple(dropped))
    return built(ranking, STYLE, Limits(entries, tokens), as_of=NOW, access=("user:me",), what_if=what_if)


def test_nothing_relevant_is_no_block_at_all():
    injection = made()
    assert (injection.text, injection.tokens, injection.bytes, injection.items) == ("", 0, 0, ())


def test_an_entry_that_does_not_fit_is_left_out_whole_and_the_next_is_tried():
    """S58: never half an entry, and the limit holds."""
    long = entry("Long", "word " * 2_000)
    injection = made(hit(entry()), hit(long, 0.7), hit(entry("Java", "Java 25"), 0.6), tokens=200)
    assert [item.memory.title for item in injection.items] == ["Build setup", "Java"]
    assert injection.tokens <= 200
    assert "word" not in injection.text
    assert [near.memory for near in injection.dropped] == [long]
    assert injection.dropped[0].reason.startswith(Miss.BUDGET)


def test_no_more_entries_than_asked_for():
    injection = made(*(hit(entry(f"Title {number}", f"Fact {number}")) for number in range(7)))
    assert len(injection.items) == 5
    assert [near.reason for near in injection.dropped] == [Miss.NO_ROOM] * 2


def test_summaries_take_the_room_that_others_leave():
    gist = entry("Week 12", "Talked about builds", MemoryType.SUMMARY)
    injection = made(hit(gist, 0.9), *(hit(entry(f"T{number}", f"F{number}"), 0.5) for number in range(5)))
    assert gist not in [item.memory for item in injection.items]
    assert made(hit(gist, 0.9), hit(entry(), 0.5)).items[1].memory == gist


def test_habits_come_before_constraints_and_to_dos_whatever_their_rank():
    todo = entry("Fix", "Fix it", MemoryType.TODO)
    rule = entry("DB", "PostgreSQL", MemoryType.PROJECT)
    text = made(hit(todo, 0.9), hit(rule, 0.8), hit(entry(), 0.7)).text
    places = [text.index(heading) for heading in ("[User habits]", "[Project constraints]", "[To do]")]
    assert places == sorted(places)


def test_a_hooks_limit_of_characters_holds_under_any_budget():
    long = entry("Long", "x" * 8_990)
    assert made(hit(long), tokens=100_000).items == ()
    assert made(hit(entry("Long", "x" * 8_000)), tokens=100_000).items


def test_a_long_content_that_the_template_leaves_out_keeps_nothing_out():
    style = style_of(own={"PROJECT": "- {title}: {description}"})
    long = entry("Long", "x" * 20_000, MemoryType.PROJECT)
    ranking = Ranking(hits=(hit(long),))
    assert built(ranking, style, Limits(5, 1_500), as_of=NOW, access=("user:me",)).items
    assert made(hit(long)).dropped[0].reason.startswith(f"{Miss.BUDGET}: alone 20,000 of the 9,000")


def test_an_emoji_counts_as_two_characters():
    assert characters("a🙂") == 3


def test_a_pinned_entry_is_first_and_an_excluded_one_is_out():
    low, top = entry("Low", "Below the floor"), entry("Top", "Best of all")
    near = Dropped(low, 0.1, {}, Miss.BELOW_FLOOR)
    what_if = WhatIf(pinned=(hit(low, 0.1),), excluded={top.id})
    injection = made(hit(top, 0.9), what_if=what_if, dropped=[near])
    assert [(item.memory, item.reason) for item in injection.items] == [(low, PINNED)]
    assert [(out.memory, out.reason) for out in injection.dropped] == [(top, EXCLUDED)]


def test_each_entry_says_what_brought_it_in():
    (item,) = made(hit(entry(), 0.8, meaning=0.5, words=0.29, recent=0.001)).items
    assert item.reason == "meaning 0.50 · words 0.29"


@given(st.lists(entries, max_size=8), st.integers(50, 4_000), st.integers(0, 6))
def test_limits_hold_and_every_entry_is_accounted_for(memories, tokens, number):
    """S58: within budget whatever the entries, and the same bytes each time."""
    hits = [hit(memory, 1 - place / 10) for place, memory in enumerate(memories)]
    injection = made(*hits, entries=number, tokens=tokens)
    assert injection == made(*hits, entries=number, tokens=tokens)
    assert injection.tokens == token_count(injection.text) <= tokens
    assert injection.bytes == byte_count(injection.text)
    assert characters(injection.text) <= HOOK_CHARACTERS
    assert len(injection.items) <= number
    seen = [item.id for item in injection.items] + [near.memory.id for near in injection.dropped]
    assert sorted(seen) == sorted(memory.id for memory in memories)
    assert bool(injection.text) == bool(injection.items)
    lines = injection.text.split("\n")
    for item in injection.items:
        assert lines[item.lines.start].startswith("- ")
        assert all(
            line.startswith("  ") or not line for line in lines[item.lines.start + 1 : item.lines.stop]
        )


def test_an_entry_that_gives_way_is_a_near_miss_with_the_reason():
    """S54: only the winner of an open contradiction is injected."""
    older, newer = entry("Maven build", "We use Maven"), entry("Build setup", "We use Gradle")
    ranking = settled(
        Ranking((hit(older, 0.9), hit(newer, 0.8))), {older.id: GivesWay(newer, "the older side")}
    )
    injection = built(ranking, STYLE, Limits(5, 1500), as_of=NOW, access=("user:me",))
    assert [item.memory for item in injection.items] == [newer]
    assert [(near.memory, near.reason) for near in injection.dropped] == [(older, "the older side")]


@pytest.mark.parametrize("reason", ["below the relevance floor: 0.29 of 0.30", None])
def test_what_wins_takes_the_place_of_what_answers(reason):
    """Else neither side of a contradiction was given, and weaker entries were."""
    older, newer, other = entry("Maven", "We use Maven"), entry("Build", "We use Gradle"), entry("X", "Y")
    near = () if reason is None else (Dropped(newer, 0.3, {"meaning": 0.3}, reason),)
    ranking = Ranking((hit(older, 0.9), hit(other, 0.4)), near)
    after = settled(ranking, {older.id: GivesWay(newer, "the older side")})
    assert [(each.memory, each.score, sum(each.parts.values())) for each in after.hits] == [
        (newer, 0.9, 0.9),
        (other, 0.4, pytest.approx(0.4)),
    ]
    assert [(each.memory, each.reason) for each in after.dropped] == [(older, "the older side")]


def test_what_is_out_for_a_reason_of_its_own_takes_no_place():
    older, newer = entry("Maven", "We use Maven"), entry("Build", "We use Gradle")
    ranking = Ranking((hit(older, 0.9),), (Dropped(newer, 0.3, {"meaning": 0.3}, "archived"),))
    after = settled(ranking, {older.id: GivesWay(newer, "the older side")})
    assert not after.hits and [each.memory for each in after.dropped] == [older, newer]


def test_of_a_chain_the_last_one_takes_the_place():
    first, middle, last = entry("A", "Maven"), entry("B", "Bazel"), entry("C", "Gradle")
    losers = {first.id: GivesWay(middle, "older"), middle.id: GivesWay(last, "older too")}
    assert [each.memory for each in settled(Ranking((hit(first, 0.9),)), losers).hits] == [last]
    both = settled(Ranking((hit(first, 0.9), hit(middle, 0.8))), losers)
    assert [(each.memory, each.score) for each in both.hits] == [(last, 0.9)]
