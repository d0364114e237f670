"""Finding entries by their words, and saying how much of the prompt each one covers.

The score of an entry is its BM25 (Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and
Beyond", 2009) divided by the best score that any entry could get for this prompt: an absolute figure
between 0 and 1, so that one stray word in common never looks like a full match.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memdeck.store.database import Database
from memdeck.store.one_thread import load_numpy
from memdeck.store.portions import parts
from memdeck.store.words.concepts import MARK, concepts_of
from memdeck.store.words.indexing import FORM_KEY, WORDS_FORM
from memdeck.store.words.scope import MOST_OF_A_TERM, Scope, scope_of
from memdeck.store.words.terms import terms_of

if TYPE_CHECKING:
    from memdeck.store.words.scope import Keys

_MOST_TERMS = 32
"""Terms of a prompt that are looked up; a long prompt keeps its rarest."""
_MOST_ROWS = 12_000
"""Occurrences read for a prompt: a word that nearly every entry has tells nothing about any of them."""
_LOOKED_AT = 60
"""At least so many entries' scores are worked out exactly."""
_ONE_CONCEPT = 1.0
_PACKED = 1 << 24
"""Above every number of concepts: an entry has far fewer characters."""
_PARAMETERS = 400


class Coverage(NamedTuple):
    """How much of a prompt an entry covers, each from 0 to 1."""

    words: float
    concepts: float


