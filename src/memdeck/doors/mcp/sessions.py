"""What each client works with: its own name in the history, and what it was shown."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from memdeck.deck import Deck
from memdeck.doors.mcp.options import ServeOptions
from memdeck.doors.memory_tool.dialect import Dialect
from memdeck.doors.memory_tool.dialects import dialect_named
from memdeck.doors.memory_tool.flat_folder import FlatFolder
from memdeck.doors.memory_tool.seen import Seen
from memdeck.doors.memory_tool.tool import MemoryTool
from memdeck.doors.memory_tool.whose import Nobody
from memdeck.memory.author import Author
from memdeck.memory.errors import MemoryUnavailable, StoreFault
from memdeck.memory.kinds import Writer
from memdeck.memory.printable import printable
from memdeck.settings import load_settings

NAMELESS = "mcp"
_LONGEST_LABEL = 64
_MOST_AUTHORS = 16
"""Stores opened at once, one for each name in the history; further names share one."""
_MOST_CLIENTS = 1_000


@dataclass(frozen=True, slots=True)
class Client:
    """Who calls."""

    label: str
    """Its name, as the history shows it."""
    session: str | None = None
    """The transport's session, where it has one."""


class Sessions:
    """The store as all clients of one server use it. Safe to use from several threads."""

    def __init__(self, options: ServeOptions) -> None:
        self.options = options
        self.dialect: Dialect = dialect_named(options.dialect)
        self.whose = options.whose()
        self._settings = load_settings(options.config, cwd=options.folder())
        self._decks: dict[str, Deck] = {}
        self._seen: OrderedDict[Client, Seen] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about the settings, for the person who starts the server."""
        return self._settings.notes

    @property
    def deck(self) -> Deck:
        """The store, for reading; one for all clients, so that the model is loaded once."""
        return self._deck_of(NAMELESS)

    @property
    def folder(self) -> FlatFolder:
        """The flat folder that every client of this server sees."""
        return FlatFolder(self.deck, self.whose)

    def access(self) -> tuple[str, ...]:
        """Return the owners that may be seen; raise MemoryUnavailable."""
        return self.whose.access(self.deck)

    def tool(self, client: Client) -> MemoryTool:
        """Return the memory tools of a client."""
        deck = self._deck_of(client.label)
        with self._lock:
            seen = self._seen.setdefault(client, Seen())
            self._seen.move_to_end(client)
            if len(self._seen) > _MOST_CLIENTS:
                self._seen.popitem(last=False)
        return MemoryTool(deck, self.whose, self.dialect, seen)

    def close(self) -> None:
        """Close every store."""
        with self._lock:
            for deck in self._decks.values():
                deck.close()
            self._decks.clear()

    def _deck_of(self, label: str) -> Deck:
        if isinstance(self.whose, Nobody):
            raise MemoryUnavailable(self.whose.reason)  # not even opened
        with self._lock:
            if label not in self._decks and len(self._decks) >= _MOST_AUTHORS:
                label = NAMELESS
            if label not in self._decks:
                self._decks[label] = self._opened(label)
            return self._decks[label]

    def _opened(self, label: str) -> Deck:
        options = self.options
        author = Author(Writer.ASSISTANT, label)
        try:
            return Deck.open(options.home, self._settings, read_only=options.read_only, author=author)
        except StoreFault as fault:
            raise MemoryUnavailable(str(fault)) from None


def client_label(name: str | None) -> str:
    """Return a client's own name as it may stand in the history."""
    return printable((name or "").strip()[:_LONGEST_LABEL]) or NAMELESS
