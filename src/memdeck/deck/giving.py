"""The part of the deck that stands in front of every prompt, alone: a hook loads this and nothing else.

`Deck` is built on it, so preview, screen and hook run the same code. Whatever decides what is injected (a
ranking, who gives way) must be a base of `Giving`, not of `Deck` only; a test compares the two.
"""

from __future__ import annotations

from memdeck.deck.giving_way import GivingWay
from memdeck.deck.retrieving import Retrieving
from memdeck.deck.surroundings import Surroundings


class Giving(GivingWay, Retrieving, Surroundings):
    """Preview, inject and the record, from a folder's access to the text."""
