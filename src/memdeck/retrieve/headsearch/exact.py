"""The exact pass: every word of the search occurs somewhere in the head. Ranked by where.

Ranks, best first; within a rank the list's own order stays:
    1. the title is what was typed
    2. the title begins with it
    3. a word of the title begins with it
    4. all words are in the title
    5. all words are in title, description and name together

Titles alone settle ranks 1 to 4, so `quick` can show the right beginning of a huge list at once and leave
the rest to `complete`, which works in slices of a few milliseconds and only ever adds: below, or (from titles
far down a list of more than `_TITLES_AT_ONCE`) among the ranks 3 and 4.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import filterfalse

from memdeck.retrieve.headsearch.heads import Heads
from memdeck.retrieve.headsearch.terms import phrase_of, terms_of

_REMEMBERED = 24
"""How many earlier searches are kept, so that going back a letter costs nothing."""
_AT_ONCE = 3_000
"""Most heads that `quick` reads: 1 ms. With more it reads titles only."""
_TITLES_AT_ONCE = 8_000
"""Most titles that `quick` reads: 0.7 ms. Those that begin with what was typed it finds in the whole list."""
_TOO_MANY_TO_RANK = 10_000
"""More title hits than this are ranked by their beginning only, to stay within a frame."""
_SLICE = 2_000
"""Heads read between two pauses of `complete`."""


@dataclass(frozen=True, slots=True)
class Hits:
    """What a search found so far."""

    rows: Sequence[int]
    """Places in the list, best first."""
    complete: bool = True
    """False while rank 5 is still missing below."""


class _Memory:
    """The rows that earlier terms left over."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, ...], Sequence[int]] = OrderedDict()

    def get(self, terms: tuple[str, ...]) -> Sequence[int] | None:
        rows = self._found.get(terms)
        if rows is not None:
            self._found.move_to_end(terms)
        return rows

    def put(self, terms: tuple[str, ...], rows: Sequence[int]) -> None:
        self._found[terms] = rows
        if len(self._found) > _REMEMBERED:
            self._found.popitem(last=False)

    def narrowest(self, terms: tuple[str, ...], everything: Sequence[int]) -> Sequence[int]:
        """Return the smallest earlier result that must hold every row these terms can match."""
        best = everything
        for earlier, rows in self._found.items():
            if len(rows) < len(best) and all(any(old in new for new in terms) for old in earlier):
                best = rows
        return best


class ExactSearch:
    """Searches one list; remembers what earlier letters found."""

    def __init__(self, heads: Heads) -> None:
        self.heads = heads
        self._everything = range(len(heads))
        self._by_head = _Memory()
        self._by_title = _Memory()
        self._last_titled: tuple[str, Sequence[int]] = "", ()

    def find(self, text: str) -> Sequence[int]:
        """Return all rows that match, best first; all rows in their order when nothing was typed."""
        for _ in self.complete(text):
            pass
        return self.quick(text).rows

    def quick(self, text: str) -> Hits:
        """Return what can be said within a frame: everything, or at least the best title hits."""
        terms = terms_of(text)
        if not terms:
            return Hits(self._everything)
        phrase = phrase_of(text)
        titled = self._titled(phrase, terms)
        if titled is None:
            rows = self._by_title.narrowest(terms, self._everything)[:_TITLES_AT_ONCE]
            return Hits(self._ranked(phrase, _holding(terms, self.heads.titles, rows)), complete=False)
        found = self._by_head.get(terms)
        if found is None:
            rows = self._by_head.narrowest(terms, self._everything)
            if len(rows) > _AT_ONCE:
                return Hits(titled, complete=False)
            found = _holding(terms, self.heads.texts, rows)
            self._by_head.put(terms, found)
        return Hits(_before(titled, found))

    def complete(self, text: str) -> Iterator[None]:
        """Search what `quick` left out, pausing now and then; afterwards `quick` has everything."""
        terms = terms_of(text)
        if not terms:
            return
        for memory, texts in ((self._by_title, self.heads.titles), (self._by_head, self.heads.texts)):
            if memory.get(terms) is None:
                rows = memory.narrowest(terms, self._everything)
                found: list[int] = []
                for start in range(0, len(rows), _SLICE):
                    found += _holding(terms, texts, rows[start : start + _SLICE])
                    yield
                memory.put(terms, found)

    def _titled(self, phrase: str, terms: tuple[str, ...]) -> Sequence[int] | None:
        """Return all rows whose title holds all terms, ranked; None when that takes longer than a frame."""
        if self._last_titled[0] == phrase:
            return self._last_titled[1]
        rows = self._by_title.get(terms)
        if rows is None:
            rows = self._by_title.narrowest(terms, self._everything)
            if len(rows) > _TITLES_AT_ONCE:
                return None
            rows = _holding(terms, self.heads.titles, rows)
            self._by_title.put(terms, rows)
        self._last_titled = phrase, self._ranked(phrase, rows)
        return self._last_titled[1]

    def _ranked(self, phrase: str, rows: Sequence[int]) -> Sequence[int]:
        """Bring title hits into the order of their ranks; the first two are found in the whole list."""
        titles = self.heads.titles
        first = self.heads.beginning_with(phrase)
        if len(rows) > _TOO_MANY_TO_RANK:
            return _before(first, rows)
        word = f" {phrase}"
        ranked = _before([row for row in rows if word in titles[row]], rows)
        ranked = _before(first, ranked)
        return _before([row for row in first if titles[row] == phrase], ranked)


def _holding(terms: tuple[str, ...], texts: Sequence[str], rows: Sequence[int]) -> Sequence[int]:
    for term in sorted(terms, key=len, reverse=True):
        if isinstance(rows, range) and len(rows) == len(texts):
            rows = [row for row, text in enumerate(texts) if term in text]
        else:
            rows = [row for row in rows if term in texts[row]]
    return rows


def _before(better: Sequence[int], rows: Sequence[int]) -> Sequence[int]:
    """Return `rows` with those of `better` in front."""
    if not better:
        return rows
    return [*better, *filterfalse(set(better).__contains__, rows)]
