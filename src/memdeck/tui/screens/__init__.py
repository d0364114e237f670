"""The numbered screens. Adding one is one line here; its module is imported when it is first shown."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from textual.screen import Screen


class ScreenEntry(NamedTuple):
    """A screen that a number key opens."""

    key: str
    name: str
    """Its mode in the app, and its scope in the command table."""
    title: str
    home: str
    """`module:Class`, imported on first use."""

    def create(self) -> Screen[None]:
        """Import the screen's module and make the screen."""
        module, _, name = self.home.partition(":")
        return cast("Screen[None]", getattr(import_module(f"memdeck.tui.screens.{module}"), name)())


SCREENS: tuple[ScreenEntry, ...] = (
    ScreenEntry("1", "memories", "Memories", "memories:MemoriesScreen"),
    ScreenEntry("2", "conflicts", "Conflicts", "conflicts:ConflictsScreen"),
    ScreenEntry("3", "preflight", "Pre-flight", "preflight:PreflightScreen"),
    ScreenEntry("5", "history", "History", "history:HistoryScreen"),
)
"""Only what works is listed: a screen that does not exist yet has no line, so no key and no tab."""
