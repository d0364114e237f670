"""What a path of an assistant means in the flat folder."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from urllib.parse import unquote

from memdeck.exchange.file_names import is_index, wanted_name
from memdeck.memory.errors import InvalidField
from memdeck.memory.naming import check_name

INDEX_FILE = "MEMORY.md"
MINE = "me."
"""Stands before the person's own entry where the project has one of the same name."""

_UNTIDY = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_DECODINGS = 4
"""How often `%25…` is unwrapped before a path counts as one that hides something."""


class Kind(Enum):
    """The four things a path can mean."""

    ROOT = "the folder"
    INDEX = "the index"
    ENTRY = "an entry's file, which may or may not be there"
    NOWHERE = "a path that no file can have"


@dataclass(frozen=True, slots=True)
class Place:
    """A path, read."""

    kind: Kind
    path: str
    """As the assistant wrote it; safe to repeat."""
    name: str = ""
    """The entry's name."""
    mine: bool = False
    """True for `me.name.md`: the person's own."""
    near: str = ""
    """For NOWHERE: the file name (with `.md`) that would do instead."""


class Outside(ValueError):
    """The path leads out of the folder, or tries to."""


def place_of(relative: str, path: str) -> Place:
    """Read a path below the folder.

    Args:
        relative: the path below the folder, with `/`; empty is the folder itself.
        path: the same as the assistant wrote it.

    Raises:
        Outside: it climbs out of the folder, in whatever spelling.
    """
    if climbs(relative):
        raise Outside
    parts = [part for part in relative.split("/") if part not in {"", "."}]
    if not parts:
        return Place(Kind.ROOT, path)
    file = parts[-1]
    if len(parts) > 1 or _UNTIDY.search(file):
        return _nowhere(parts, path)
    if is_index(file):
        return Place(Kind.INDEX, path)
    stem = file.removesuffix(".md")
    mine = stem.startswith(MINE)
    name = stem.removeprefix(MINE)
    if stem == file or not _allowed(name):
        return _nowhere(parts, path)
    return Place(Kind.ENTRY, path, name, mine)


def climbs(relative: str) -> bool:
    """Tell whether a path leads upwards or hides where it leads: `..`, backslashes, drives, `%2e%2e`."""
    for _ in range(_DECODINGS):
        if "\\" in relative or re.match(r"/*[A-Za-z]:", relative) or ".." in relative.split("/"):
            return True
        plain = unquote(relative)
        if plain == relative:
            return False
        relative = plain
    return True


def file_name(name: str, *, mine: bool = False) -> str:
    """Return the file name under which an assistant sees an entry."""
    return f"{MINE if mine else ''}{name}.md"


def _allowed(name: str) -> bool:
    try:
        check_name(name)
    except InvalidField:
        return False
    return True


def _nowhere(parts: list[str], path: str) -> Place:
    tidy = [_UNTIDY.sub(" ", part) for part in parts]
    stem, dot, end = tidy[-1].rpartition(".")
    if dot and stem and end.isalnum() and len(end) <= 4:
        tidy[-1] = stem
    wanted = wanted_name("/".join(tidy)[:500].encode("utf-8", "ignore").decode())
    return Place(Kind.NOWHERE, path, near=file_name(wanted))
