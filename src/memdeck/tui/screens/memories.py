"""The Memories screen."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget
from textual.widgets import Static

from memdeck.tui.commands import bindings
from memdeck.tui.screens.deck_screen import DeckScreen


class MemoriesScreen(DeckScreen):
    """List, filters, search and the entry itself."""

    SCOPE = "memories"
    BINDINGS = bindings("memories")

    def compose_body(self) -> Iterable[Widget]:
        """List and detail."""
        yield Static("", id="memories-body")
