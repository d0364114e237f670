"""The entries that a request may see, as the words lane needs them: by key, in arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memdeck.store.one_thread import load_numpy

if TYPE_CHECKING:
    import numpy

    Figures = numpy.typing.NDArray[numpy.float64]
    Keys = numpy.typing.NDArray[numpy.int64]

_K1 = 1.2
_B = 0.75
MOST_OF_A_TERM = _K1 + 1
"""What BM25 gives for a term that an entry repeats without end, before its rarity counts."""


class Scope(NamedTuple):
    """What BM25 adds to the count of a term by an entry's length; 0 for an entry that may not be seen."""

    entries: int
    """How many may be seen."""
    words: Figures
    """By the entry's key, for words."""
    concepts: Figures
    """The same for concepts."""

    def visible(self, keys: Keys) -> Keys:
        """Return those of these keys that may be seen."""
        known = keys[keys < len(self.words)]
        return known[self.words[known] > 0]


def scope_of(table: Keys) -> Scope:
    """Make a scope from a row for each entry: its key, its number of words and its number of concepts."""
    numpy = load_numpy()
    if not len(table):
        return Scope(0, numpy.zeros(0), numpy.zeros(0))
    keys = table[:, 0]
    by_kind = []
    for column in (1, 2):
        weights = numpy.zeros(int(keys.max()) + 1)
        mean = int(table[:, column].sum()) / len(table)
        share = _B / mean if mean else 0.0
        weights[keys] = _K1 * (1 - _B + share * table[:, column])
        by_kind.append(weights)
    return Scope(len(table), *by_kind)
