"""The program around one screen under test: the real app and a real deck, but no Memories screen behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual.pilot import Pilot
from textual.screen import Screen

from memdeck import Deck
from memdeck.memory.clock import Clock, utc_now
from memdeck.tui.app import MemdeckApp


class Behind(Screen[None]):
    """An empty screen to stand behind the one under test."""


class Bare(MemdeckApp):
    """The program with an empty first screen."""

    MODES = {"bare": Behind}
    DEFAULT_MODE = "bare"

    def on_mount(self) -> None:
        """Have all styles before the first screen, not soon after it."""
        self.load_styles()


def bare(deck: Deck, clock: Clock = utc_now) -> Bare:
    """Return the program on an open deck."""
    return Bare(lambda: deck, clock=clock)


async def until(pilot: Pilot[None], wanted: Callable[[], object]) -> None:
    """Let the program run until something holds; fail when it takes too long."""
    for _ in range(400):
        await pilot.pause()
        if wanted():
            return
        await asyncio.sleep(0.01)
    notes = [note.message for note in pilot.app._notifications]
    raise AssertionError(f"what was waited for did not come; shown: {pilot.app.screen!r}, said: {notes}")
