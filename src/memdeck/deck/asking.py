"""Building a query from what people and programs write in plain text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import Importance, MemoryType, Status
from memdeck.memory.owner import Environment, canonical_owner, parse_environment
from memdeck.memory.query import MemoryQuery, Sort
from memdeck.memory.rules import choice

_KINDS = {"types": MemoryType, "statuses": Status, "importance": Importance}
_ALIASES = {"type": "types", "owner": "owners", "status": "statuses", "tag": "tags", "env": "environment"}


def query_from(query: str | MemoryQuery, filters: Mapping[str, Any]) -> MemoryQuery:
    """Return a query: a text or a query, with filters in plain text laid over it.

    `type`, `owner`, `status`, `tag` and `env` may be given one by one or as lists; None and "" mean any.
    """
    asked = MemoryQuery(text=query) if isinstance(query, str) else query
    known = {field.name for field in fields(MemoryQuery)}
    changes: dict[str, Any] = {}
    for given, value in filters.items():
        field = _ALIASES.get(given, given)
        if field not in known:
            raise InvalidField("filter", f"{given!r} is unknown.", "Use " + ", ".join(sorted(known)) + ".")
        if value is not None and value != "":
            changes[field] = _read(field, value)
    return replace(asked, **changes)


def _read(field: str, value: Any) -> Any:
    if field in {"types", "owners", "statuses", "importance", "tags"}:
        items = (value,) if isinstance(value, str) else tuple(value)
        if field == "owners":
            return tuple(canonical_owner(item) for item in items)
        if field == "tags":
            return items
        return tuple(choice(field, _KINDS[field], item) for item in items)
    if field == "sort":
        return choice("sort", Sort, value)
    if field == "environment":
        return value if isinstance(value, Environment) else parse_environment(value)
    return value
