"""The program: its life, its screens, its keys. The open store is the base class's.

It holds what screens share and nothing that one screen alone needs.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual import work
from textual.binding import Binding
from textual.reactive import Reactive

from memdeck.memory.clock import Clock, utc_now
from memdeck.memory.errors import MemdeckError
from memdeck.memory.printable import printable
from memdeck.tui.command import Command
from memdeck.tui.commands import bindings, command, shown_key
from memdeck.tui.remembered import recall, remember
from memdeck.tui.screens import SCREENS
from memdeck.tui.store_app import StoreApp
from memdeck.tui.stylesheets import FIRST, LATER, stylesheet_paths
from memdeck.tui.themes import DEFAULT_THEME, THEMES
from memdeck.tui.widgets.top_bar import Tab

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.screen import Screen
    from textual.theme import Theme
    from textual.widget import AwaitMount

    from memdeck.deck import Deck
    from memdeck.deck.reading import Reading
    from memdeck.tui.connections import Connections

T = TypeVar("T")
WARM_UP_SECONDS = 1.5
"""How long after the start the writing half is loaded."""
_TURN_SECONDS = 0.000_2
"""So long a worker thread may keep the event loop from its turn. A key takes some eight turns until the list is
filtered; with the 5 ms that Python gives, they would fill more than a frame."""
_COLLECT_AFTER = (5_000, 8, 250)
"""New objects until the collector looks at the young, the older, and all: seldom, for all means 40 ms."""
POLL_SECONDS = 0.4
"""How often the store is asked whether somebody changed it; one question costs about 50 µs."""


def _palette() -> type[Provider]:
    from memdeck.tui.palette import DeckCommands

    return DeckCommands


class MemdeckApp(StoreApp):
    """Memdeck on the whole terminal.

    Args:
        open_deck: opens the store; called at once, and again when the person retries after a fault. The
            reading half of a deck is enough: it takes a third of the time to load, and the first frame
            needs no more. The whole deck is made of it after that frame.
        clock: the present moment, for "3 days ago".
        keymap: `{command id: keys}` of the user's own.
        where: who and where this session is, `me @ demo`.
        locate: finds `where` once the whole deck is loaded.
        greet: on a store that never held anything, offer to import what is on this machine.
        tend: make vectors and their index beside everything else.
        connections: gives what connects assistants, at its first use; None when this store is for none.
    """

    TITLE = "Memdeck"
    CSS_PATH = stylesheet_paths(FIRST)
    BINDINGS = [
        *bindings("app"),
        *(
            Binding(each.key, f"screen('{each.name}')", each.title, show=False, id=f"screen.{each.name}")
            for each in SCREENS
        ),
    ]
    COMMANDS = {_palette}
    COMMAND_PALETTE_BINDING = "ctrl+p"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]
    DEFAULT_MODE = SCREENS[0].name
    MODES = {entry.name: entry.create for entry in SCREENS[1:]}
    theme: Reactive[str] = Reactive(DEFAULT_THEME)

    def __init__(
        self,
        open_deck: Callable[[], Reading],
        *,
        clock: Clock = utc_now,
        keymap: Mapping[str, str] | None = None,
        where: str = "me",
        locate: Callable[[Deck], str] | None = None,
        greet: bool = False,
        tend: bool = False,
        connections: Callable[[], Connections] | None = None,
    ) -> None:
        starts_elsewhere = SCREENS[0].name != self.DEFAULT_MODE
        super().__init__(
            open_deck, css_path=list(stylesheet_paths()) if starts_elsewhere else None, tend=tend
        )
        self.clock = clock
        self.where = where
        self._greet = greet
        self.connections = connections
        self._locate = locate
        self.keymap: dict[str, str] = {}
        self._keymap_faults: list[str] = []
        if keymap:
            self._take_keymap(keymap)
        self.open()
        wanted = self.recalled("theme", DEFAULT_THEME)
        if wanted != self.theme and wanted in self.available_themes:
            self.theme = wanted

    def _take_keymap(self, keymap: Mapping[str, str]) -> None:
        from memdeck.tui.keymap import checked_keymap

        self.keymap, faults = checked_keymap(keymap)
        self._keymap_faults = [f"Key map: {fault.id} {fault.problem}" for fault in faults]

    # -- life ------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Start looking for changes; say what is wrong with the key map."""
        sys.setswitchinterval(_TURN_SECONDS)
        self.add_mode(SCREENS[0].name, SCREENS[0].create)
        if self.keymap:
            self.set_keymap(self.keymap)
        self.set_interval(POLL_SECONDS, self.look_for_changes)
        for fault in self._keymap_faults:
            self.say(fault, severity="warning")
        self.call_after_refresh(self.load_styles)
        self.call_after_refresh(self.settle)
        self.set_timer(WARM_UP_SECONDS, self.warm_up)
        if self._greet and not self._seen and not self.read_only:
            self.call_after_refresh(self.action_import)

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
            self._collect_garbage_again()

    def _collect_garbage_again(self) -> None:
        """Go on collecting after the start; what was loaded is never looked at again, so no frame waits."""
        if not gc.isenabled():
            gc.freeze()
            gc.set_threshold(*_COLLECT_AFTER)
            gc.enable()

    @work(exclusive=True, group="warm-up", exit_on_error=False)
    async def warm_up(self) -> None:
        """Have ready what the first change needs, which takes a third of a second to load."""
        if not self.read_only:
            deck = await asyncio.to_thread(lambda: self.deck)
            await asyncio.to_thread(deck.warm_up)
            gc.freeze()  # a full collection over all that was loaded would stop the screen for 60 ms
            self.compare_waiting()

    def load_styles(self) -> None:
        """Read the styles of the screens beyond the first one; costs about 10 ms, once."""
        missing = [path for path in stylesheet_paths(LATER) if not self.stylesheet.has_source(str(path), "")]
        if missing:
            for path in missing:
                self.stylesheet.read(path)
            self.stylesheet.parse()

    def switch_mode(self, mode: str) -> AwaitMount:
        """Switch to a numbered screen."""
        self.load_styles()
        return super().switch_mode(mode)

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

    @property
    def available_themes(self) -> dict[str, Theme]:
        """Memdeck's own themes and Textual's."""
        return {theme.name: theme for theme in THEMES} | super().available_themes

    def get_default_screen(self) -> Screen[None]:
        """Return the first screen; as a mode of Textual's it would cost a second reading of the styles."""
        return SCREENS[0].create()

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

    # -- actions ---------------------------------------------------------------------------------------

    async def action_command(self, identity: str) -> None:
        """Run a command of the program's own scope."""
        await self.run_action(command(identity).action)

    def action_screen(self, name: str) -> None:
        """Switch to a numbered screen."""
        if self._reader is None:
            self.say("The store could not be opened; other screens need it.", severity="warning")
            return
        self.switch_mode(name)

    def show_memory(self, identity: str) -> None:
        """Go to the Memories screen with the cursor on this entry."""
        from memdeck.tui.screens.memories import MemoriesScreen

        self.switch_mode(MemoriesScreen.SCOPE)
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
        from memdeck.tui.screens.preflight import PreflightScreen

        await self.switch_mode(PreflightScreen.SCOPE)
        if isinstance(self.screen, PreflightScreen):
            self.screen.look_as(prompt, owner)

    def _show_on_screen(self, identity: str) -> None:
        show = getattr(self.screen, "show_memory", None)
        if show is not None:
            show(identity)

    def _point_at(self, identity: str) -> None:
        point_at = getattr(self.screen, "point_at", None)
        if point_at is not None:
            point_at(identity)

    def action_help(self) -> None:
        """Show the keys of the current screen."""
        from memdeck.tui.screens.help import HelpScreen

        self.push_screen(HelpScreen(getattr(self.screen, "SCOPE", "app")))

    def action_import(self) -> None:
        """Show what there is to import, and other ways to begin."""
        from memdeck.tui.screens.firststart import FirstStart

        if self.read_only:
            self.say("Read-only: start without --read-only to change memories.", severity="warning")
        else:
            self.push_screen(FirstStart())

    def action_assistants(self) -> None:
        """Show which assistants have Memdeck, and connect others."""
        from memdeck.tui.screens.assistants import AssistantsScreen

        if self.connections is None:
            self.say("These are samples: no assistant is connected to them.", severity="warning")
        else:
            self.push_screen(AssistantsScreen(self.connections()))

    def action_theme(self) -> None:
        """Choose a theme with a live preview."""
        from memdeck.tui.screens.menu import Choice, Menu

        before = self.theme
        choices = [Choice(name, name) for name in sorted(self.available_themes, key=_own_first)]

        def chosen(name: str | None) -> None:
            self.theme = name or before
            if name:
                self.remember(theme=name)

        self.push_screen(
            Menu("Theme", choices, current=before, preview=partial(setattr, self, "theme")), chosen
        )


def _own_first(name: str) -> tuple[bool, str]:
    return (not name.startswith("memdeck-"), name)
