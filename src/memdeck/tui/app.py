"""The program: its life, its screens, its keys. The open store is the base class's.

It holds what screens share and nothing that one screen alone needs.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from textual import work
from textual.binding import Binding
from textual.reactive import Reactive

from memdeck.memory.clock import Clock, utc_now
from memdeck.tui.commands import bindings, command
from memdeck.tui.deck_app import DeckApp
from memdeck.tui.screens import SCREENS
from memdeck.tui.stylesheets import FIRST, LATER, stylesheet_paths
from memdeck.tui.themes import DEFAULT_THEME, THEMES

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.screen import Screen
    from textual.theme import Theme
    from textual.widget import AwaitMount

    from memdeck.deck import Deck
    from memdeck.deck.reading import Reading
    from memdeck.tui.connections import Connections

WARM_UP_SECONDS = 1.5
"""How long after the start the writing half is loaded."""
_TURN_SECONDS = 0.000_2
"""So long a worker thread may keep the event loop from its turn. A key takes several turns until the list is
filtered; with the 5 ms that Python gives, they would fill more than a frame."""
_COLLECT_AFTER = (5_000, 8, 250)
"""New objects until the collector looks at the young, the older, and all: seldom, for all means 40 ms."""
POLL_SECONDS = 0.4
"""How often the store is asked whether somebody changed it; one question costs about 50 µs."""


def _palette() -> type[Provider]:
    from memdeck.tui.palette import DeckCommands

    return DeckCommands


class MemdeckApp(DeckApp):
    """Memdeck on the whole terminal.

    Args:
        open_deck: opens the store; called at once, and again when the person retries after a fault. The
            reading half of a deck is enough: it takes a third of the time to load, and the first frame
            needs no more. The whole deck is made of it after that frame.
        clock: the present moment, for "3 days ago".
        keymap: `{command id: keys}` of the user's own.
        where: who and where this session is, `me @ demo`.
        locate: finds `where` once the whole deck is loaded.
        project: key of the project that Pre-flight starts in; None takes the current folder's.
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
        project: str | None = None,
        greet: bool = False,
        tend: bool = False,
        connections: Callable[[], Connections] | None = None,
    ) -> None:
        starts_elsewhere = SCREENS[0].name != self.DEFAULT_MODE
        super().__init__(
            open_deck,
            css_path=list(stylesheet_paths()) if starts_elsewhere else None,
            tend=tend,
            clock=clock,
            where=where,
            locate=locate,
            connections=connections,
        )
        self.project = project
        self._greet = greet
        self._start_faults: list[str] = []
        if keymap:
            self._take_keymap(keymap)
        self.open()
        wanted = self.recalled("theme", DEFAULT_THEME)
        if wanted in self.available_themes:
            self.theme = wanted
        else:
            self._start_faults.append(f"No theme is named {wanted}; this is {self.theme}.")

    def _take_keymap(self, keymap: Mapping[str, str]) -> None:
        from memdeck.tui.keymap import checked_keymap

        self.keymap, faults = checked_keymap(keymap)
        self._start_faults += [f"Key map: {fault.id} {fault.problem}" for fault in faults]

    # -- life ------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Start looking for changes; say what is wrong with the key map and the theme."""
        sys.setswitchinterval(_TURN_SECONDS)
        self.add_mode(SCREENS[0].name, SCREENS[0].create)
        if self.keymap:
            self.set_keymap(self.keymap)
        self.set_interval(POLL_SECONDS, self.look_for_changes)
        for fault in self._start_faults:
            self.say(fault, severity="warning")
        if self.sealed_note:
            self.say(self.sealed_note, severity="warning")
        self.call_after_refresh(self.load_styles)
        self.call_after_refresh(self.settle)
        self.set_timer(WARM_UP_SECONDS, self.warm_up)
        if self._greet and not self._seen and not self.read_only:
            self.call_after_refresh(self.action_import)

    def when_settled(self) -> None:
        """Collect garbage again; what was loaded is never looked at, so that no frame waits."""
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

    @property
    def available_themes(self) -> dict[str, Theme]:
        """Memdeck's own themes and Textual's, but those of nothing but the terminal's sixteen colours.

        These lack colours that the screens are drawn with, and have no shades for cursor and differences.
        """
        others = {name: theme for name, theme in super().available_themes.items() if not theme.ansi}
        return {theme.name: theme for theme in THEMES} | others

    def get_default_screen(self) -> Screen[None]:
        """Return the first screen; as a mode of Textual's it would cost a second reading of the styles."""
        return SCREENS[0].create()

    # -- actions ---------------------------------------------------------------------------------------

    async def action_command(self, identity: str) -> None:
        """Run a command of the program's own scope."""
        await self.run_action(command(identity).action)

    def action_command_palette(self) -> None:
        """Find a command or a memory by typing."""
        from textual.command import CommandPalette

        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder="Find a command or a memory…"))

    def action_help(self) -> None:
        """Show the keys of the current screen."""
        from memdeck.tui.screens.help import HelpScreen

        self.push_screen(HelpScreen(getattr(self.screen, "SCOPE", "app")))

    def action_import(self) -> None:
        """Show what there is to import, and other ways to begin."""
        from memdeck.tui.screens.firststart import FirstStart

        if self.read_only:
            self.say(self.why_read_only, severity="warning")
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
