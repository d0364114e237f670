"""Turning a `MemoryQuery` into SQL: the conditions and the order of a list."""

from __future__ import annotations

from typing import Any, NamedTuple

from memdeck.memory.query import MemoryQuery, Sort

Access = tuple[str, ...] | None
"""The owners a reader may see; None is the person at the keyboard, who sees everything."""

_ORDER = {
    Sort.UPDATED: ("updated_at DESC, id DESC", "updated_at ASC, id ASC"),
    Sort.CREATED: ("created_at DESC, id DESC", "created_at ASC, id ASC"),
    Sort.TITLE: ("lower(title) ASC, id DESC", "lower(title) DESC, id ASC"),
    Sort.TYPE: ("type ASC, updated_at DESC, id DESC", "type DESC, updated_at DESC, id DESC"),
    Sort.USED: ("access_count DESC, updated_at DESC, id DESC", "access_count ASC, updated_at DESC, id DESC"),
}


class Conditions(NamedTuple):
    """A WHERE clause (without the word) and its parameters."""

    sql: str
    parameters: tuple[Any, ...]


def order_by(query: MemoryQuery) -> str:
    """Return the ORDER BY clause (without the words)."""
    return _ORDER[query.sort][1 if query.reverse else 0]


def conditions(query: MemoryQuery, access: Access, dialect: str, *, facets: bool = False) -> Conditions:
    """Return what an entry must fulfil to be in the list; the text is not part of it.

    Args:
        query: the filters.
        access: owners that may be seen, in SQL so that no other entry is ever read.
        dialect: `sqlite` or `postgresql`.
        facets: leave out the filters that the side bar counts (type, owner, status, environment).
    """
    parts = ["deleted_at IS NOT NULL" if query.deleted else "deleted_at IS NULL"]
    parameters: list[Any] = []

    def among(column: str, values: tuple[Any, ...]) -> None:
        parts.append(f"{column} IN ({', '.join('?' * len(values))})")
        parameters.extend(str(value) for value in values)

    if access is not None:
        if access:
            among("owner", access)
        else:
            parts.append("1 = 0")
    if not facets:
        for column, values in (("type", query.types), ("owner", query.owners), ("status", query.statuses)):
            if values:
                among(column, values)
        if query.environment is not None:
            parts.append("owner LIKE 'deployment:%' AND substr(owner, length(owner) - ?) = ?")
            parameters.extend((len(query.environment), f"@{query.environment}"))
    if query.importance:
        among("importance", query.importance)
    for tag in query.tags:
        parts.append(_has_tag(dialect))
        parameters.append(tag)
    return Conditions(" AND ".join(parts), tuple(parameters))


def _has_tag(dialect: str) -> str:
    if dialect == "sqlite":
        return "EXISTS (SELECT 1 FROM json_each(memory.tags) AS tag WHERE tag.value = ?)"
    return "EXISTS (SELECT 1 FROM json_array_elements_text(memory.tags) AS tag WHERE tag = ?)"
