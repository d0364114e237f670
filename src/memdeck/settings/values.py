"""From a flat set of checked values to the frozen sections, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

from memdeck.settings.sections import ALL_KEYS, Settings

Path = tuple[str, ...]
_Section = TypeVar("_Section")


def built(values: Mapping[Path, object], base: Settings | None = None) -> Settings:
    """Return `base` (the defaults) with the given values, which are checked already."""
    return _filled(base or Settings(), values, ())


def _filled(section: _Section, values: Mapping[Path, object], path: Path) -> _Section:
    changes: dict[str, object] = {}
    for item in fields(section):  # type: ignore[arg-type]
        here = (*path, item.name)
        current = getattr(section, item.name)
        if is_dataclass(current):
            changes[item.name] = _filled(current, values, here)
        elif here in values:
            changes[item.name] = values[here]
    return replace(section, **changes)  # type: ignore[type-var]


def value_at(settings: Settings, path: Path) -> object:
    """Return the value in force for a key."""
    value: object = settings
    for part in path:
        value = getattr(value, part)
    return value


def as_mapping(settings: Settings) -> dict[str, object]:
    """Return all values as nested plain dicts, in order, ready for YAML or JSON."""
    tree: dict[str, object] = {}
    for key in ALL_KEYS:
        branch = tree
        for part in key.path[:-1]:
            branch = branch.setdefault(part, {})  # type: ignore[assignment]
        value = value_at(settings, key.path)
        branch[key.path[-1]] = dict(value) if isinstance(value, Mapping) else value
    return tree
