"""The filters of the Memories screen: what can be picked, what is picked, and how it reads."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from memdeck.memory.facets import Facets
from memdeck.memory.kinds import MemoryType, Status
from memdeck.memory.owner import ME, Environment, owner_label
from memdeck.memory.printable import printable
from memdeck.memory.query import MemoryQuery

TYPE, OWNER, STATUS, ENVIRONMENT = "type", "owner", "status", "environment"
CONFLICTS = "conflicts"
"""The section of the line that leads to the Conflicts screen."""
DELETED = "deleted"
"""The status line that shows removed entries."""


class FilterLine(NamedTuple):
    """One line of the filters; a line without a value is a heading."""

    section: str
    value: str | None
    """What is picked; empty stands for "all"."""
    label: str
    """Safe to show."""
    held: int = 0
    """How many entries it would show."""
    picked: bool = False


def filter_lines(query: MemoryQuery, facets: Facets, conflicts: int = 0) -> list[FilterLine]:
    """Return the lines of the side bar; with open conflicts one that leads to them."""
    types = [
        FilterLine(TYPE, kind, kind.capitalize(), facets.types.get(kind, 0), kind in query.types)
        for kind in MemoryType
    ]
    owners = sorted({*facets.owners, *query.owners}, key=_owner_order)
    owner_lines = [
        FilterLine(
            OWNER, owner, printable(owner_label(owner)), facets.owners.get(owner, 0), owner in query.owners
        )
        for owner in owners
    ]
    statuses = [
        FilterLine(STATUS, state, status_word(state), facets.statuses.get(state, 0), state in query.statuses)
        for state in Status
        if facets.statuses.get(state) or state in query.statuses
    ]
    every_type = sum(facets.types.values())
    every_owner = sum(facets.owners.values())
    return [
        FilterLine(TYPE, None, "TYPE"),
        FilterLine(TYPE, "", "All", every_type, not query.types),
        *types,
        FilterLine("", None, ""),
        FilterLine(OWNER, None, "OWNER"),
        FilterLine(OWNER, "", "All", every_owner, not query.owners),
        *owner_lines,
        FilterLine("", None, ""),
        FilterLine(STATUS, None, "STATUS"),
        *statuses,
        FilterLine(STATUS, DELETED, "Deleted", facets.deleted, query.deleted),
        *([FilterLine(CONFLICTS, CONFLICTS, "Conflicts", conflicts)] if conflicts else []),
    ]


def status_word(state: str) -> str:
    """Return `In progress` for `in_progress`."""
    return state.replace("_", " ").capitalize()


def _owner_order(owner: str) -> tuple[bool, str, str]:
    kind, _, key = owner.partition(":")
    return (owner != ME, {"project": "a", "deployment": "b"}.get(kind, "c"), key)


def picked(query: MemoryQuery, section: str, value: str, *, add: bool = False) -> MemoryQuery:
    """Return the query after a line was picked.

    Args:
        query: the filters before.
        section: TYPE, OWNER, STATUS or ENVIRONMENT.
        value: the line's value; empty means all. Picking the only picked value again means all too.
        add: keep the section's other values (and take the value away when it is picked already).
    """
    if section == ENVIRONMENT:
        chosen = Environment(value) if value else None
        return replace(query, environment=None if chosen is query.environment else chosen)
    if section == TYPE:
        return replace(query, types=_toggled(query.types, MemoryType(value) if value else None, add))
    if section == OWNER:
        return replace(query, owners=_toggled(query.owners, value or None, add))
    if value == DELETED:
        return replace(query, deleted=not query.deleted, statuses=())
    statuses = _toggled(query.statuses, Status(value) if value else None, add)
    return replace(query, deleted=False, statuses=statuses)


def _toggled(values: tuple, value: object, add: bool) -> tuple:  # type: ignore[type-arg]
    if value is None or values == (value,):
        return ()
    if not add:
        return (value,)
    return tuple(each for each in values if each != value) if value in values else (*values, value)


def is_filtered(query: MemoryQuery) -> bool:
    """Return True when some entries are left out."""
    return bool(query.types or query.owners or query.statuses or query.environment or query.deleted)


def cleared(query: MemoryQuery) -> MemoryQuery:
    """Return the query without filters; the order stays."""
    return MemoryQuery(sort=query.sort, reverse=query.reverse)


def title_of(query: MemoryQuery) -> str:
    """Return the filters as the list's title: `All memories`, `User · me`; safe to show."""
    parts = [
        " + ".join(kind.capitalize() for kind in query.types),
        " + ".join(printable(owner_label(owner)) for owner in query.owners),
        query.environment.capitalize() if query.environment else "",
        " + ".join(status_word(state) for state in query.statuses),
        "Deleted" if query.deleted else "",
    ]
    return " · ".join(part for part in parts if part) or "All memories"


def next_type(query: MemoryQuery, step: int) -> MemoryQuery:
    """Return the query for the next (or previous) type; before the first and after the last stands "all"."""
    ring: list[MemoryType | None] = [None, *MemoryType]
    here = ring.index(query.types[0]) if query.types else 0
    there = ring[(here + step) % len(ring)]
    return replace(query, types=(there,) if there else ())
