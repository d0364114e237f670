"""What can be copied of an entry. The terminal does the copying (OSC 52), so it works over ssh too."""

from __future__ import annotations

from collections.abc import Sequence

from memdeck.memory.entry import Memory
from memdeck.memory.printable import printable
from memdeck.tui.screens.menu import Choice

CONTENT, TITLE, NAME, ALL, ID = "content", "title", "name", "all", "id"


def copy_choices(memories: Sequence[Memory]) -> list[Choice]:
    """Return the menu of parts."""
    many = len(memories) > 1
    first = memories[0]
    note = f"{len(memories):,} memories" if many else ""
    return [
        Choice(CONTENT, "Content", note or f"{len(first.content):,} characters"),
        Choice(ALL, "Title, description and content", note),
        Choice(TITLE, "Title", note),
        Choice(NAME, "Name", note or first.name),
        Choice(ID, "Id", note or first.id),
    ]


def copied_text(part: str, memories: Sequence[Memory]) -> str:
    """Return the text of `part` of each entry, made safe: pasting it drives no terminal either."""
    if part in {TITLE, NAME, ID}:
        return "\n".join(printable(str(getattr(memory, part))) for memory in memories)
    texts = [_whole(memory) if part == ALL else memory.content for memory in memories]
    return "\n\n".join(printable(text, one_line=False) for text in texts)


def _whole(memory: Memory) -> str:
    described = f"{memory.description}\n\n" if memory.description else ""
    return f"# {memory.title}\n\n{described}{memory.content}"
