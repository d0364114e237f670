"""Finding entries by their words, and saying how much of the prompt each one covers.

The score of an entry is its BM25 (Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and
Beyond", 2009) divided by the best score that any entry could get for this prompt: an absolute figure
between 0 and 1, so that one stray word in common never looks like a full match.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memdeck.store.database import Database
from memdeck.store.portions import parts
from memdeck.store.words.concepts import MARK, concepts_of
from memdeck.store.words.indexing import FORM_KEY, WORDS_FORM
from memdeck.store.words.terms import terms_of

_K1 = 1.2
_B = 0.75
_MOST_TERMS = 32
"""Terms of a prompt that are looked up; a long prompt keeps its rarest."""
_MOST_ROWS = 12_000
"""Occurrences read for a prompt: a word that nearly every entry has tells nothing about any of them."""
_LOOKED_AT = 100
"""At least so many entries' scores are worked out exactly."""
_ONE_CONCEPT = 1.0
_PARAMETERS = 400


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a prompt an entry covers, each from 0 to 1."""

    words: float
    concepts: float


@dataclass(frozen=True, slots=True)
class _Scope:
    """The entries that a request may see, with what BM25 adds to the count of a term by their length."""

    words: Mapping[int, float]
    """By the entry's key, for words."""
    concepts: Mapping[int, float]
    """The same for concepts."""


class WordsLookup:
    """Searches the words of one store. Keeps what it read of the entries' lengths until something changes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept: tuple[tuple[int, tuple[str, ...]], _Scope] | None = None
        self._count: tuple[int, int] | None = None

    def ready(self) -> bool:
        """Tell whether the store's words have the form that this program makes."""
        rows = self._database.rows("SELECT value FROM search_state WHERE key = ?", (FORM_KEY,))
        return bool(rows) and rows[0][0] == WORDS_FORM

    def search(self, text: str, owners: tuple[str, ...], change: int) -> WordSearch:
        """Look the words of `text` up.

        Args:
            text: anything; no sign has a meaning of its own.
            owners: whose entries are looked at.
            change: the store's last change, which tells when a kept reading is stale.
        """
        terms = list(dict.fromkeys([*terms_of(text), *concepts_of(text)]))
        scope = self._scope(owners, change)
        if not terms or not scope.words:
            return WordSearch(self._database, scope, {}, {})
        return self._search(terms, scope, change)

    def _scope(self, owners: tuple[str, ...], change: int) -> _Scope:
        kept = self._kept
        if kept is not None and kept[0] == (change, owners):
            return kept[1]
        sql = f"SELECT memory_pk, length, concepts FROM words WHERE owner IN ({_marks(owners)})"  # noqa: S608
        rows = self._database.rows(sql, owners) if owners else []
        scope = _Scope(
            _weights([(row[0], row[1]) for row in rows]), _weights([(row[0], row[2]) for row in rows])
        )
        self._kept = ((change, owners), scope)
        return scope

    def _search(self, terms: list[str], scope: _Scope, change: int) -> WordSearch:
        counts = self._counts(terms)
        everything = self._everything(change)
        known = sorted((term for term in terms if counts.get(term)), key=lambda term: (counts[term], term))
        missing = [term for term in terms if not counts.get(term)]
        present: dict[str, list[int]] = {}
        rarity: dict[str, float] = {}
        entries, read = len(scope.words), 0
        for term in known[:_MOST_TERMS] + missing[: max(0, _MOST_TERMS - len(known))]:
            found = counts.get(term, 0)
            if found and (not read or read + found <= _MOST_ROWS):
                read += found
                present[term] = [key for key in self._having(term) if key in scope.words]
                found = len(present[term])
            else:
                found = min(entries, round(found * entries / everything))
            rarity[term] = math.log(1 + (entries - found + 0.5) / (found + 0.5))
        return WordSearch(self._database, scope, rarity, present)

    def _everything(self, change: int) -> int:
        if self._count is None or self._count[0] != change:
            self._count = (change, int(self._database.rows("SELECT count(*) FROM words")[0][0]))
        return max(self._count[1], 1)

    def _counts(self, terms: Sequence[str]) -> dict[str, int]:
        """Return how many entries of the whole store have each term."""
        counts: dict[str, int] = {}
        if self._database.dialect == "sqlite":
            for part in parts(terms, _PARAMETERS):
                sql = f"SELECT term, doc FROM words_counts WHERE term IN ({_marks(part)})"  # noqa: S608
                counts.update((row[0], row[1]) for row in self._database.rows(sql, part))
            return counts
        for term in terms:
            sql = "SELECT count(*) FROM words WHERE string_to_array(terms, ' ') @> ARRAY[?]"
            counts[term] = int(self._database.rows(sql, (term,))[0][0])
        return counts

    def _having(self, term: str) -> list[int]:
        if self._database.dialect == "sqlite":
            sql = "SELECT rowid FROM words_index WHERE words_index MATCH ?"
            return [row[0] for row in self._database.rows(sql, ('"' + term.replace('"', '""') + '"',))]
        sql = "SELECT memory_pk FROM words WHERE string_to_array(terms, ' ') @> ARRAY[?] ORDER BY memory_pk"
        return [row[0] for row in self._database.rows(sql, (term,))]


