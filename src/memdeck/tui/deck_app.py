"""What every screen may ask of the program: choices, keys, whom and where, and the way to other screens.

Screens know this class; `app.py` knows the screens. So neither has to know the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from textual import work

from memdeck.memory.clock import Clock
from memdeck.memory.errors import MemdeckError
from memdeck.memory.printable import printable
from memdeck.tui.command import Command
from memdeck.tui.commands import command, shown_key
from memdeck.tui.remembered import recall, remember
from memdeck.tui.screens import SCREENS
from memdeck.tui.store_app import StoreApp
from memdeck.tui.widgets.top_bar import Tab

if TYPE_CHECKING:
    from memdeck.deck import Deck
    from memdeck.deck.reading import Reading
    from memdeck.tui.connections import Connections


class DeckApp(StoreApp):
    """The program as its screens see it."""

    def __init__(
        self,
        open_deck: Callable[[], Reading],
        *,
        css_path: list[str | PurePath] | None,
        tend: bool,
        clock: Clock,
        where: str,
        locate: Callable[[Deck], str] | None = None,
        connections: Callable[[], Connections] | None = None,
    ) -> None:
        super().__init__(open_deck, css_path=css_path, tend=tend)
        self.clock = clock
        self.where = where
        self.project: str | None = None
        self.connections = connections
        """Gives what connects assistants; None when this store is for none."""
        self._locate = locate
        self.keymap: dict[str, str] = {}

    @work(exclusive=True, group="settle", exit_on_error=False)
    async def settle(self) -> None:
        """Load what the first frame did not need: the whole deck."""
        try:
            deck = await asyncio.to_thread(lambda: self.deck)
            self.count_conflicts()
            if self._locate is not None:
                self.where = await asyncio.to_thread(self._locate, deck)
                self.refresh_bars()
            self.tending.soon()
        except MemdeckError:
            return
        finally:
            self.when_settled()

    def when_settled(self) -> None:
        """Hear that everything is loaded."""

    # -- choices ---------------------------------------------------------------------------------------

    def recalled(self, key: str, default: str) -> str:
        """Return what the configuration says of `key`, else what was remembered at an earlier start."""
        if self._reader is None:
            return default
        configured = {"theme": self._reader.settings.tui.theme, "rows": self._reader.settings.tui.rows}
        return configured.get(key) or recall(self._reader.home).get(key, default)

    def remember(self, **choices: str) -> None:
        """Keep a choice for the next start; does nothing in read-only mode."""
        if self._reader is not None and not self._reader.read_only:
            remember(self._reader.home, choices)

    # -- what screens show -----------------------------------------------------------------------------

    def tabs(self) -> list[Tab]:
        """Return the screens that can be opened."""
        return [Tab(each.key, each.name, each.title, self.badges.get(each.name, 0)) for each in SCREENS]

    @property
    def whereabouts(self) -> Sequence[tuple[str, str]]:
        """What the right end of the top bar says, with the command a click runs."""
        parts = [("read-only", "")] if self._reader is not None and self._reader.read_only else []
        return [*parts, (printable(self.where), "")]

    def key_of(self, each: Command) -> str:
        """Return the key that runs a command, as people read it."""
        return shown_key(each, self.keymap)

    def offer(self, identity: str) -> str:
        """Return a command's key and label, to end a message; no line ends between them."""
        each = command(identity)
        return f"{self.key_of(each)}\N{NO-BREAK SPACE}{each.label}"

    # -- other screens ---------------------------------------------------------------------------------

    def action_screen(self, name: str) -> None:
        """Switch to a numbered screen."""
        if self._reader is None:
            self.say("The store could not be opened; other screens need it.", severity="warning")
            return
        self.switch_mode(name)

    def show_memory(self, identity: str) -> None:
        """Go to the Memories screen with the cursor on this entry."""
        self.switch_mode("memories")
        self.call_later(self._point_at, identity)

    def show_history(self, identity: str) -> None:
        """Go to the History screen with this entry's changes."""
        if "history" not in self.MODES:
            self.say("There is no History screen yet.", severity="warning")
            return
        self.switch_mode("history")
        self.call_later(self._show_on_screen, identity)

    async def show_preflight(self, prompt: str, owner: str) -> None:
        """Go to the Pre-flight screen and look at this prompt as somebody who sees this owner's entries."""
        await self.switch_mode("preflight")
        look_as = getattr(self.screen, "look_as", None)
        if look_as is not None:
            look_as(prompt, owner)

    def _show_on_screen(self, identity: str) -> None:
        show = getattr(self.screen, "show_memory", None)
        if show is not None:
            show(identity)

    def _point_at(self, identity: str) -> None:
        point_at = getattr(self.screen, "point_at", None)
        if point_at is not None:
            point_at(identity)
