"""`memdeck hook` without the command line's library: it stands before every prompt of a session.

The options are few, and a wrong one must not end with code 2, so nothing is gained by a library here; only
help goes the ordinary way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from memdeck.doors.hooks.serving import HookCall, serve

_VALUES = frozenset({"--home", "--config", "--seconds"})


def hook_at_once(arguments: Sequence[str]) -> bool:
    """Answer a hook; return False when the ordinary way must be gone, for help."""
    if {"-h", "--help"} & set(arguments):
        return False
    serve(call_from(arguments))
    return True


def call_from(arguments: Sequence[str]) -> HookCall:
    """Read `CLIENT EVENT` and the options, wherever they stand. What is not known is passed over."""
    values: dict[str, str] = {}
    words: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        option, given, value = argument.partition("=")
        if option in _VALUES:
            values[option] = value if given else next(rest, "")
        elif not argument.startswith("-"):
            words.append(argument)
    return HookCall(
        client=words[0] if words else "",
        event=words[1] if len(words) > 1 else "",
        home=Path(values["--home"]) if values.get("--home") else None,
        config=Path(values["--config"]) if values.get("--config") else None,
        read_only="--read-only" in arguments,
        seconds=seconds_from(values.get("--seconds", "")),
    )


def seconds_from(text: str) -> float | None:
    """Return a time limit, or None for what is none."""
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds > 0 else None