class WordSearch:
    """The words of one prompt, looked up."""

    def __init__(
        self,
        database: Database,
        scope: _Scope,
        rarity: Mapping[str, float],
        present: Mapping[str, list[int]],
    ) -> None:
        self._database = database
        self._scope = scope
        self._present = present
        self._terms = [
            (term, f" {term} ", term.startswith(MARK), weight * (_K1 + 1)) for term, weight in rarity.items()
        ]
        self._most = [
            sum(most for *_, kind, most in self._terms if kind is concept) for concept in (False, True)
        ]

    def best(self, count: int) -> dict[int, Coverage]:
        """Return the coverage of the entries that have most in common with the prompt, by their key.

        The order among them is rough: by which terms an entry has, not how often. So more than `count` come.
        """
        rough: dict[int, float] = {}
        for term, _, concept, most in self._terms:
            weights = self._scope.concepts if concept else self._scope.words
            for key in self._present.get(term, ()):
                rough[key] = rough.get(key, 0.0) + most / (1 + weights[key])
        wanted = max(_LOOKED_AT, 2 * count)
        least = sorted(rough.values(), reverse=True)[:wanted][-1:]
        best = [key for key, score in rough.items() if score >= least[0]] if least else []
        return self.of(sorted(best, key=lambda key: (-rough[key], key))[:wanted])

    def of(self, keys: Sequence[int]) -> dict[int, Coverage]:
        """Return the coverage of these entries; those with nothing in common are left out."""
        if not self._terms:
            return {}
        found: dict[int, Coverage] = {}
        for part in parts([key for key in keys if key in self._scope.words], _PARAMETERS):
            sql = f"SELECT memory_pk, terms, repeats FROM words WHERE memory_pk IN ({_marks(part)})"  # noqa: S608
            for key, terms, repeats in self._database.rows(sql, part):
                coverage = self._coverage(key, f" {terms} ", repeats)
                if coverage.words or coverage.concepts:
                    found[key] = coverage
        return found

    def _coverage(self, key: int, padded: str, repeats: str) -> Coverage:
        got, shared = [0.0, 0.0], 0
        again = _repeats(repeats)
        weights = self._scope.words[key], self._scope.concepts[key]
        for term, sought, concept, most in self._terms:
            if sought in padded:
                shared += concept
                count = again.get(term, 1) if again else 1
                got[concept] += most * count / (count + weights[concept])
        words, concepts = (got[kind] / self._most[kind] if self._most[kind] else 0.0 for kind in (0, 1))
        # One concept in common is little: `17 times 23` is not about time. Several at once are evidence.
        return Coverage(words, concepts * shared / (shared + _ONE_CONCEPT))


def _weights(lengths: Sequence[tuple[int, int]]) -> dict[int, float]:
    mean = sum(length for _, length in lengths) / max(len(lengths), 1)
    share = _B / mean if mean else 0.0
    return {key: _K1 * (1 - _B + share * length) for key, length in lengths}


def _repeats(text: str) -> dict[str, int]:
    items = text.split(" ") if text else []
    return {term: int(count) for term, count in zip(items[::2], items[1::2], strict=True)}


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
