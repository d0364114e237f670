"""From a file's path to an entry's name.

`api/auth.md` becomes `api_auth`: folders are joined with `_`, letters become lower case, other scripts are
spelled in ASCII, and what is still not allowed becomes `_`. A folder with a MEMORY.md of its own starts
anew: `team/MEMORY.md` and `team/build.md` give `build`. Two files of one memory folder with one name get
`_2`, `_3` … in the order of their paths; a file whose name is already right keeps it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath

from memdeck.memory.errors import InvalidField
from memdeck.memory.limits import NAME_LIMIT
from memdeck.memory.naming import RESERVED_NAMES, check_name, free_name

INDEX_NAME = "memory.md"
"""The index file, compared in lower case."""

_NOT_ALLOWED = re.compile(r"[^a-z0-9_-]+")


def is_index(name: str) -> bool:
    """Tell whether a file name means the index."""
    return name.casefold() == INDEX_NAME


def wanted_name(relative: str) -> str:
    """Return the name that a path below its memory folder asks for."""
    path = PurePosixPath(relative)
    stem = path.name[: -len(path.suffix)] if path.suffix.casefold() == ".md" else path.name
    flat = "_".join((*path.parts[:-1], stem))
    if _allowed(flat):
        return flat
    text = unicodedata.normalize("NFC", flat)
    if not text.isascii():
        from anyascii import anyascii

        text = anyascii(text)
    name = _NOT_ALLOWED.sub("_", text.casefold()).strip("_")[:NAME_LIMIT].rstrip("_")
    if not name.strip("-_"):
        return "note"
    return f"{name}_note" if name in RESERVED_NAMES else name


def names_for(paths: Iterable[str], roots: frozenset[str]) -> dict[str, str]:
    """Give each file its name.

    Args:
        paths: paths below the folder that is read, with `/`.
        roots: the folders among them that have an index of their own (`""` is the whole folder).

    Returns:
        Path → name; each name once in one memory folder.
    """
    ordered = sorted(paths, key=lambda path: (path.casefold(), path))
    below = {path: below_root(path, roots) for path in ordered}
    wanted = {path: wanted_name(below[path]) for path in ordered}
    exact = [path for path in ordered if below[path] == f"{wanted[path]}.md"]
    names: dict[str, str] = {}
    taken: dict[str, set[str]] = {}
    for path in dict.fromkeys([*exact, *ordered]):
        here = taken.setdefault(path.removesuffix(below[path]), set())
        names[path] = free_name(wanted[path], here.__contains__)
        here.add(names[path])
    return names


def below_root(path: str, roots: frozenset[str]) -> str:
    """Return a path as it reads from the nearest memory folder above it."""
    for parent in PurePosixPath(path).parents:
        if str(parent) in roots and str(parent) != ".":
            return str(PurePosixPath(path).relative_to(parent))
    return path


def _allowed(name: str) -> bool:
    try:
        check_name(name)
    except InvalidField:
        return False
    return True
