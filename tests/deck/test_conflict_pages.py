"""Long lists of conflicts: their order, pages, owners, and settling many with progress."""

from __future__ import annotations

from pathlib import Path

import pytest

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.memory.conflict import ConflictKind, ConflictState, Resolution

DEMO, SHOP = "project:demo", "project:shop"
SETTLED = (ConflictState.RESOLVED, ConflictState.DISMISSED)


def filled(deck: Deck, clock: FixedClock) -> Deck:
    for owner in (DEMO, SHOP):
        for text in ("Indentation is 2 spaces.", "Indentation is 4 spaces.", "Deploys happen on Tuesdays."):
            clock.forward(minutes=1)
            deck.add(text, text, owner=owner, type="USER")
    clock.forward(minutes=1)
    deck.add("Deploys", "Deploys happen on Tuesdays.", owner=DEMO, type="USER")
    deck.add("Deploys too", "Deploys happen on Tuesdays.", owner=DEMO, type="USER")
    deck.scan_conflicts()
    return deck


def test_places_are_in_the_order_of_the_list_and_pages_hold_the_same(
    any_deck: Deck, clock: FixedClock
) -> None:
    deck = filled(any_deck, clock)
    for kind in (None, *ConflictKind):
        for owner in (None, DEMO, SHOP, "user:me"):
            places = deck.conflict_places(kind=kind, owner=owner)
            listed = deck.conflicts(kind=kind, owner=owner)
            assert [place.id for place in places] == [found.id for found in listed]
            assert [place.exact for place in places] == [found.exact for found in listed]
            assert deck.conflict_page([place.id for place in places]) == listed
    assert deck.conflict_page(["con_none"]) == []


def test_owners_are_counted_as_the_list_filters_them(any_deck: Deck, clock: FixedClock) -> None:
    deck = filled(any_deck, clock)
    for kind in (None, ConflictKind.CONTRADICTION, ConflictKind.DUPLICATE):
        counted = deck.conflict_owners(kind=kind)
        assert counted == {o: len(deck.conflict_places(kind=kind, owner=o)) for o in counted}
        assert set(counted) <= {DEMO, SHOP}
    assert deck.conflict_owners(SETTLED) == {}


def test_settled_ones_come_the_last_settled_first(any_deck: Deck, clock: FixedClock) -> None:
    deck = filled(any_deck, clock)
    settled = []
    for found, how in zip(deck.conflicts(ConflictState.OPEN)[:2], ("both_stand", "keep_newer"), strict=True):
        clock.forward(minutes=1)
        deck.settle(found.id, how)
        settled.insert(0, found.id)
    places = [place.id for place in deck.conflict_places(SETTLED)]
    assert places[:2] == settled


def test_of_names_only_what_a_change_can_have_moved(deck: Deck, clock: FixedClock) -> None:
    filled(deck, clock)
    first = deck.conflicts()[0]
    places = deck.conflict_places(of=[first.older.id])
    assert {place.id for place in places} == {
        found.id for found in deck.conflicts() if first.older.id in {found.older.id, found.newer.id}
    }


def test_settling_many_tells_its_progress_and_is_one_action(deck: Deck, clock: FixedClock) -> None:
    filled(deck, clock)
    exact = [place.id for place in deck.conflict_places() if place.exact]
    told: list[tuple[int, int]] = []
    done = deck.settle_many(exact, Resolution.KEEP_NEWER, lambda at, of: told.append((at, of)))
    assert told == [(at, len(exact)) for at in range(len(exact))]
    assert not any(place.exact for place in deck.conflict_places())
    deck.undo(done.batch)
    assert [place.id for place in deck.conflict_places() if place.exact] == exact


def test_what_progress_raises_takes_everything_back(deck: Deck, clock: FixedClock) -> None:
    filled(deck, clock)
    exact = [place.id for place in deck.conflict_places() if place.exact]

    def stop(at: int, _: int) -> None:
        if at:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deck.settle_many(exact, "keep_newer", stop)
    assert [place.id for place in deck.conflict_places() if place.exact] == exact


def test_findings_of_one_moment_always_come_in_the_same_order(tmp_path: Path, clock: FixedClock) -> None:
    """Ids are drawn at random; the order must not be."""
    orders = []
    for name in ("one", "two", "three"):
        with Deck.open(tmp_path / name, clock=clock) as deck:
            deck.add_many(
                {
                    "title": f"{owner} {n}",
                    "content": f"Indentation is {n} spaces.",
                    "owner": f"project:{owner}",
                }
                for owner in "abcdef"
                for n in (2, 4)
            )
            deck.scan_conflicts()
            found = deck.conflicts()
            assert [place.id for place in deck.conflict_places()] == [each.id for each in found]
            orders.append([each.older.owner + each.evidence for each in found])
    assert orders[0] == orders[1] == orders[2] and len(orders[0]) == 6


def test_beaten_is_the_older_side_of_an_open_contradiction(any_deck: Deck, clock: FixedClock) -> None:
    for name, tool in (("first", "Maven"), ("second", "Bazel"), ("third", "Gradle")):
        clock.forward(days=1)
        any_deck.add(name.title(), f"This repository is built with {tool}.", owner=DEMO, name=name)
    ids = {any_deck.get(name).id: name for name in ("first", "second", "third")}
    assert {ids[id_] for id_ in any_deck.beaten(ids)} == {"first", "second"}
    any_deck.remove("third")
    assert {ids[id_] for id_ in any_deck.beaten(ids)} == {"first"}
    any_deck.settle(any_deck.conflicts()[0].id, "both_stand")
    assert any_deck.beaten(ids) == set() == any_deck.beaten(())
