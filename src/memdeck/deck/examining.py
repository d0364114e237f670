"""Looking at the store itself, for `memdeck doctor` and the Health screen."""

from __future__ import annotations

from memdeck.deck.base import DeckBase
from memdeck.store.checkup import StoreFacts, store_facts


def examine(deck: DeckBase) -> StoreFacts:
    """Return what the store is like; reads every page of it once. Raise StoreFault when it can't be read."""
    return store_facts(deck.parts.database)
