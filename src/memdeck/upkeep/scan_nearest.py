"""The entries that are worth comparing with one, by what they speak of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import log

from memdeck.upkeep.statement import Standing, Statement

MOST = 32
"""Entries that one is compared with."""
COMMON = 400
"""What more entries than this speak of tells nothing; only the latest so many count."""
_KIND_WEIGHT = 2.0
_MOST_KEYS = 256

Holders = Callable[[int, int], Sequence[int]]
"""Gives the latest entries (so many at most) that speak of something, both as numbers."""


def neighbour_keys(statements: Iterable[Statement]) -> set[str]:
    """Return the strong words, the kinds of the things that hold, and units with what they count."""
    keys: set[str] = set()
    for statement in statements:
        keys |= statement.strong
        keys |= {f"kind {m.kind}" for m in statement.mentions if m.standing is not Standing.SCOPE}
        keys |= {f"unit {q.unit}" for q in statement.quantities if q.unit in {"space", "port"}}
    return keys


def weighed(keys: Iterable[str]) -> dict[str, float]:
    """Return what an entry speaks of with its weight; of a very long text the things of known kinds first."""
    ordered = sorted(keys, key=lambda key: (not _is_kind(key), key))[:_MOST_KEYS]
    return {key: _KIND_WEIGHT if _is_kind(key) else 1.0 for key in ordered}


def nearest(numbers: Iterable[tuple[int, float]], holders: Holders, count: int) -> list[int]:
    """Return the entries that have most in common with one, nearest first.

    Args:
        numbers: what it speaks of, as numbers, each with its weight.
        holders: who else speaks of it.
        count: how many entries there are, so that what is rare counts more.
    """
    weights: defaultdict[int, float] = defaultdict(float)
    for number, factor in numbers:
        found = holders(number, COMMON)
        weight = factor * log(1 + count / (1 + len(found)))
        for holder in found:
            weights[holder] += weight
    least = sorted(weights.values())[-MOST:][0] if weights else 0.0  # sorting numbers alone is quick
    near = [(weight, holder) for holder, weight in weights.items() if weight >= least]
    return [holder for _, holder in sorted(near, reverse=True)[:MOST]]


def _is_kind(key: str) -> bool:
    return key.startswith("kind ")
