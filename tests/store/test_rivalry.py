"""Whether entries have rivals at all."""

from __future__ import annotations

from memdeck import Deck
from memdeck.store.rivalry import has_rivals


def test_only_entries_with_a_contradiction_have_rivals(deck: Deck) -> None:
    older = deck.add("Build", "The build tool is Maven.", owner="project:demo")
    newer = deck.add("Build again", "The build tool is Gradle.", owner="project:demo")
    twin = deck.add("Coffee", "The coffee machine stands on the second floor.", owner="project:demo")
    deck.add("Coffee once more", "The coffee machine stands on the second floor.", owner="project:demo")
    database = deck.parts.database
    assert has_rivals(database, [older.id]) and has_rivals(database, [newer.id, twin.id])
    assert not has_rivals(database, [twin.id])
    assert not has_rivals(database, [])
    assert has_rivals(database, [*(f"mem_{number}" for number in range(900)), older.id])
