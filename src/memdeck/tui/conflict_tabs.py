"""The tabs of the Conflicts screen: which findings each one lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memdeck.memory.conflict import ConflictCounts, ConflictKind, ConflictState


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
