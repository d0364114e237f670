"""What the text in the form would be in conflict with, before it is saved; call it in a thread."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memdeck.memory.errors import MemdeckError
from memdeck.memory.kinds import MemoryType, Writer
from memdeck.memory.owner import owner_label

if TYPE_CHECKING:
    from datetime import datetime

    from memdeck.deck import Deck
    from memdeck.memory.entry import Memory
    from memdeck.tui.form_values import FormValues


def foreseen(deck: Deck, memory: Memory | None, values: FormValues, now: datetime) -> str:
    """Return one line about what the text would be at odds with, or nothing; not safe to show.

    Args:
        deck: where the others are.
        memory: the entry that is being edited; None for a new one.
        values: what the form holds.
        now: the present.
    """
    from memdeck.deck.drafting import draft_from

    if not values.content.strip():
        return ""
    given = {
        "title": values.title or "…",
        "content": values.content,
        "type": values.type,
        "owner": values.owner,
    }
    try:
        draft = draft_from(given, now, Writer.PERSON)
        if memory is not None:
            draft = replace(
                memory,
                title=values.title,
                content=values.content,
                type=MemoryType(values.type),
                owner=values.owner,
                updated_at=now,
            )
        found = deck.at_odds(draft)
    except MemdeckError:
        return ""  # an unfinished form; saving says what is wrong
    if not found:
        return ""
    other, finding = max(found, key=lambda each: (each[1].kind == "contradiction", each[1].score))
    named = f"“{other.title}” ({owner_label(other.owner)})"
    more = f" · and {len(found) - 1} more" if len(found) > 1 else ""
    if finding.kind == "duplicate":
        return f"says the same as {named}{more}"
    return f"says the opposite of {named}: {finding.evidence}{more}"
