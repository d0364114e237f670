"""What the Memories screen says instead of rows: nothing there, nothing found, something wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from textual.content import Content

from memdeck.memory.errors import MemdeckError
from memdeck.memory.printable import printable
from memdeck.memory.query import MemoryQuery
from memdeck.tui.filters import is_filtered, title_of

Key = Callable[[str], str]
"""Returns the key of a command, as people read it."""


class Notice(NamedTuple):
    """A sign, what happened, and what to do next."""

    sign: str
    words: str
    next: tuple[tuple[str, str], ...]
    """(key, what it does)."""
    detail: str = ""

    def content(self) -> Content:
        """Return it as text; every part is made safe here."""
        parts: list[Content | tuple[str, str] | str] = [
            (f"{self.sign} ", "$accent"),
            (printable(self.words), "bold"),
        ]
        if self.detail:
            parts += ["\n", (printable(self.detail), "$foreground-muted")]
        for key, label in self.next:
            parts += [
                "\n" if self.next[0] != (key, label) else "\n\n",
                (f"{key:>5}  ", "bold $foreground"),
                (label, "$foreground-muted"),
            ]
        return Content.assemble(*parts)


def empty_store(key: Key, *, read_only: bool) -> Notice:
    """There is not one entry."""
    steps: tuple[tuple[str, str], ...] = ()
    if not read_only:
        steps = (
            (key("memory.add"), "Write the first memory"),
            (key("app.import"), "Import what Claude Code keeps on this machine"),
            (key("app.assistants"), "Connect an assistant, so that it reads and writes them"),
        )
    return Notice(
        "○",
        "No memories yet.",
        (*steps, (key("app.palette"), "All commands"), (key("app.help"), "Keys")),
        "Memdeck keeps what your coding assistant should remember: habits, decisions, where things are.",
    )


def nothing_here(query: MemoryQuery, key: Key) -> Notice:
    """The filters leave nothing."""
    if not is_filtered(query):
        return Notice("○", "No memories here.", ((key("memory.add"), "Write one"),))
    if query.deleted:
        return Notice("○", "Nothing was deleted.", ((key("filter.clear"), "Show all memories"),))
    return Notice("○", f"No memories in {title_of(query)}.", ((key("filter.clear"), "Show all memories"),))


def nothing_found(text: str, suggestion: str, query: MemoryQuery, key: Key) -> Notice:
    """The search finds nothing."""
    meant = f" Did you mean {suggestion}?" if suggestion else ""
    steps: list[tuple[str, str]] = []
    if suggestion:
        steps.append(("⏎", f"Search for {printable(suggestion)}"))
    if is_filtered(query):
        steps.append((key("filter.clear"), "Search in all memories"))
    steps.append((key("search.toggle"), "Search by meaning"))
    return Notice(
        "○", f'No memories match "{text}".{meant}', (*steps, (key("memory.back"), "Clear the search"))
    )


def nothing_near(fault: MemdeckError | None, waiting: int, query: MemoryQuery, key: Key) -> Notice:
    """The search by meaning finds nothing: it does not work, has nothing to compare with, or is filtered."""
    steps = [(key("search.toggle"), "Search by words instead"), (key("memory.back"), "Clear the search")]
    if fault is not None:
        detail = f"{fault.message} {fault.hint} Search by words works.".replace("  ", " ")
        return Notice("✗", "There is no search by meaning now.", tuple(steps), detail)
    if query.deleted:
        words = "Deleted memories have no meaning to compare with."
    elif waiting:
        words = f"Not read for their meaning yet: {waiting:,} changes."
    else:
        words = "Nothing to compare with."
    if is_filtered(query) and not query.deleted:
        words = "Nothing near in meaning here."
        steps.insert(0, (key("filter.clear"), "Search in all memories"))
    return Notice("○", words, tuple(steps), "Search by words works.")


def broken(fault: MemdeckError, key: Key) -> Notice:
    """The store can't be read."""
    return Notice(
        "✗",
        fault.message,
        (("r", "Try again"), (key("app.quit"), "Quit")),
        f"{fault.hint} Nothing was changed.".strip(),
    )


def loading() -> Notice:
    """The first rows are late."""
    return Notice("…", "Reading memories", ())
