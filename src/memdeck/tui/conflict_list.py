"""What a tab of the Conflicts screen lists: the order of all of it, and what is near the cursor in full.

Ten thousand findings with both their texts take seconds to read. Their order takes a tenth of that, what a
change to two entries moves takes a millisecond, and so does a page. Call the reading in a thread.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from memdeck.memory.conflict import Conflict, ConflictPlace
from memdeck.tui.conflict_tabs import ConflictTab

if TYPE_CHECKING:
    from memdeck.deck import Deck

AROUND = 60
"""Rows that are read on each side of where somebody looks."""
_KEPT = 600
"""Findings kept in full; those far from the cursor are read again when they are needed."""


@dataclass(frozen=True)
class ConflictList:
    """A tab at one moment. What was read in full of it grows with `reading`."""

    places: Sequence[ConflictPlace] = ()
    read: Mapping[str, Conflict] = field(default_factory=dict)
    beaten: Collection[str] = frozenset()
    """Of the newer entries of what was read, those that give way themselves."""

    @cached_property
    def ids(self) -> list[str]:
        """All findings, in order."""
        return [place.id for place in self.places]

    @cached_property
    def exact(self) -> list[str]:
        """Those whose two texts are the same character for character."""
        return [place.id for place in self.places if place.exact]

    def at(self, place: int) -> Conflict | None:
        """Return the finding at a place; None when there is none, or it was not read yet."""
        return self.read.get(self.ids[place]) if 0 <= place < len(self.ids) else None

    def missing(self, first: int, last: int) -> list[str]:
        """Return what was not read yet from a place to another one."""
        return [id_ for id_ in self.ids[max(0, first) : last + 1] if id_ not in self.read]

    def reading(self, deck: Deck, ids: Sequence[str]) -> ConflictList:
        """Return the list with more of it read in full."""
        read = {**self.read, **{each.id: each for each in deck.conflict_page(ids)}}
        kept = dict(list(read.items())[-_KEPT:])
        beaten = deck.beaten({each.newer.id for each in kept.values()})
        fresh = ConflictList(self.places, kept, frozenset(beaten))
        fresh.__dict__.update(
            {name: self.__dict__[name] for name in ("ids", "exact") if name in self.__dict__}
        )
        return fresh

    def place_of(self, id_: str | None, otherwise: int) -> int:
        """Return where a finding stands; when it is gone, the place that the next one took."""
        try:
            return self.ids.index(id_ or "")
        except ValueError:
            return max(0, min(otherwise, len(self.ids) - 1))


def read_list(deck: Deck, tab: ConflictTab, owner: str | None, id_: str | None, place: int) -> ConflictList:
    """Read a tab as the store is now, in full around a finding, or a place when that is gone."""
    return _read_around(deck, ConflictList(deck.conflict_places(tab.states, tab.kind, owner)), id_, place)


def follow(
    deck: Deck,
    tab: ConflictTab,
    owner: str | None,
    before: ConflictList,
    changed: Collection[str],
    id_: str | None,
    place: int,
) -> ConflictList:
    """Return the tab after a change to some entries: only what is between them and others is looked up."""
    touched = set(changed)
    left = list(before.places)
    stale = [at for at, each in enumerate(left) if each.one in touched or each.other in touched]
    gone = {left.pop(at).id for at in reversed(stale)}
    for each in deck.conflict_places(tab.states, tab.kind, owner, of=touched):
        insort(left, each)
    read = {key: conflict for key, conflict in before.read.items() if key not in gone}
    return _read_around(deck, ConflictList(left, read), id_, place)


def _read_around(deck: Deck, found: ConflictList, id_: str | None, place: int) -> ConflictList:
    here = found.place_of(id_, place)
    return found.reading(deck, found.missing(here - AROUND, here + AROUND))
