"""Settings as YAML text: those in force with their origin, and an example with every key."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from memdeck.memory.errors import MemdeckError
from memdeck.memory.printable import printable
from memdeck.settings.checking import hide_password, unknown_key
from memdeck.settings.sections import ALL_KEYS, Settings
from memdeck.settings.values import as_mapping

_NOT_WORDS = frozenset({"off", "on", "yes", "no", "true", "false", "null", "y", "n"})
"""What YAML takes for something else than a word, unless it stands in quotes."""


def part_of(settings: Settings, dotted: str | None) -> object:
    """Return all settings as a nested mapping, or those below a dotted key; passwords are hidden."""
    part: object = _without_passwords(as_mapping(settings))
    if not dotted:
        return part
    path = tuple(dotted.split("."))
    for name in path:
        if not isinstance(part, Mapping) or name not in part:
            raise unknown_key(path, "settings")
        part = part[name]
    return part


def settings_text(settings: Settings, part: object, dotted: str) -> str:
    """Return settings as YAML, with the origin of what is not a default as a comment."""
    if not isinstance(part, Mapping):
        return printable(part if isinstance(part, str) else _scalar(part))
    return "\n".join(_lines(part, dotted, settings.origins, 0))


def example() -> str:
    """Return a configuration file with every key, its meaning and its default, commented out."""
    lines = ["# Memdeck. Take the # away from what you change; the values here are the defaults.", ""]
    open_path: tuple[str, ...] = ()
    for key in ALL_KEYS:
        for depth, name in enumerate(key.path[:-1]):
            if key.path[: depth + 1] != open_path[: depth + 1]:
                blank = [""] if depth == 0 and open_path else []
                lines += [*blank, f"{'# ' if depth else ''}{'  ' * depth}{name}:"]
        open_path = key.path[:-1]
        indent = "  " * len(open_path)
        lines.append(f"# {indent}{key.path[-1]}: {_scalar(key.default)}   # {key.meaning}")
    return "\n".join(lines) + "\n"


def write_example(file: Path) -> None:
    """Write the example; raise MemdeckError when the file is there already."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise MemdeckError(f"{file} is there already.", "It was left alone.") from None
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(example())


def _lines(part: Mapping[str, object], dotted: str, origins: Mapping[str, str], depth: int) -> list[str]:
    lines: list[str] = []
    for name, value in part.items():
        key = f"{dotted}.{name}".strip(".")
        indent = "  " * depth
        if isinstance(value, Mapping) and value and key not in origins:
            lines += [f"{indent}{name}:", *_lines(value, key, origins, depth + 1)]
        else:
            origin = f"   # {origins[key]}" if key in origins else ""
            lines.append(printable(f"{indent}{name}: {_scalar(value)}{origin}"))
    return lines


def _scalar(value: object) -> str:
    """Return a value in JSON form, which is YAML too; plain words stay plain."""
    if isinstance(value, str) and value.isidentifier() and value.casefold() not in _NOT_WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)


def _without_passwords(tree: Mapping[str, object]) -> dict[str, object]:
    return {
        name: _without_passwords(value)
        if isinstance(value, Mapping)
        else hide_password(value)
        if isinstance(value, str)
        else value
        for name, value in tree.items()
    }
