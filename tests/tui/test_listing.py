"""Following changes without reading the list again: what comes out is what a new reading would give."""

from __future__ import annotations

import random

import pytest

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.memory.kinds import MemoryType, Status
from memdeck.memory.query import MemoryQuery, Sort
from memdeck.tui.listing import after_changes, first_page, read_heads

QUERIES = [
    MemoryQuery(),
    MemoryQuery(types=(MemoryType.USER,)),
    MemoryQuery(owners=("project:demo",)),
    MemoryQuery(statuses=(Status.ACTIVE,)),
    MemoryQuery(deleted=True),
    MemoryQuery(sort=Sort.TITLE),
    MemoryQuery(sort=Sort.CREATED, reverse=True),
]


def never() -> bool:
    return False


def act(deck: Deck, chance: random.Random) -> None:
    """Do one thing that a person or an assistant might do."""
    live = deck.list()
    deleted = deck.list(deleted=True)
    memory = chance.choice(live) if live else None
    step = chance.randrange(7)
    if memory is None or step == 0:
        deck.add(f"Title {chance.random():.6f}", "x", type=chance.choice(list(MemoryType)))
    elif step == 1:
        deck.edit(memory.id, title=f"Title {chance.random():.6f}")
    elif step == 2:
        deck.edit_many([each.id for each in live[:2]], type=chance.choice(["USER", "PROJECT"]))
    elif step == 3:
        deck.remove(memory.id)
    elif step == 4 and deleted:
        deck.restore(deleted[0].id)
    elif step == 5:
        deck.edit(memory.id, owner=chance.choice(["user:me", "project:demo"]))
    else:
        deck.undo()


@pytest.mark.parametrize("query", QUERIES, ids=str)
def test_incremental_is_the_same_as_anew(deck: Deck, clock: FixedClock, query: MemoryQuery) -> None:
    chance = random.Random(7)
    for number in range(6):
        deck.add(f"Title {number}", "x", type="USER" if number % 2 else "PROJECT")
        clock.forward(seconds=30)
    heads = read_heads(deck, query, never)
    assert heads is not None
    followed = 0
    for _ in range(40):
        seen = deck.last_change()
        for _ in range(chance.randrange(1, 4)):
            clock.forward(seconds=30)
            act(deck, chance)
        after = after_changes(heads, query, deck.changed_since(seen))
        anew = read_heads(deck, query, never)
        assert anew is not None
        if after is not None:
            followed += 1
            assert after.ids == anew.ids
            assert after.texts == anew.texts
            assert after.titles == anew.titles
        heads = anew
    if query.sort is Sort.UPDATED and not query.deleted:
        assert followed > 20


def test_the_first_page_knows_whether_it_is_all(deck: Deck) -> None:
    deck.add_many([{"title": f"T{number}", "content": "x"} for number in range(48)])
    assert first_page(deck, MemoryQuery()).whole
    deck.add("One more", "x")
    page = first_page(deck, MemoryQuery())
    assert not page.whole
    assert len(page.ids) == 48


def test_reading_can_be_stopped(deck: Deck) -> None:
    deck.add("T", "x")
    assert read_heads(deck, MemoryQuery(), lambda: True) is None
