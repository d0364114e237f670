"""The one façade: every use case, for people and machines.

    with Deck.open() as deck:
        deck.add("Build setup", "Always use Gradle with the Kotlin DSL.", type="USER")

Each module here holds one group of use cases; `Deck` (in `whole.py`) is all of them together. Reading loads
neither SQLModel nor Chroma; writing loads SQLModel at the first change. The names are loaded at first use,
so that a hook can load `giving.py` and no more.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdeck.deck.timeline import Change
    from memdeck.deck.whole import Deck

__all__ = ["Change", "Deck"]

_HOMES = {"Deck": "memdeck.deck.whole", "Change": "memdeck.deck.timeline"}


def __getattr__(name: str) -> object:
    """Load a public name from the module that holds it (PEP 562)."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'memdeck.deck' has no attribute {name!r}")
    return getattr(import_module(home), name)
