"""The words that stand in the heads: what a mistyped word is compared with."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Sequence

from memdeck.retrieve.headsearch.terms import is_cjk

_WORD = re.compile(r"[^\W_]{2,}")
_SLICE = 64
"""Heads read at a time: about 0.5 ms, after which another thread may go on."""


def never() -> bool:
    """Return False: nobody wants to stop."""
    return False


class Vocabulary:
    """Sorted distinct words. Words are only ever added: one too many does no harm."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words = _sorted(words)

    @classmethod
    def of(cls, texts: Sequence[str], stop: Callable[[], bool] = never) -> Vocabulary:
        """Collect the words of these heads; the longest work of a search, about 0.5 s for 100,000."""
        found: set[str] = set()
        for start in range(0, len(texts), _SLICE):
            found.update(_WORD.findall("\n".join(texts[start : start + _SLICE])))
            if stop():
                break
        return cls(word for word in found if not is_cjk(word))

    def learn(self, text: str) -> None:
        """Add the words of a changed head."""
        for word in _WORD.findall(text):
            place = bisect_left(self.words, word)
            if (place == len(self.words) or self.words[place] != word) and not is_cjk(word):
                insort(self.words, word)

    def begins(self, term: str) -> bool:
        """Return True when some word begins with `term`."""
        place = bisect_left(self.words, term)
        return place < len(self.words) and self.words[place].startswith(term)

    def slices(self, size: int = 1_024) -> Iterator[list[str]]:
        """Yield the words piece by piece."""
        for start in range(0, len(self.words), size):
            yield self.words[start : start + size]


def _sorted(words: Iterable[str]) -> list[str]:
    """Sort in pieces: one sort of 100,000 words would hold every other thread up for 50 ms."""
    by_beginning: dict[str, list[str]] = {}
    for word in words:
        by_beginning.setdefault(word[:2], []).append(word)
    found: list[str] = []
    for beginning in sorted(by_beginning):
        found += sorted(by_beginning[beginning])
    return found


def written(term: str, texts: Sequence[str], rows: Sequence[int]) -> bool:
    """Return True when one of these rows holds `term` as a word's beginning (anywhere, for CJK)."""
    if is_cjk(term) or not term[:1].isalnum():
        return bool(rows)
    begins = re.compile(rf"(?<![^\W_]){re.escape(term)}")
    return any(begins.search(texts[row]) for row in rows)
