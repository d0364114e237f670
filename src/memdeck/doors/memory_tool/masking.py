"""Secrets are masked before anything an assistant writes is stored."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

_RULES = "memdeck.memory.secrets"


class Masked(Protocol):
    """A text without its secrets."""

    text: str
    kinds: tuple[str, ...]
    """What was masked, by kind; never the value."""


def masked(text: str) -> tuple[str, tuple[str, ...]]:
    """Return `text` with secrets masked, and the kinds of what was found."""
    if find_spec(_RULES) is None:
        return text, ()
    found = cast(Masked, import_module(_RULES).mask_secrets(text))
    return found.text, tuple(found.kinds)
