"""What the detail pane says of an entry at odds with others is what an assistant is really given."""

from __future__ import annotations

import pytest

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.tui.detail import detail_blocks
from memdeck.tui.entry_reading import read_detail

DEMO = "project:demo"
PROMPT = "Which build tool does this repository use?"


@pytest.fixture
def chain(deck: Deck, clock: FixedClock) -> Deck:
    """Each contradicts the one before; mine differs from the project's first."""
    deck.add("Mine", "Repositories are built with Gradle.", type="USER", name="mine")
    for name, tool in (("first", "Maven"), ("second", "Bazel"), ("third", "Gradle")):
        clock.forward(days=1)
        deck.add(name.title(), f"This repository is built with {tool}.", owner=DEMO, name=name)
    deck.embed_waiting()  # a preview waits for the model, but not as long as a busy machine takes to make it
    return deck


def said(deck: Deck, name: str) -> str:
    return read_detail(deck, deck.get(name).id).conflict


def given(deck: Deck) -> set[str]:
    return {item.memory.name for item in deck.preview(PROMPT, access=("user:me", DEMO)).items}


def test_an_entry_that_is_overridden_by_one_that_gives_way_itself(chain: Deck) -> None:
    """The project's entry is the older side of a contradiction: the person's is injected."""
    assert given(chain) == {"mine", "third"}
    assert "Gives way" not in said(chain, "mine")
    assert said(chain, "mine").endswith("That one gives way to a newer one, so this one is injected too.")


def test_an_entry_that_is_overridden(chain: Deck) -> None:
    chain.remove("third")
    assert given(chain) == {"second"}
    assert said(chain, "mine").startswith("Gives way to “Second” (demo) where both are seen: ")


def test_of_a_chain_only_the_newest_is_injected(chain: Deck) -> None:
    assert "“Third”" in said(chain, "first") and "That one is injected meanwhile." in said(chain, "first")
    assert "“Third”" in said(chain, "second") and "That one is injected meanwhile." in said(chain, "second")
    assert "This one is injected meanwhile." in said(chain, "third")


def test_the_middle_of_a_chain_is_not_said_to_be_injected(chain: Deck) -> None:
    """First and third were settled: they both stand, and the second still loses against the third."""
    found = next(
        each for each in chain.conflicts() if {each.older.name, each.newer.name} == {"first", "third"}
    )
    chain.settle(found.id, "both_stand")
    assert "first" not in given(chain) and "second" not in given(chain)
    assert "A newer one than both is injected meanwhile." in said(chain, "first")
    assert "“Third”" in said(chain, "second") and "That one is injected meanwhile." in said(chain, "second")


def test_the_sign_of_a_conflict_stands_where_the_list_has_it_too(chain: Deck) -> None:
    """What only gives way waits for nobody: the list has no sign there, and the pane has another one."""
    chain.remove("third")
    marked = chain.conflicts_of([chain.get(name).id for name in ("mine", "first", "second")])
    for name, sign in (("mine", "↑ "), ("first", "⚡ "), ("second", "⚡ ")):
        memory = chain.get(name)
        blocks = detail_blocks(read_detail(chain, memory.id), memory.updated_at)
        assert sign in [block.first for block in blocks], name
        assert (memory.id in marked) == (sign == "⚡ "), name


def test_where_to_settle_is_said_by_the_name_of_the_screen(chain: Deck) -> None:
    assert said(chain, "third").endswith("Settle it in Conflicts ‹2›.")
