"""What a command is, and how its keys are written for people."""

from __future__ import annotations

from typing import NamedTuple

_KEY_NAMES = {
    "slash": "/",
    "question_mark": "?",
    "colon": ":",
    "space": "space",
    "enter": "⏎",
    "escape": "Esc",
    "delete": "Del",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "number_sign": "#",
    "at": "@",
    "asterisk": "*",
    "exclamation_mark": "!",
    "backslash": "\\",
    "equals_sign": "=",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
    "backspace": "⌫",
}


class Command(NamedTuple):
    """One thing a person can do, and how to reach it."""

    id: str
    """Stable name, `memory.delete`: what the key map and the docs call it."""
    scope: str
    """Where it works: `app`, a screen's name, or a widget that several screens hold (`list`)."""
    keys: str
    """Keys as Textual names them, the first one is shown; several are separated by commas."""
    action: str
    """The action to run on the screen or widget of the scope."""
    label: str
    """One or two words for the hint bar and the palette."""
    sentence: str
    """What it does, for help, palette and docs."""
    hint: int = 0
    """Place in the hint bar, 1 first; 0 keeps it out of there."""
    writes: bool = False
    """True when it changes the store: switched off in read-only mode."""
    group: str = ""
    """Heading in help and docs."""


def key_name(key: str) -> str:
    """Return `ctrl+p` as `^P`, `question_mark` as `?`, `f1` as `F1` and so on."""
    modifier, plus, last = key.rpartition("+")
    name = last.upper() if last[1:].isdecimal() else _KEY_NAMES.get(last, last)  # f1
    if not plus:
        return name
    if modifier == "ctrl":
        return f"^{name.upper() if len(name) == 1 else name}"
    return f"{modifier}+{name}"
