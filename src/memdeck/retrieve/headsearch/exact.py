"""The exact pass: every word of the search occurs somewhere in the head. Ranked by where.

Ranks, best first; within a rank the list's own order stays:
    1. the title is what was typed
    2. the title begins with it
    3. a word of the title begins with it
    4. all words are in the title
    5. all words are in title, description and name together

Measured with 100,000 heads of 150 characters: 5 to 14 ms for the first two letters, 1 to 3 ms for the
next ones, which only look at what the letters before left over.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from memdeck.retrieve.headsearch.heads import Heads
from memdeck.retrieve.headsearch.terms import phrase_of, terms_of

_REMEMBERED = 24
"""How many earlier searches are kept, so that going back a letter costs nothing."""
_TOO_MANY_TO_RANK = 20_000
"""More hits than this are ranked by the beginning of their title only, to stay within a frame."""


class ExactSearch:
    """Searches one list; remembers what earlier letters found."""

    def __init__(self, heads: Heads) -> None:
        self.heads = heads
        self._found: OrderedDict[tuple[str, ...], Sequence[int]] = OrderedDict()

    def find(self, text: str) -> Sequence[int]:
        """Return the rows that match, best first; all rows in their order when nothing was typed."""
        terms = terms_of(text)
        if not terms:
            return range(len(self.heads))
        return self._rank(phrase_of(text), terms, self._matching(terms))

    def _matching(self, terms: tuple[str, ...]) -> Sequence[int]:
        known = self._found.get(terms)
        if known is not None:
            self._found.move_to_end(terms)
            return known
        texts = self.heads.texts
        rows = self._narrowed(terms)
        for term in sorted(terms, key=len, reverse=True):
            if isinstance(rows, range):
                rows = [row for row, head in enumerate(texts) if term in head]
            else:
                rows = [row for row in rows if term in texts[row]]
        self._found[terms] = rows
        if len(self._found) > _REMEMBERED:
            self._found.popitem(last=False)
        return rows

    def _narrowed(self, terms: tuple[str, ...]) -> Sequence[int]:
        """Return the smallest earlier result that must hold every row these terms can match."""
        best: Sequence[int] = range(len(self.heads))
        for earlier, rows in self._found.items():
            if len(rows) < len(best) and all(any(old in new for new in terms) for old in earlier):
                best = rows
        return best

    def _rank(self, phrase: str, terms: tuple[str, ...], rows: Sequence[int]) -> Sequence[int]:
        titles = self.heads.titles
        if len(rows) > _TOO_MANY_TO_RANK:
            first = [row for row in rows if titles[row].startswith(phrase)]
            return _before(first, rows)
        in_title = rows
        for term in terms:
            in_title = [row for row in in_title if term in titles[row]]
        word = f" {phrase}"
        in_word = [row for row in in_title if word in titles[row]]
        first = [row for row in in_title if titles[row].startswith(phrase)]
        whole = [row for row in first if titles[row] == phrase]
        for better in (in_title, in_word, first, whole):
            rows = _before(better, rows)
        return rows


def _before(better: Sequence[int], rows: Sequence[int]) -> Sequence[int]:
    """Return `rows` with those of `better` moved to the front, both in their order."""
    if not better or len(better) == len(rows):
        return rows
    moved = set(better)
    return [*(row for row in rows if row in moved), *(row for row in rows if row not in moved)]
