"""Which entries are worth comparing: those that name a thing of one kind, or share what they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from heapq import nlargest
from math import log

from memdeck.memory.entry import Memory
from memdeck.upkeep.statement import Standing, Statement

_MOST = 32
"""Entries that one is compared with, the nearest of its owner."""
_COMMON = 400
"""A word that more entries than this share tells nothing; only the latest so many are kept."""
_KIND_WEIGHT = 2.0


class Neighbours:
    """An index of entries by what they name. An entry costs what its own words cost, whatever the store."""

    def __init__(self, most: int = _MOST) -> None:
        """Take how many neighbours are looked for."""
        self._most = most
        self._entries: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._count = 0

    def add(self, memory: Memory, statements: Sequence[Statement]) -> None:
        """Make an entry known."""
        self._count += 1
        for key in neighbour_keys(statements):
            ids = self._entries[memory.owner, key]
            ids.append(memory.id)
            if len(ids) > 2 * _COMMON:
                del ids[:_COMMON]

    def near(self, memory: Memory, statements: Sequence[Statement]) -> list[str]:
        """Return the ids of the known entries of the same owner that are worth comparing, nearest first."""
        weights: defaultdict[str, float] = defaultdict(float)
        for key in neighbour_keys(statements):
            ids = self._entries.get((memory.owner, key), [])
            weight = log(1 + self._count / (1 + len(ids))) * (
                _KIND_WEIGHT if key.startswith("kind ") else 1.0
            )
            for id_ in ids[-_COMMON:]:
                weights[id_] += weight
        weights.pop(memory.id, None)
        return nlargest(self._most, weights, key=weights.__getitem__)


def neighbour_keys(statements: Iterable[Statement]) -> set[str]:
    """Return the strong words, the kinds of the things that hold, and units with what they count."""
    keys: set[str] = set()
    for statement in statements:
        keys |= statement.strong
        keys |= {f"kind {m.kind}" for m in statement.mentions if m.standing is not Standing.SCOPE}
        keys |= {f"unit {q.unit}" for q in statement.quantities if q.unit in {"space", "port"}}
    return keys