class WordsLookup:
    """Searches the words of one store. Keeps what it read of the entries' lengths until something changes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept: tuple[tuple[int, tuple[str, ...]], Scope] | None = None
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
        if not terms or not scope.entries:
            return WordSearch(self._database, scope, {}, {})
        return self._search(terms, scope, change)

    def _scope(self, owners: tuple[str, ...], change: int) -> Scope:
        kept = self._kept
        if kept is not None and kept[0] == (change, owners):
            return kept[1]
        scope = scope_of(self._lengths(owners))
        self._kept = ((change, owners), scope)
        return scope

    def _lengths(self, owners: tuple[str, ...]) -> Keys:
        """Return key, words and concepts of each entry, a row each."""
        numpy = load_numpy()
        found: Keys = numpy.zeros((0, 3), dtype=numpy.int64)
        where = f"FROM words WHERE owner IN ({_marks(owners)})"
        if owners and self._database.dialect == "sqlite":
            # Two long texts are read four times as fast as a row for each entry.
            sql = f"SELECT group_concat(memory_pk), group_concat(length * {_PACKED} + concepts) {where}"
            for texts in self._database.rows(sql, owners):  # one row; none before the store is made
                keys, packed = (numpy.fromstring(text or "", dtype=numpy.int64, sep=",") for text in texts)
                found = numpy.stack((keys, *numpy.divmod(packed, _PACKED)), axis=1)
        elif owners:
            rows = self._database.rows(f"SELECT memory_pk, length, concepts {where}", owners)
            found = numpy.array([tuple(row) for row in rows], dtype=numpy.int64).reshape(-1, 3)
        return found

    def _search(self, terms: list[str], scope: Scope, change: int) -> WordSearch:
        counts = self._counts(terms)
        everything = self._everything(change)
        known = sorted((term for term in terms if counts.get(term)), key=lambda term: (counts[term], term))
        missing = [term for term in terms if not counts.get(term)]
        present: dict[str, Keys] = {}
        rarity: dict[str, float] = {}
        entries, read = scope.entries, 0
        for term in known[:_MOST_TERMS] + missing[: max(0, _MOST_TERMS - len(known))]:
            found = counts.get(term, 0)
            if found and (not read or read + found <= _MOST_ROWS):
                read += found
                present[term] = scope.visible(self._having(term))
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

    def _having(self, term: str) -> Keys:
        numpy = load_numpy()
        found: Keys
        if self._database.dialect == "sqlite":
            # One long text is read three times as fast as a row for each entry.
            sql = "SELECT group_concat(rowid) FROM words_index WHERE words_index MATCH ?"
            [(keys,)] = self._database.rows(sql, ('"' + term.replace('"', '""') + '"',))
            found = numpy.fromstring(keys or "", dtype=numpy.int64, sep=",")
            return found
        sql = "SELECT memory_pk FROM words WHERE string_to_array(terms, ' ') @> ARRAY[?] ORDER BY memory_pk"
        rows = self._database.rows(sql, (term,))
        found = numpy.array([row[0] for row in rows], dtype=numpy.int64)
        return found


class WordSearch:
    """The words of one prompt, looked up."""

    def __init__(
        self,
        database: Database,
        scope: Scope,
        rarity: Mapping[str, float],
        present: Mapping[str, Keys],
    ) -> None:
        self._database = database
        self._scope = scope
        self._present = present
        self._terms = [
            (term, term.startswith(MARK), weight * MOST_OF_A_TERM) for term, weight in rarity.items()
        ]
        self._most = [
            sum(most for *_, kind, most in self._terms if kind is concept) for concept in (False, True)
        ]
        self._known: dict[int, Coverage] = {}

    def best(self, count: int) -> dict[int, Coverage]:
        """Return the coverage of the entries that have most in common with the prompt, by their key.

        The order among them is rough: by which terms an entry has, not how often. So more than `count` come.
        """
        if not self._present:
            return {}
        numpy = load_numpy()
        rough = numpy.zeros(len(self._scope.words))
        for term, concept, most in self._terms:
            keys = self._present.get(term)
            if keys is not None:
                weights = self._scope.concepts if concept else self._scope.words
                rough[keys] += most / (1 + weights[keys])
        wanted = max(_LOOKED_AT, 2 * count)
        having = numpy.flatnonzero(rough)
        if len(having) > wanted:
            least = numpy.partition(rough[having], len(having) - wanted)[len(having) - wanted]
            having = having[rough[having] >= least]
        order = numpy.lexsort((having, -rough[having]))
        return self.of(having[order][:wanted].tolist())

    def of(self, keys: Sequence[int]) -> dict[int, Coverage]:
        """Return the coverage of these entries; those with nothing in common are left out."""
        if self._terms:
            self._read([key for key in keys if key not in self._known and self._sees(key)])
        return {key: self._known[key] for key in keys if key in self._known and _is_some(self._known[key])}

    def _sees(self, key: int) -> bool:
        return key < len(self._scope.words) and bool(self._scope.words[key])

    def _read(self, keys: Sequence[int]) -> None:
        for part in parts(keys, _PARAMETERS):
            sql = f"SELECT memory_pk, terms, repeats FROM words WHERE memory_pk IN ({_marks(part)})"  # noqa: S608
            for key, terms, repeats in self._database.rows(sql, part):
                self._known[key] = self._coverage(key, terms, repeats)

    def _coverage(self, key: int, terms: str, repeats: str) -> Coverage:
        got, shared = [0.0, 0.0], 0
        having = set(terms.split(" "))
        again = _repeats(repeats)
        weights = float(self._scope.words[key]), float(self._scope.concepts[key])
        for term, concept, most in self._terms:
            if term in having:
                shared += concept
                count = again.get(term, 1)
                got[concept] += most * count / (count + weights[concept])
        words, concepts = (got[kind] / self._most[kind] if self._most[kind] else 0.0 for kind in (0, 1))
        # One concept in common is little: `17 times 23` is not about time. Several at once are evidence.
        return Coverage(words, concepts * shared / (shared + _ONE_CONCEPT))


def _is_some(coverage: Coverage) -> bool:
    return bool(coverage.words or coverage.concepts)


def _repeats(text: str) -> dict[str, int]:
    items = text.split(" ") if text else []
    return {term: int(count) for term, count in zip(items[::2], items[1::2], strict=True)}


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
