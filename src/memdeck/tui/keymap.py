"""The user's own keys: which of them work, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from memdeck.tui.command import Command, key_name
from memdeck.tui.commands import COMMANDS, commands_of


class KeymapFault(NamedTuple):
    """What is wrong with one line of a user's key map."""

    id: str
    problem: str


def checked_keymap(keymap: Mapping[str, str]) -> tuple[dict[str, str], list[KeymapFault]]:
    """Split a user's key map (`{command id: keys}`) into what works and what is wrong.

    Faults are an unknown id (the nearest known one is named) and a key that another command of the same
    scope has already.
    """
    good: dict[str, str] = {}
    faults: list[KeymapFault] = []
    for identity, keys in keymap.items():
        known = _BY_ID.get(identity)
        if known is None:
            faults.append(KeymapFault(identity, f"is no command.{_nearest(identity)}"))
            continue
        rivals = [each for each in commands_of(known.scope) if each.id != identity and each.id not in keymap]
        taken = _taken(keys, rivals) or _taken(keys, [_BY_ID[each] for each in good], good)
        if taken:
            faults.append(KeymapFault(identity, f"key {taken[0]} already means {taken[1]}."))
            continue
        good[identity] = keys
    return good, faults


_BY_ID = {command.id: command for command in COMMANDS}


def _taken(
    keys: str, rivals: Iterable[Command], keymap: Mapping[str, str] | None = None
) -> tuple[str, str] | None:
    wanted = {key.strip() for key in keys.split(",")}
    for rival in rivals:
        theirs = (keymap or {}).get(rival.id, rival.keys)
        both = wanted & {key.strip() for key in theirs.split(",") if key.strip()}
        if both:
            return key_name(both.pop()), rival.id
    return None


def _nearest(identity: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(identity, _BY_ID, n=1)
    return f" Did you mean {close[0]}?" if close else ""
