"""Names: the flat file name an assistant uses for an entry (`build_setup` for `build_setup.md`)."""

from __future__ import annotations

from collections.abc import Callable

from memdeck.memory.errors import InvalidField
from memdeck.memory.late_pattern import compiled
from memdeck.memory.limits import NAME_LIMIT

RESERVED_NAMES = frozenset({"memory"})
"""`memory` is the index (`MEMORY.md`)."""

_NAME = r"[a-z0-9_-]{1,64}"
_NOT_ALLOWED = r"[^a-z0-9]+"


def check_name(name: str) -> str:
    """Return `name` when it is allowed, else raise InvalidField saying the rule."""
    if not compiled(_NAME).fullmatch(name):
        raise InvalidField(
            "name",
            f"{name!r} is not allowed.",
            f"Use 1 to {NAME_LIMIT} of a-z, 0-9, _ and -, with no folder.",
        )
    if name in RESERVED_NAMES:
        raise InvalidField("name", f"{name!r} is reserved for the index.", "Give another name.")
    return name


def name_from(text: str, to_ascii: Callable[[str], str] = lambda text: text) -> str:
    """Make an allowed name from a title or a path.

    Args:
        text: any text; may be empty.
        to_ascii: a transliteration, so that Chinese titles get readable names.

    Returns:
        A name that `check_name` accepts; `note` when nothing of the text can be kept.
    """
    name = compiled(_NOT_ALLOWED).sub("_", to_ascii(text).casefold()).strip("_")[:NAME_LIMIT].rstrip("_")
    if not name:
        return "note"
    return f"{name}_note" if name in RESERVED_NAMES else name


def free_name(wanted: str, taken: Callable[[str], bool]) -> str:
    """Return `wanted`, or the first of `wanted_2`, `wanted_3` … that is not taken."""
    if not taken(wanted):
        return wanted
    number = 2
    while True:
        suffix = f"_{number}"
        candidate = wanted[: NAME_LIMIT - len(suffix)] + suffix
        if not taken(candidate):
            return candidate
        number += 1
