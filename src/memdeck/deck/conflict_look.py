"""Comparing an entry with its neighbours in the store: finds, but writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol, TypeAlias

from memdeck.memory.entry import Memory
from memdeck.store.conflict_keys import KeyedEntries, key_number
from memdeck.upkeep.finding import Finding
from memdeck.upkeep.scan_nearest import nearest, neighbour_keys, weighed
from memdeck.upkeep.scan_scope import comparable, counterparts, hold_together, in_order
from memdeck.upkeep.statement import Statement

Asked: TypeAlias = tuple[Memory, int, Sequence[int]]
"""An entry, the key of its row, and those of entries that something was found with: always compared."""
Arrived: TypeAlias = Callable[[Sequence[str]], Mapping[str, int]]
"""Gives the place of the last change of each of these entries in the order of all changes."""
_Two: TypeAlias = tuple[Memory, Memory]
_KEPT = 20_000
"""Entries kept in memory during a scan."""


class Compares(Protocol):
    """What entries are to each other: the rules, alone or with a judge."""

    def statements(self, memory: Memory) -> list[Statement]:
        """Return what an entry states."""
        ...

    def compare_all(self, pairs: Sequence[tuple[Memory, Memory]]) -> list[Finding | None]:
        """Return what the two entries of each pair are to each other, or None when both may stand."""
        ...


class Keys(Protocol):
    """Who speaks of what."""

    def holders(self, number: int, most: int) -> Sequence[int]:
        """Return the latest entries that speak of it."""
        ...

    def add(self, numbers: Sequence[int], memory_key: int) -> None:
        """Note what an entry speaks of."""
        ...


class Pair(NamedTuple):
    """Two entries that were compared, the older first; of a person's and a project's, the person's first."""

    older: Memory
    newer: Memory
    finding: Finding | None


@dataclass(frozen=True, slots=True)
class Look:
    """What came of looking at one entry."""

    memory: Memory
    key: int
    numbers: tuple[int, ...]
    """What it speaks of; nothing when it reaches no assistant any more."""
    pairs: tuple[Pair, ...]


class Looker:
    """Looks at entries one after the other; each is compared with those in the store and those before it."""

    def __init__(
        self,
        comparer: Compares,
        keys: Keys,
        entries: KeyedEntries,
        now: datetime,
        arrived: Arrived | None = None,
    ) -> None:
        """Take what compares, what is known of the entries, and the order in which they were changed.

        Without `arrived` that is the order in the store.
        """
        self._arrived = arrived or entries.arrived
        self._comparer = comparer
        self._keys = keys
        self._entries = entries
        self._now = now
        self._owners = entries.owners()
        self._count = entries.count()
        self._known: dict[int, Memory] = {}
        self._fresh: set[int] = set()
        self._counterparts: dict[str, list[str]] = {}

    def know(self, entries: Iterable[tuple[int, Memory]]) -> None:
        """Take entries as they are now, whatever the store can show of them yet."""
        for key, memory in entries:
            self._known[key] = memory
            self._fresh.add(key)
            if memory.owner not in self._owners:
                self._owners.append(memory.owner)
                self._counterparts.clear()

    def look_at(self, asked: Sequence[Asked]) -> list[Look]:
        """Compare entries with their neighbours, each with those before it too.

        All that the encoder is needed for is asked at once, which costs half as much as one by one.
        """
        met = [self._met(*one) for one in asked]
        arrivals = self._arrivals([pair for _, pairs in met for pair in pairs])
        ordered = [[_in_order(*pair, arrivals) for pair in pairs] for _, pairs in met]
        findings = iter(self._comparer.compare_all([pair for pairs in ordered for pair in pairs]))
        return [
            Look(memory, key, numbers, tuple(Pair(*pair, next(findings)) for pair in pairs))
            for (memory, key, _), (numbers, _), pairs in zip(asked, met, ordered, strict=True)
        ]

    def _arrivals(self, pairs: Sequence[_Two]) -> Mapping[str, int]:
        """Return the places, in the order of changes, of entries that their moments don't put in order."""
        tied = {
            memory.id for one, other in pairs if one.updated_at == other.updated_at for memory in (one, other)
        }
        return self._arrived(sorted(tied)) if tied else {}

    def _met(self, memory: Memory, key: int, partners: Sequence[int]) -> tuple[tuple[int, ...], list[_Two]]:
        """Return what an entry speaks of, and the pairs that it is to be compared in."""
        if not comparable(memory, self._now):
            return (), []
        keys = weighed(neighbour_keys(self._comparer.statements(memory)))
        numbers = {owner: self._numbers(owner, keys) for owner in self._seen_with(memory.owner)}
        asked = (pair for of in numbers.values() for pair in zip(of, keys.values(), strict=True))
        near = nearest(asked, self._keys.holders, self._count)
        others = self._read([other for other in dict.fromkeys((*partners, *near)) if other != key])
        pairs = [
            (memory, other)
            for other in others
            if other.id != memory.id and comparable(other, self._now) and hold_together(memory, other)
        ]
        self._keys.add(numbers[memory.owner], key)
        self._known[key] = memory
        return numbers[memory.owner], pairs

    @staticmethod
    def _numbers(owner: str, words: Iterable[str]) -> tuple[int, ...]:
        return tuple(key_number(owner, word) for word in words)

    def _seen_with(self, owner: str) -> list[str]:
        if owner not in self._counterparts:
            self._counterparts[owner] = counterparts(owner, self._owners)
        return self._counterparts[owner]

    def _read(self, keys: Sequence[int]) -> list[Memory]:
        missing = [key for key in keys if key not in self._known]
        if missing:
            if len(self._known) > _KEPT:
                self._known = {key: self._known[key] for key in self._fresh}
                missing = [key for key in keys if key not in self._known]
            self._known.update(self._entries.of(missing))
        return [self._known[key] for key in keys if key in self._known]


def _in_order(one: Memory, other: Memory, arrivals: Mapping[str, int]) -> _Two:
    older, newer = in_order(one, other, arrivals)
    if older.owner != newer.owner and newer.owner.startswith("user:"):
        return newer, older
    return older, newer
