"""The first start: what Memdeck is, what it found on this machine, and the ways to begin."""

from __future__ import annotations

import asyncio
import subprocess  # the demo is this program once more
import sys
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from memdeck.exchange.claude_code import config_folder
from memdeck.memory.errors import MemdeckError
from memdeck.tui.counts import counted
from memdeck.tui.import_words import found_content, nothing_content
from memdeck.tui.key_order import opening
from memdeck.tui.screens.deck_screen import Commanded

if TYPE_CHECKING:
    from memdeck.exchange.reports import ClaudeImportReport

_WHAT = "What your coding assistant remembers: to see, search, correct, and try out before it is used."
_HOW = "Nothing is taken in or changed until you say so; importing only reads the assistant's files."

_ONLY_READ = "\nThe assistant's files are only read."
_SHOWN_SECONDS = 0.1


class FirstStart(Commanded, ModalScreen[None]):
    """Offers to import what is there, to write an entry, or to look at samples."""

    SCOPE = "first_start"
    AUTO_FOCUS = "#import"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "import", show=False),
        Binding("a", "add", show=False),
        Binding("I", "assistants", show=False),
        Binding("D", "demo", show=False),
        Binding("escape,q", "close", show=False),
        Binding("left,up,h,k", "app.focus_previous", show=False),
        Binding("right,down,l,j", "app.focus_next", show=False),
    ]

    class _State(Enum):
        LOOKING = auto()
        FOUND = auto()
        NOTHING = auto()
        IMPORTING = auto()

    def __init__(self) -> None:
        super().__init__()
        self._state = self._State.LOOKING
        self._count = 0
        self._read = (0, 0)
        """Files read, and files there are; written by the reading thread."""

    def compose(self) -> ComposeResult:
        """Two lines on what this is, what was found, the ways to begin."""
        with Vertical(id="dialog"):
            yield Static("Memdeck", id="heading", markup=False)
            yield Static(_WHAT, id="what", markup=False)
            yield Static(_HOW, id="how", markup=False)
            yield Static("On this machine", id="found-head", markup=False)
            with VerticalScroll(id="found-body", can_focus=False):
                yield Static("… looking for memories", id="found", markup=False)
            with Horizontal(id="buttons"):
                yield Button(Content("i Import"), id="import", compact=True)
                yield Button(Content("a Write one"), id="add", compact=True)
                if self.app.connections is not None:
                    yield Button(Content("I Assistants"), id="assistants", compact=True)
                yield Button(Content("D See samples"), id="demo", compact=True)
                yield Button(Content("Esc Not now"), id="close", compact=True)

    def on_mount(self) -> None:
        """Look for what is there, without holding anything up."""
        self.set_interval(_SHOWN_SECONDS, self._show_read)
        self._look()

    @work
    async def _look(self) -> None:
        try:
            report = await asyncio.to_thread(
                self.app.deck.import_claude_code, dry_run=True, progress=self._note_read
            )
        except MemdeckError as fault:
            self._nothing(str(fault))
            return
        self._count = report.total("new") + report.total("changed")
        if not self._count:
            known = bool(report.total("unchanged"))
            self._nothing("all that Claude Code keeps here is in Memdeck already." if known else "")
            return
        self._state = self._State.FOUND
        self.query_one("#found", Static).update(found_content(report))

    def _note_read(self, done: int, total: int) -> None:
        self._read = (done, total)

    def _show_read(self) -> None:
        """Say how far the reading is."""
        done, total = self._read
        if total and self._state in {self._State.LOOKING, self._State.IMPORTING}:
            looking = self._state is self._State.LOOKING
            words = "… looking for memories" if looking else self._importing()
            files = f": {done:,} of {total:,} files" if done < total or looking else ""
            self.query_one("#found", Static).update(Content(f"{words}{files}{_ONLY_READ}"))

    def _importing(self) -> str:
        return f"… importing {counted(self._count, 'memory', 'memories')}"

    def _nothing(self, words: str) -> None:
        self._state = self._State.NOTHING
        self.query_one("#found", Static).update(nothing_content(config_folder(), words))
        self.query_one("#import", Button).disabled = True
        self.query_one("#add", Button).focus()

    @on(Button.Pressed)
    async def _pressed(self, event: Button.Pressed) -> None:
        await self.run_action(event.button.id or "close")

    @work
    async def action_import(self) -> None:
        """Take everything in, then show what came in and what did not."""
        if self._state is not self._State.FOUND:
            if self._state is self._State.NOTHING:
                self.app.say("There is nothing to import.", severity="warning")
            return
        self._state, self._read = self._State.IMPORTING, (0, 0)
        self.query_one("#found", Static).update(Content(f"{self._importing()}{_ONLY_READ}"))
        take_in = partial(self.app.deck.import_claude_code, progress=self._note_read)
        done = await self.app.attempt(take_in)
        if done is None:
            self._look()
            return
        await self._show(done.value)

    async def _show(self, report: ClaudeImportReport) -> None:
        from memdeck.tui.screens.import_report import ImportReportScreen

        await self.app.push_screen_wait(ImportReportScreen(report))
        self.dismiss(None)

    @opening
    async def action_add(self) -> None:
        """Write the first entry."""
        from memdeck.tui.screens.edit import EditScreen

        made = await self.app.push_screen_wait(EditScreen())
        if made is not None:
            self.dismiss(None)
            self.app.show_memory(made.id)

    async def action_assistants(self) -> None:
        """Show which assistants can be connected; leaving them comes back here."""
        await self.app.run_action("assistants", default_namespace=self.app)

    def action_demo(self) -> None:
        """Open the samples in a store of their own; quitting them comes back here."""
        try:
            with self.app.suspend():
                code = subprocess.run([sys.executable, "-m", "memdeck", "demo"], check=False).returncode
        except SuspendNotSupported:
            self.app.say("This terminal can't be left. Run 'memdeck demo'.", severity="warning")
            return
        if code != 0:
            self.app.say(f"The samples ended with code {code}. Run 'memdeck demo'.", severity="warning")

    def action_close(self) -> None:
        """Go to the empty list."""
        self.dismiss(None)
