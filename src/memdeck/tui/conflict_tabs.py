"""The tabs of the Conflicts screen, and reading what they show; call the reading in a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memdeck.memory.conflict import Conflict, ConflictCounts, ConflictKind, ConflictState

if TYPE_CHECKING:
    from memdeck.deck import Deck


@dataclass(frozen=True, slots=True)
class ConflictTab:
    """One list of findings."""

    name: str
    title: str
    states: tuple[ConflictState, ...]
    count: Callable[[ConflictCounts], int]
    kind: ConflictKind | None = None
    always: bool = True
    """False leaves the tab out while it would be empty."""


_OPEN = (ConflictState.OPEN,)
TABS: tuple[ConflictTab, ...] = (
    ConflictTab("open", "Open", _OPEN, lambda counts: counts.open),
    ConflictTab(
        "contradictions",
        "Contradictions",
        _OPEN,
        lambda counts: counts.contradictions,
        ConflictKind.CONTRADICTION,
    ),
    ConflictTab("duplicates", "Duplicates", _OPEN, lambda counts: counts.duplicates, ConflictKind.DUPLICATE),
    ConflictTab(
        "settled",
        "Settled",
        (ConflictState.RESOLVED, ConflictState.DISMISSED),
        lambda counts: counts.resolved + counts.dismissed,
    ),
    ConflictTab(
        "overridden",
        "Overridden",
        (ConflictState.PRECEDENCE,),
        lambda counts: counts.precedence,
        always=False,
    ),
)


@dataclass(frozen=True, slots=True)
class Queue:
    """What a tab shows."""

    conflicts: Sequence[Conflict] = ()
    counts: ConflictCounts = field(default_factory=ConflictCounts)

    def of_owner(self, owner: str | None) -> list[Conflict]:
        """Return those with an entry of this owner; None is all."""
        return [each for each in self.conflicts if owner in (None, each.older.owner, each.newer.owner)]

    def owners(self) -> dict[str, int]:
        """Return how many findings each owner has an entry in."""
        held: dict[str, int] = {}
        for each in self.conflicts:
            for owner in {each.older.owner, each.newer.owner}:
                held[owner] = held.get(owner, 0) + 1
        return dict(sorted(held.items()))


def read_queue(deck: Deck, tab: ConflictTab) -> Queue:
    """Read a tab as the store is now, without comparing anything; raise StoreFault."""
    found: list[Conflict] = []
    for state in tab.states:
        found += deck.conflicts(state, tab.kind, catch_up=False)
    if len(tab.states) > 1:
        found.sort(key=lambda each: (each.resolved_at or each.found_at, each.id), reverse=True)
    return Queue(found, deck.conflict_counts())
