"""Memdeck: see, correct and preview what your AI coding assistant remembers.

    from memdeck import Deck

    with Deck.open() as deck:
        deck.add(title="Build setup", content="Always use Gradle with the Kotlin DSL.")

The names below are loaded at first use, so that `import memdeck` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdeck.deck import Deck
    from memdeck.memory.entry import Memory
    from memdeck.memory.errors import MemdeckError

__version__ = "0.1.0"
__all__ = ["Deck", "MemdeckError", "Memory", "__version__"]

_HOMES = {
    "Deck": "memdeck.deck",
    "Memory": "memdeck.memory.entry",
    "MemdeckError": "memdeck.memory.errors",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that holds it (PEP 562)."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'memdeck' has no attribute {name!r}")
    return getattr(import_module(home), name)
