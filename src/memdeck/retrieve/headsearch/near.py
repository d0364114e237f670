"""The typo-tolerant pass: words that nobody wrote are read as the nearest words that somebody did.

A word is near when few slips (a letter wrong, missing, too many, or two swapped) lie between it and a
written word or the beginning of one: one slip up to five letters, two from six on. Chinese, Japanese and
Korean have no blanks between words: there a run of characters is near when two thirds of it stand in the
head in the same order. Distances by rapidfuzz.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass

from memdeck.retrieve.headsearch.heads import Heads
from memdeck.retrieve.headsearch.terms import is_cjk
from memdeck.retrieve.headsearch.vocabulary import Vocabulary, never

_VARIANTS = 8
"""How many near words are tried for each word."""
_CJK_CUTOFF = 66.0
_SLICE = 64
"""Heads compared at a time: about 1 ms, after which another thread may go on."""


@dataclass(frozen=True, slots=True)
class NearHits:
    """What the tolerant pass found."""

    rows: tuple[int, ...] = ()
    """Rows beyond the exact ones, most similar first."""
    read_as: tuple[str, ...] = ()
    """The written words that were taken for the typed ones, to light up and to name."""


@dataclass(frozen=True, slots=True)
class _Term:
    """One typed word and what it may stand for, each with its similarity (1 is the word itself)."""

    typed: str
    variants: tuple[tuple[str, float], ...]


def slips_allowed(term: str) -> int:
    """Return how many slips a word of this length may have."""
    return 0 if len(term) < 3 else 1 if len(term) < 6 else 2


class NearSearch:
    """Searches one list; call it in a worker, it takes up to some hundred milliseconds."""

    def __init__(self, heads: Heads, vocabulary: Vocabulary) -> None:
        self._heads = heads
        self._vocabulary = vocabulary

    def find(self, terms: tuple[str, ...], exact: Set[int], stop: Callable[[], bool] = never) -> NearHits:
        """Return rows near `terms` that are not in `exact`.

        Args:
            terms: the typed words; each must match, literally or nearly.
            exact: rows to leave out.
            stop: asked now and then; True ends the search with nothing.
        """
        read = [self._read(term, stop) for term in terms]
        if all(term.variants == ((term.typed, 1.0),) for term in read) or stop():
            return NearHits()
        scores: dict[int, float] | None = None
        for term in read:
            found = self._rows(term, scores, stop)
            scores = found if scores is None else {row: scores[row] + found[row] for row in found}
        if not scores or stop():
            return NearHits()
        rows = self._ranked(read, scores, exact)
        used = tuple(word for term in read for word, _ in term.variants if word != term.typed)
        return NearHits(tuple(rows), self._seen(used, rows))

    def suggestion(self, term: str) -> str | None:
        """Return the written word nearest to `term`, one slip more allowed than in a search."""
        if is_cjk(term):
            return None
        close = near_words(term, self._vocabulary, slips_allowed(term) + 1)
        return close[0][0] if close else None

    def _read(self, term: str, stop: Callable[[], bool]) -> _Term:
        literal = ((term, 1.0),)
        if is_cjk(term):
            return _Term(term, literal + tuple((pair, 0.0) for pair in self._pairs(term)))
        if self._vocabulary.begins(term) or not slips_allowed(term):
            return _Term(term, literal)
        close = near_words(term, self._vocabulary, slips_allowed(term), stop)
        return _Term(term, literal + tuple(close))

    def _rows(
        self, term: _Term, among: dict[int, float] | None, stop: Callable[[], bool]
    ) -> dict[int, float]:
        texts = self._heads.texts
        rows = range(len(texts)) if among is None else among
        found: dict[int, float] = {}
        if is_cjk(term.typed):
            return self._cjk_rows(term, rows, stop)
        for word, similarity in term.variants:
            for row in rows:
                if word in texts[row] and row not in found:
                    found[row] = similarity
            if stop():
                return {}
        return found

    def _pairs(self, term: str) -> tuple[str, ...]:
        """Return the pairs of neighbouring characters of a CJK term that nobody wrote, else nothing."""
        if len(term) < 3 or any(term in text for text in self._heads.texts):
            return ()
        return tuple(dict.fromkeys(term[at : at + 2] for at in range(len(term) - 1)))

    def _cjk_rows(self, term: _Term, rows: Iterable[int], stop: Callable[[], bool]) -> dict[int, float]:
        texts = self._heads.texts
        if len(term.variants) == 1:
            return {row: 1.0 for row in rows if term.typed in texts[row]}
        from rapidfuzz.fuzz import partial_ratio
        from rapidfuzz.process import extract

        pairs = [pair for pair, _ in term.variants[1:]]
        candidates = [row for row in rows if any(pair in texts[row] for pair in pairs)]
        found: dict[int, float] = {}
        for start in range(0, len(candidates), _SLICE):
            part = {row: texts[row] for row in candidates[start : start + _SLICE]}
            close = extract(term.typed, part, scorer=partial_ratio, score_cutoff=_CJK_CUTOFF, limit=None)
            found.update({row: score / 100 for _, score, row in close})
            if stop():
                return {}
        return found

    def _ranked(self, read: list[_Term], scores: dict[int, float], exact: Set[int]) -> list[int]:
        """Return the rows, best first, then in list order.

        Many rows share few scores, so no long sort is needed, which would hold every other thread up.
        """
        by_score: dict[float, list[int]] = {}
        for row in scores:
            if row not in exact:
                by_score.setdefault(self._score(row, read, scores), []).append(row)
        return [row for score in sorted(by_score, reverse=True) for row in sorted(by_score[score])]

    def _score(self, row: int, read: list[_Term], scores: dict[int, float]) -> float:
        title = self._heads.titles[row]
        in_title = sum(any(word in title for word, _ in term.variants) for term in read)
        return scores[row] + in_title * 0.5

    def _seen(self, words: tuple[str, ...], rows: list[int]) -> tuple[str, ...]:
        texts = self._heads.texts
        return tuple(word for word in words if any(word in texts[row] for row in rows))


def near_words(
    term: str, vocabulary: Vocabulary, slips: int, stop: Callable[[], bool] = never
) -> list[tuple[str, float]]:
    """Return the written words nearest to `term` with their similarity, best first."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    best: dict[str, int] = {}
    length = len(term)
    for words in vocabulary.slices():
        for beginning in {length - 1, length, length + 1}:
            cut = [word[:beginning] for word in words]
            for _, distance, place in extract(term, cut, scorer=OSA.distance, score_cutoff=slips, limit=None):
                word = words[place]
                best[word] = min(best.get(word, length), int(distance))
        if stop():
            return []
    ordered = sorted(best, key=lambda word: (best[word], abs(len(word) - length), word))
    return [(word, 1 - best[word] / length) for word in ordered[:_VARIANTS]]
