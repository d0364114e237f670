"""The one façade: every use case, for people and machines.

    with Deck.open() as deck:
        deck.add("Build setup", "Always use Gradle with the Kotlin DSL.", type="USER")

Each module here holds one group of use cases; `Deck` is all of them together. Reading loads neither
SQLModel nor Chroma; writing loads SQLModel at the first change.
"""

from __future__ import annotations

from memdeck.deck.by_meaning import ByMeaning
from memdeck.deck.chronicle import Chronicle
from memdeck.deck.exporting import Exporting
from memdeck.deck.surroundings import Surroundings
from memdeck.deck.timeline import Change, Timeline

__all__ = ["Change", "Deck"]


class Deck(Timeline, Chronicle, Exporting, ByMeaning, Surroundings):
    """An open store and everything that can be done with it. Make one with `Deck.open`."""
