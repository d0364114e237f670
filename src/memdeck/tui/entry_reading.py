"""Reading everything the detail pane shows of one entry; call it in a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdeck.tui.detail import HISTORY_COUNTED, Detail

if TYPE_CHECKING:
    from memdeck.deck.reading import Reading


def read_detail(deck: Reading, id_: str) -> Detail:
    """Read an entry, removed or not, with its history's length; raise NotFound when it was purged."""
    memory = deck.get_any(id_)
    changes = deck.history(id_, limit=HISTORY_COUNTED)
    return Detail(memory, len(changes), changes[0].author.label if changes else "")
