"""Finding the entry that a NAME on the command line means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdeck.memory.entry import Memory
from memdeck.memory.errors import NotFound

if TYPE_CHECKING:
    from memdeck.deck import Deck


def found_anywhere(deck: Deck, name: str, owner: str | None) -> Memory:
    """Return the live entry that `name` means, else the removed one; raise NotFound."""
    try:
        return deck.get(name, owner=owner)
    except NotFound:
        return deck.get(name, owner=owner, deleted=True)
