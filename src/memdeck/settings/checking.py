"""Check raw values against the one list of keys; every complaint names place, key, value and rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memdeck.memory.errors import SettingsError
from memdeck.memory.late_pattern import compiled
from memdeck.memory.printable import printable
from memdeck.settings.sections import ALL_KEYS, SECTIONS, Key

_BY_PATH = {key.path: key for key in ALL_KEYS}
_GROUPS = {key.path[:depth] for key in ALL_KEYS for depth in range(len(key.path))}
_IN_ADDRESS = r"(://[^/\s:@]*):[^/\s@]*@"
_SHOWN = 60


def flat(tree: Mapping[Any, object], place: str) -> Iterator[tuple[Key, object]]:
    """Walk a nested mapping and give each known key with its raw value.

    Raises:
        SettingsError: an unknown key, or a plain value where a group of keys belongs.
    """
    yield from _flat(tree, (), place)


def _flat(tree: Mapping[object, object], path: tuple[str, ...], place: str) -> Iterator[tuple[Key, object]]:
    for name, value in tree.items():
        here = (*path, str(name))
        if here in _BY_PATH:
            yield _BY_PATH[here], value
        elif here not in _GROUPS:
            raise unknown_key(here, place)
        elif value is None:  # a section with everything commented out
            continue
        elif isinstance(value, Mapping):
            yield from _flat(value, here, place)
        else:
            raise SettingsError(
                f"{place}: {'.'.join(here)} is {shown(value)}, but must be a group of keys.",
                "It holds " + ", ".join(_children(here)) + ".",
            )


def checked_value(key: Key, value: object, place: str) -> object:
    """Return `value` in the key's true type, or raise SettingsError saying what is allowed."""
    try:
        return key.rule.read(value)
    except (ValueError, TypeError) as error:
        raise wrong_value(key, value, place, str(error)) from None


def wrong_value(key: Key, value: object, place: str, detail: str = "") -> SettingsError:
    """The complaint about a value of a known key; `detail` says what is wrong inside a group."""
    problem = printable(detail)[:_SHOWN] if isinstance(value, Mapping) and detail else f"is {shown(value)}"
    return SettingsError(f"{place}: {key.dotted} {problem}, but must be {key.rule.allowed}.")


def unknown_key(path: tuple[str, ...], place: str) -> SettingsError:
    """The complaint about a key that does not exist, with the nearest one that does."""
    name = printable(".".join(path))[:_SHOWN]
    whole = tuple(".".join(path).split("."))
    if whole in _BY_PATH and whole != path:
        inner = "".join(f"{{{part}: " for part in whole[1:])
        return SettingsError(
            f"{place}: {name} is two keys in one.", f"Write {whole[0]}: {inner}…{'}' * (len(whole) - 1)}"
        )
    nearest = nearest_key(path)
    hint = f"Did you mean {nearest}?" if nearest else "Sections: " + ", ".join(SECTIONS) + "."
    return SettingsError(f"{place}: {name} is unknown.", hint)


def nearest_key(path: tuple[str, ...]) -> str:
    """Return the known key or section most like `path`, or an empty text when none is near."""
    import difflib  # only complaints need it

    siblings = _children(path[:-1])
    close = difflib.get_close_matches(path[-1].casefold(), siblings, 1)
    if close:
        return ".".join((*path[:-1], close[0]))
    same_name = [key.dotted for key in ALL_KEYS if key.path[-1] == path[-1].casefold()]
    if same_name:  # the right key in the wrong section
        return same_name[0]
    close = difflib.get_close_matches(".".join(path).casefold(), [key.dotted for key in ALL_KEYS], 1)
    return close[0] if close else ""


def shown(value: object) -> str:
    """Return a value as a message may show it: one safe line, short, without passwords."""
    if isinstance(value, Mapping):
        return "a group of keys"
    if isinstance(value, list | tuple):
        return "a list"
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    text = hide_password(printable(str(value)))
    text = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return f"'{text}'" if isinstance(value, str) else text


def hide_password(text: str) -> str:
    """Return an address without the password in it."""
    return compiled(_IN_ADDRESS).sub(r"\1:***@", text)


def _children(path: tuple[str, ...]) -> list[str]:
    depth = len(path)
    return list(dict.fromkeys(key.path[depth] for key in ALL_KEYS if key.path[:depth] == path))
