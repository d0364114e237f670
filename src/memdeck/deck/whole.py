"""The whole deck: every group of use cases in one class. A new group is one more base here."""

from __future__ import annotations

from memdeck.deck.by_meaning import ByMeaning
from memdeck.deck.chronicle import Chronicle
from memdeck.deck.conflict_pages import ConflictPages
from memdeck.deck.giving import Giving
from memdeck.deck.secret_search import SecretSearch
from memdeck.deck.syncing import Syncing
from memdeck.deck.timeline import Timeline
from memdeck.deck.versions import Versions


class Deck(Timeline, Chronicle, Syncing, ByMeaning, Giving, ConflictPages, Versions, SecretSearch):
    """An open store and everything that can be done with it. Make one with `Deck.open`."""
