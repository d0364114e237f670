"""What can be configured: defaults, files, variables, and where things lie on this machine.

The names below are loaded at first use: whoever only asks for a place need not build the sections.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdeck.settings.loading import load_settings, settings_from
    from memdeck.settings.sections import Settings

__all__ = ["Settings", "load_settings", "settings_from"]

_HOMES = {
    "Settings": "memdeck.settings.sections",
    "load_settings": "memdeck.settings.loading",
    "settings_from": "memdeck.settings.loading",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that holds it (PEP 562)."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'memdeck.settings' has no attribute {name!r}")
    return getattr(import_module(home), name)
