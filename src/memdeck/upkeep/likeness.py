"""How alike two statements are in what they are about."""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import lru_cache

from memdeck.upkeep.statement import Statement
from memdeck.upkeep.vocabulary import WordGroups

_PREFIX = 5
_WEAK_SHARE = 0.25
_BOUNDS = frozenset({"allowance", "must not exceed", "size"})
"""Weak words that only frame an amount."""


def alike(left: str, right: str) -> bool:
    """Tell whether two keys mean the same: equal, of one stem, or Chinese words with most pairs in common."""
    if left == right:
        return True
    if left.isascii() and right.isascii():
        return _alike_latin(left, right)
    if left.isascii() or right.isascii():
        return False
    short, long = sorted((left, right), key=len)
    return len(short) >= 2 and (
        short in long or len(set(_pairs(short)) & set(_pairs(long))) * 2 > len(short) - 1
    )


def _alike_latin(left: str, right: str) -> bool:
    """A phrase is like its words; a word like a longer one of the same stem. Numbers must be equal."""
    if " " in left or " " in right:
        mine, other = set(left.split()), set(right.split())
        return mine < other or other < mine
    if left[:_PREFIX] != right[:_PREFIX] or any(char.isdigit() for char in left + right):
        return False
    common = min(len(left), len(right))
    return common >= _PREFIX and left[: common - 2] == right[: common - 2]


def _pairs(text: str) -> Iterable[str]:
    return (text[i : i + 2] for i in range(len(text) - 1))


def without(keys: Set[str], others: Set[str]) -> set[str]:
    """Return the keys that have nothing alike among the others."""
    rest = keys - others
    if not rest:
        return set()
    sought = _sought(frozenset(others))
    return {key for key in rest if not sought.has_alike(key)}


def shared(left: Set[str], right: Set[str]) -> set[str]:
    """Return the keys of `left` that have something alike in `right`."""
    found = set(left & right)
    if len(found) < len(left):
        sought = _sought(frozenset(right))
        found.update(key for key in left if key not in found and sought.has_alike(key))
    return found


class _Sought:
    """Keys in an order in which what is alike to another one is found without looking at all of them."""

    __slots__ = ("_others", "_phrases", "_starts", "_words_of_phrases")

    def __init__(self, keys: Set[str]) -> None:
        self._starts: dict[str, list[str]] = {}
        self._phrases: list[str] = []
        self._others: list[str] = []
        self._words_of_phrases: set[str] = set()
        for key in keys:
            if not key.isascii():
                self._others.append(key)
            elif " " in key:
                self._phrases.append(key)
                words = set(key.split())
                self._words_of_phrases.update(words if len(words) > 1 else ())
            else:
                self._starts.setdefault(key[:_PREFIX], []).append(key)

    def has_alike(self, key: str) -> bool:
        """Tell whether `alike` holds for one of the keys, none of which equals this one."""
        if not key.isascii():
            return any(alike(key, other) for other in self._others)
        if " " in key:
            words = (word for start in self._starts.values() for word in start)
            return any(_alike_latin(key, other) for other in (*self._phrases, *words))
        if key in self._words_of_phrases:
            return True
        found = self._starts.get(key[:_PREFIX])  # most words differ here already
        return found is not None and any(_alike_latin(key, other) for other in found)


_sought = lru_cache(maxsize=20_000)(_Sought)


def contrasted(left: Statement, right: Statement, contrasts: WordGroups) -> bool:
    """Tell whether they name different ones of words that exclude each other (public and internal)."""
    mine, other = left.marks - left.asserted, right.marks - right.asserted
    return any((other & group) and not (mine & other & group) for group in contrasts.of(mine))


def apart(left: Statement, right: Statement, besides: Set[str] = frozenset()) -> bool:
    """Tell whether two statements are about different subjects or hold under different conditions.

    They are when each names something in its subject or condition that the other one doesn't, or when only
    one of them states a condition. `besides` are words that don't count.
    """
    left_only = without(left.scope - besides, right.strong)
    right_only = without(right.scope - besides, left.strong)
    if left_only and right_only:
        return True
    return bool(
        without(left.condition - besides, right.strong) or without(right.condition - besides, left.strong)
    )


def other_things(left: Statement, right: Statement, besides: Set[str] = frozenset()) -> bool:
    """Tell whether they speak of different ones of many: the refund and the feed service, rooms 7 and 14.

    `besides` are words that don't count. A name that is itself what is said doesn't either: "we use the
    Acme service".
    """
    for noun in {thing.noun for thing in left.things} & {thing.noun for thing in right.things}:
        mine, other = _parts(left, noun) - besides, _parts(right, noun) - besides
        if without(mine, other | right.strong) and without(other, mine | left.strong):
            return True
    return False


def _parts(statement: Statement, noun: str) -> frozenset[str]:
    parts = frozenset[str]().union(*(thing.parts for thing in statement.things if thing.noun == noun))
    return parts - statement.names


def narrower(left: Statement, right: Statement, besides: Set[str], narrowing: Set[str]) -> bool:
    """Tell whether one holds for a part only that has its counterparts (tests, staging, mobile)."""
    own = without(left.scope - besides, right.strong) | without(right.scope - besides, left.strong)
    return bool(own & narrowing)


def one_sided(left: Statement, right: Statement, besides: Set[str] = frozenset()) -> bool:
    """Tell whether one of them has a narrower subject than the other."""
    return bool(without(left.scope - besides, right.strong) or without(right.scope - besides, left.strong))


def likeness(left: Statement, right: Statement, besides: Set[str] = frozenset()) -> float:
    """Return how much of both statements' words is shared, 0 to 1; weak words count less."""
    strong_left, strong_right = left.strong - besides, right.strong - besides
    common = (len(shared(strong_left, strong_right)) + len(shared(strong_right, strong_left))) / 2
    weak_left, weak_right = left.weak - _BOUNDS, right.weak - _BOUNDS
    weak_common = len(weak_left & weak_right) * _WEAK_SHARE
    weak_all = len(weak_left | weak_right) * _WEAK_SHARE
    everything = len(strong_left) + len(strong_right) - common + weak_all
    return (common + weak_common) / everything if everything else 0.0
