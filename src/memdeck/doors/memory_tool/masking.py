"""Secrets are masked in a file's text before it is read.

The store masks whatever an assistant writes anyway (`deck/guarding.py`). Here it is done to the whole text,
so that the header, the fields and the content say the same, and the assistant is told.
"""

from __future__ import annotations

from memdeck.deck import Deck


def masked(deck: Deck, text: str) -> tuple[str, tuple[str, ...]]:
    """Return `text` with secrets masked as the settings ask for, and the kinds found, each once."""
    from memdeck.memory.secrets import mask_secrets  # its rules are compiled at the first write

    found = mask_secrets(text, deck.settings.secrets.level)
    return found.text, tuple(dict.fromkeys(found.kinds))
