"""Looks through a whole store for contradictions and duplicates; quadratic only within neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from memdeck.memory.entry import Memory
from memdeck.upkeep.compare import Comparer
from memdeck.upkeep.finding import Finding
from memdeck.upkeep.neighbours import Neighbours

Progress = Callable[[int], None]
"""Told how many entries were looked at."""
_EVERY = 50


def scan(
    memories: Iterable[Memory],
    comparer: Comparer,
    *,
    known: Iterable[Memory] = (),
    progress: Progress | None = None,
) -> Iterator[tuple[Memory, Memory, Finding]]:
    """Yield each pair of entries that contradict each other or say the same, the older one first.

    Args:
        memories: live entries to look at, each compared with its neighbours among those before it.
        comparer: compares them.
        known: live entries that were looked at before; they are not compared with each other again.
        progress: told now and then how many entries were looked at.
    """
    neighbours = Neighbours()
    seen: dict[str, Memory] = {}
    for memory in known:
        neighbours.add(memory, comparer.statements(memory))
        seen[memory.id] = memory
    for number, memory in enumerate(memories, 1):
        statements = comparer.statements(memory)
        for id_ in neighbours.near(memory, statements):
            left, right = in_order(seen[id_], memory)
            finding = comparer.compare(left, right)
            if finding is not None:
                yield left, right, finding
        neighbours.add(memory, statements)
        seen[memory.id] = memory
        if progress is not None and number % _EVERY == 0:
            progress(number)


def in_order(one: Memory, other: Memory) -> tuple[Memory, Memory]:
    """Return two entries, the one that was changed first before the other; equal moments go by id."""
    first, second = sorted((one, other), key=lambda memory: (memory.updated_at, memory.id))
    return first, second
