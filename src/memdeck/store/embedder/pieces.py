"""Which texts of an entry become vectors: one for a short entry, overlapping windows for a long one.

A model reads a few hundred characters well and blurs everything beyond; a fact in the last line of a long
entry would never be found by meaning (docs/retrieval.md).
"""

from __future__ import annotations

from memdeck.memory.entry import Memory
from memdeck.memory.turn import turn_of
from memdeck.store.words.terms import cjk_share

PIECES_FORM = 1
"""Changes with the way entries are cut; part of a model's identity in the store."""

WHOLE = 600
"""Up to so many characters of an alphabetic script a text stays whole; a CJK character counts as two."""
WINDOW = 320
"""Length of a window, in the same measure: one sentence in it must not drown."""
OVERLAP = 80


def pieces_of(memory: Memory) -> list[str]:
    """Return the texts of an entry that become its vectors; never empty."""
    turn = turn_of(memory)
    if turn is not None:
        return windows(turn.said)
    head = ". ".join(part for part in (memory.title, memory.description) if part)
    whole = f"{head}. {memory.content}"
    if _length(whole) <= WHOLE:
        return [whole]
    return [f"{memory.title}. {window}" for window in windows(f"{memory.description}. {memory.content}")]


def windows(text: str) -> list[str]:
    """Cut a text into overlapping windows, at blanks where there are some."""
    if _length(text) <= WHOLE:
        return [text]
    wide = 1 + cjk_share(text)
    window, overlap = int(WINDOW / wide), int(OVERLAP / wide)
    found: list[str] = []
    start = 0
    while start < len(text):
        end = min(start + window, len(text))
        if end < len(text):
            blank = text.rfind(" ", start + window // 2, end)
            end = blank if blank > 0 else end
        found.append(text[start:end])
        if end == len(text):
            break
        start = max(end - overlap, start + 1)
    return found


def query_texts(prompt: str, most: int = 4) -> list[str]:
    """Return the texts of a prompt that become vectors: of a long one, windows spread over it."""
    found = windows(prompt.strip()) or [""]
    if len(found) <= most:
        return found
    last = len(found) - 1
    return [found[last * number // (most - 1)] for number in range(most)]


def _length(text: str) -> int:
    return int(len(text) * (1 + cjk_share(text)))
