"""Reading everything the detail pane shows of one entry; call it in a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from memdeck.tui.detail import HISTORY_COUNTED, Detail

if TYPE_CHECKING:
    from memdeck.deck.reading import Reading
    from memdeck.memory.conflict import Conflict
    from memdeck.memory.entry import Memory


CONFLICTS_KEY = "2"
"""The key of the screen that settles conflicts."""


def read_detail(deck: Reading, id_: str) -> Detail:
    """Read an entry, removed or not, with its history's length; raise NotFound when it was purged."""
    memory = deck.get_any(id_)
    changes = deck.history(id_, limit=HISTORY_COUNTED)
    author = changes[0].author.label if changes else ""
    words, overridden = _conflict_words(deck, id_)
    return Detail(
        memory,
        len(changes),
        author,
        conflict=words,
        overridden=overridden,
        line=_line_of(deck, memory),
    )


def _line_of(deck: Reading, memory: Memory) -> Sequence[Memory]:
    ask: Callable[[str], Sequence[Memory]] | None = getattr(deck, "line_of", None)
    return ask(memory.id) if ask is not None and memory.deleted_at is None else ()


def _conflict_words(deck: Reading, id_: str) -> tuple[str, bool]:
    """Say what the entry is at odds with, and whether it only gives way to a more specific one.

    The reading half of a deck doesn't know.
    """
    ask: Callable[..., Sequence[Conflict]] | None = getattr(deck, "conflicts", None)
    if ask is None:
        return "", False
    from memdeck.memory.conflict import ConflictState
    from memdeck.tui.conflict_words import mark_words

    found = ask(ConflictState.OPEN, of=id_, catch_up=False)
    if overridden := not found:
        found = [
            each for each in ask(ConflictState.PRECEDENCE, of=id_, catch_up=False) if each.older.id == id_
        ]

    @cache
    def beaten(other: str) -> bool:
        gives_way: Callable[[list[str]], set[str]] = deck.beaten  # type: ignore[attr-defined]  # it knows conflicts
        return bool(gives_way([other]))

    return (mark_words(found, id_, CONFLICTS_KEY, beaten), overridden) if found else ("", False)
