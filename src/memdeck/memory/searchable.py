"""The normalised copy of a text that searching uses; what people wrote is never changed."""

from __future__ import annotations

import unicodedata

_DOT_ABOVE = "̇"


def searchable(text: str) -> str:
    """Return `text` in the form that is compared when searching: NFKC, casefolded, NFKC.

    `ÄPFEL` and `äpfel`, full-width and half-width letters, composed and decomposed `é`, `Straße` and
    `strasse` become equal. Casefolding `İ` leaves a combining dot behind, which nobody types: it goes.
    """
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return folded.replace("i" + _DOT_ABOVE, "i")


def search_head(name: str, title: str, description: str) -> str:
    """Return what the list searches at each key stroke: title, description, name, one a line."""
    return searchable(f"{title}\n{description}\n{name}")
