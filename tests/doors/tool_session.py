"""A client of the memory tools in a test: one call a line, success or failure expected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from memdeck import Deck
from memdeck.doors.memory_tool import DIALECTS, FixedOwners, MemoryTool, Whose
from memdeck.memory.author import Author
from memdeck.memory.clock import Clock, utc_now
from memdeck.memory.kinds import Writer

ME_AND_DEMO = ("user:me", "project:demo")


class ToolSession:
    """One client with one dialect on a store of its own process's deck."""

    def __init__(self, deck: Deck, dialect: str = "anthropic", whose: Whose | None = None) -> None:
        self.deck, self.dialect = deck, dialect
        self.tool = MemoryTool(deck, whose or FixedOwners(ME_AND_DEMO), DIALECTS[dialect])

    def ok(self, command: str, **arguments: object) -> str:
        """Call and expect success."""
        answer = self.tool.call(command, arguments)
        assert not answer.is_error, answer.text
        return answer.text

    def refused(self, command: str, **arguments: object) -> str:
        """Call and expect a failure."""
        answer = self.tool.call(command, arguments)
        assert answer.is_error, answer.text
        return answer.text

    def text(self, path: str) -> str:
        """Return a file's exact text, put together from what `view` shows."""
        shown = self.ok("view", path=path).split("\n")[1:]
        return "\n".join(line.split("\t", 1)[1] for line in shown)


def opened(folder: Path, dialect: str = "anthropic") -> Iterator[ToolSession]:
    """Yield a client on an empty store in `folder`."""
    with assistants_deck(folder / "home") as deck:
        yield ToolSession(deck, dialect)


def assistants_deck(home: Path, label: str = "claude-code", clock: Clock = utc_now) -> Deck:
    """Open a store as an assistant does."""
    return Deck.open(home, author=Author(Writer.ASSISTANT, label), clock=clock)
