"""Text measured in terminal cells: `日本` takes four."""

from __future__ import annotations

from rich.cells import cell_len, chop_cells, set_cell_size


def fit(text: str, width: int) -> str:
    """Return `text` in exactly `width` cells: filled with blanks, or cut with `…`."""
    if width <= 0:
        return ""
    return set_cell_size(cut(text, width), width)


def cut(text: str, width: int) -> str:
    """Return `text` in at most `width` cells, with `…` where something is missing."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 1)).rstrip() + "…"


def wrap(text: str, width: int, lines: int) -> list[str]:
    """Return `text` on at most `lines` lines of `width` cells; what is left over ends in `…`.

    Breaks at blanks where a word would be cut, and anywhere in scripts without blanks.
    """
    rest = text.strip()
    wrapped: list[str] = []
    while rest and len(wrapped) < lines - 1 and cell_len(rest) > width:
        head = chop_cells(rest[: width + 1], width)[0] if width > 0 else ""
        if not head:
            return wrapped
        blank = head.rfind(" ")
        cuts_word = head[-1:].isalnum() and rest[len(head) : len(head) + 1].isalnum() and head[-1:].isascii()
        if cuts_word and blank > width // 3:
            head = head[:blank]
        wrapped.append(head.rstrip())
        rest = rest[len(head) :].lstrip()
    if rest:
        wrapped.append(fit(rest, width).rstrip())
    return wrapped
