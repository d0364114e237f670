"""The search of the Memories screen: what is found so far, and the passes that come later in a worker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from memdeck.retrieve.headsearch.exact import ExactSearch
from memdeck.retrieve.headsearch.terms import terms_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdeck.deck.reading import Reading
    from memdeck.memory.query import MemoryQuery
    from memdeck.retrieve.headsearch.heads import Heads
    from memdeck.retrieve.headsearch.vocabulary import Vocabulary


class Picked(Sequence[str]):
    """Some rows of a list as ids; nothing is copied, however many they are."""

    def __init__(self, ids: Sequence[str], rows: Sequence[int]) -> None:
        self._ids = ids
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self._ids[row] for row in self._rows[place]]
        return self._ids[self._rows[place]]

    def __iter__(self) -> Iterator[str]:
        return (self._ids[row] for row in self._rows)

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the place of an id; ValueError when it is not there."""
        row = self._ids.index(value)
        return self._rows.index(row) if stop is None else self._rows.index(row, start, stop)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found so far, best first."""

    ids: Sequence[str]
    words: tuple[str, ...]
    """Searchable words to light up."""
    rows: Sequence[int] = ()
    """Places of the exact hits."""
    complete: bool = True
    """False while exact hits are still missing."""
    near: int = 0
    """How many of them are near, not exact."""
    in_text: int = 0
    """How many of them hold the words in their content only."""
    read_as: tuple[str, ...] = ()
    """What mistyped words were taken for."""
    suggestion: str = ""
    """For nothing found: the word that was perhaps meant."""


class Finder:
    """Searches one list."""

    def __init__(self, heads: Heads, vocabulary: Vocabulary | None = None) -> None:
        self.heads = heads
        self.vocabulary = vocabulary
        self._exact = ExactSearch(heads)

    def quick(self, text: str) -> Found:
        """Return the exact hits that can be had within a frame; call it on the event loop."""
        hits = self._exact.quick(text)
        return Found(Picked(self.heads.ids, hits.rows), terms_of(text), hits.rows, hits.complete)

    def complete(self, text: str) -> Iterator[None]:
        """Find the other exact hits in slices; afterwards `quick` has them all."""
        return self._exact.complete(text)

    def further(
        self, text: str, exact: Found, deck: Reading, query: MemoryQuery, stop: Callable[[], bool]
    ) -> Found:
        """Add near hits and hits in the content below the exact ones; call it in a thread."""
        from memdeck.retrieve.headsearch.near import NearSearch
        from memdeck.retrieve.headsearch.vocabulary import Vocabulary

        terms = terms_of(text)
        if self.vocabulary is None:
            vocabulary = Vocabulary.of(self.heads.texts, stop)
            if stop():
                return exact
            self.vocabulary = vocabulary
        rows = exact.rows
        search = NearSearch(self.heads, self.vocabulary)
        near = search.find(terms, set(rows), stop)
        ids = self.heads.ids
        known = [ids[row] for row in (*rows, *near.rows)]
        if stop():
            return exact
        seen = set(known)
        in_text = [id_ for id_ in deck.find_text(text, query) if id_ not in seen]
        suggestion = ""
        if not known and not in_text:
            suggestion = " ".join(search.suggestion(term) or term for term in terms)
        return Found(
            [*known, *in_text],
            (*terms, *near.read_as),
            rows,
            near=len(near.rows),
            in_text=len(in_text),
            read_as=near.read_as,
            suggestion=suggestion if suggestion != " ".join(terms) else "",
        )
