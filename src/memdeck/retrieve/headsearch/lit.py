"""Which letters of a shown text a search matched."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from memdeck.memory.searchable import searchable


def lit_ranges(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return the stretches of `text` that match one of `words`, as (start, end), sorted and apart.

    Args:
        text: what is shown (as people wrote it, not normalised).
        words: searchable words; the empty ones are passed over.
    """
    folded, places = _folded(text)
    spots: list[tuple[int, int]] = []
    for word in words:
        at = folded.find(word) if word else -1
        while at >= 0:
            spots.append((places[at], places[at + len(word) - 1] + 1))
            at = folded.find(word, at + len(word))
    return _joined([(start, _with_marks(text, end)) for start, end in spots])


def _folded(text: str) -> tuple[str, Sequence[int]]:
    """Return the searchable form and, for each of its characters, its place in `text`."""
    if text.isascii():
        return text.lower(), range(len(text))
    folded: list[str] = []
    places: list[int] = []
    start = 0
    while start < len(text):
        end = _with_marks(text, start + 1)
        part = searchable(text[start:end])
        folded.append(part)
        places.extend([start] * len(part))
        start = end
    return "".join(folded), places


def _with_marks(text: str, end: int) -> int:
    """Move `end` past combining marks, which belong to the letter before."""
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end


def _joined(spots: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spots):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
