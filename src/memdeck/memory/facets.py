"""How many entries each filter of the side bar would show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from memdeck.memory.kinds import MemoryType, Status
from memdeck.memory.owner import Environment, Owner
from memdeck.memory.query import MemoryQuery


@dataclass(frozen=True, slots=True)
class Facets:
    """Counts beside the filters; each is counted with the *other* filters applied."""

    total: int
    """Entries that fulfil all filters."""
    everything: int
    """Entries with no type, owner, status or environment filter."""
    types: dict[MemoryType, int]
    owners: dict[str, int]
    statuses: dict[Status, int]
    environments: dict[Environment, int]
    deleted: int
    """Entries that were removed and can be restored."""


def facets_from(query: MemoryQuery, groups: Iterable[tuple[Any, ...]], deleted: int) -> Facets:
    """Sum up counts by (type, owner, status)."""
    types: Counter[MemoryType] = Counter()
    owners: Counter[str] = Counter()
    statuses: Counter[Status] = Counter()
    environments: Counter[Environment] = Counter()
    total = everything = 0
    for type_, owner, status, count in groups:
        kind, state = MemoryType(type_), Status(status)
        environment = Owner.parse(owner).environment
        fits_type = not query.types or kind in query.types
        fits_owner = not query.owners or owner in query.owners
        fits_status = not query.statuses or state in query.statuses
        fits_environment = query.environment is None or environment is query.environment
        everything += count
        if fits_owner and fits_status and fits_environment:
            types[kind] += count
        if fits_type and fits_status and fits_environment:
            owners[owner] += count
        if fits_type and fits_owner and fits_environment:
            statuses[state] += count
        if environment is not None and fits_type and fits_owner and fits_status:
            environments[environment] += count
        if fits_type and fits_owner and fits_status and fits_environment:
            total += count
    return Facets(total, everything, dict(types), dict(owners), dict(statuses), dict(environments), deleted)
