"""The Pre-flight screen: type a prompt, and see byte for byte what the assistant would be given, and why."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from textual import events, on, work
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static, TextArea

from memdeck.deck.variants import Variant
from memdeck.memory.errors import MemdeckError
from memdeck.memory.injection import Injection
from memdeck.memory.nothing_given import why_nothing
from memdeck.memory.printable import printable
from memdeck.tui.commands import bindings
from memdeck.tui.counts import counted
from memdeck.tui.fault_log import log_fault
from memdeck.tui.flight import Flight, Readout, fly
from memdeck.tui.screens.preflight_commands import PreflightCommands
from memdeck.tui.screens.preflight_rows import (
    figures_beside,
    flight_settings,
    lane_notes,
    pointed_at,
    what_changed,
    why_groups,
)
from memdeck.tui.widgets.block_view import BlockView
from memdeck.tui.widgets.flight_bar import FlightBar
from memdeck.tui.widgets.hint_bar import Hint
from memdeck.tui.widgets.part_bars import PartBars
from memdeck.tui.widgets.prompt_box import PromptBox
from memdeck.tui.widgets.why_list import WhyList

PAUSE = 0.15
"""Seconds without a key stroke before the outcome is looked up."""
PATIENCE = 0.1
"""Seconds before the screen says that it is still looking."""

WOULD_BE = "WOULD BE INJECTED"
_PLACEHOLDER = "What would you ask the assistant?"
_WELCOME = (
    "Type a prompt above. At each pause you see here the exact text that a hook would put before it, and "
    "beside it why each memory is in and what just missed.\n\n"
    "Looking changes nothing: no use is counted. Enter goes on to the entries; h there takes an earlier "
    "prompt."
)


class PreflightScreen(PreflightCommands):
    """Shows what `memdeck preview` prints, and lets a person try things out. Stores nothing but prompts."""

    SCOPE = "preflight"
    BINDINGS = bindings("preflight")
    AUTO_FOCUS = "#prompt"

    def __init__(self) -> None:
        super().__init__()
        self.flight = Flight()
        self.readout = None
        self._pilot = ThreadPoolExecutor(1, "preflight")

    # -- what stands where -----------------------------------------------------------------------------

    def compose_body(self) -> Iterable[Widget]:
        """Settings, prompt, block (two when comparing) and reasons."""
        yield FlightBar()
        yield PromptBox(_PLACEHOLDER, field_id="prompt")
        yield Static(id="preflight-notes", markup=False)
        with Container(id="preflight-body"):
            with Container(id="preflight-blocks"):
                yield BlockView(WOULD_BE, view_id="block")
                yield BlockView("", view_id="other")
            with Container(id="preflight-why"):
                yield WhyList(list_id="why")
                yield PartBars(bars_id="parts")

    def on_mount(self) -> None:
        """Start in the project that the program was started in."""
        self.query_one("#prompt", PromptBox).focus()
        self.app.changes.subscribe(self, self._store_changed)
        self._start_in(Path.cwd())
        self._look()

    def on_unmount(self) -> None:
        """Let go of the thread."""
        self._pilot.shutdown(wait=False, cancel_futures=True)

    def _start_in(self, folder: Path) -> None:
        try:
            project = self.app.project or self.app.deck.project_in(folder)
            self.flight = replace(self.flight, project=project)
        except MemdeckError:
            return  # the look itself says what is wrong

    def on_screen_resume(self) -> None:
        """Entries may have changed while another screen was shown."""
        self.refresh_bars()
        if self.readout is not None:
            self._look()

    def look_at(self, prompt: str) -> None:
        """Show what this prompt would bring."""
        self.flight = replace(self.flight, prompt=prompt)
        box = self.query_one("#prompt", PromptBox)
        box.load_raw(prompt)
        box.move_cursor(box.document.end)
        self._look()

    def look_as(self, prompt: str, owner: str) -> None:
        """Show what this prompt would bring to a request that may see this owner's entries."""
        self.flight = self.flight.seeing(owner).without_trials()
        self.look_at(prompt)

    # -- looking ---------------------------------------------------------------------------------------

    @on(TextArea.Changed, "#prompt")
    def _typed(self, event: TextArea.Changed) -> None:
        event.stop()
        if self.query_one("#prompt", PromptBox).raw != self.flight.prompt:
            self._look(PAUSE)

    def _store_changed(self, _: object) -> None:
        if self.is_current and self.readout is not None:
            self._look(PAUSE)

    def index_tended(self) -> None:
        """Look again when the outcome was found without the vectors that there are now."""
        if self.readout is not None and lane_notes(self.readout.shown):
            self._look()

    def change(self, flight: Flight) -> None:
        """Look with other settings at once."""
        self.flight = flight
        self._look()

    def _look(self, pause: float = 0.0) -> None:
        self.query_one(FlightBar).show(flight_settings(self.flight, self.app.clock()))
        self._look_up(pause)

    @work(exclusive=True, group="preflight", exit_on_error=False)
    async def _look_up(self, pause: float) -> None:
        """Wait for a pause in typing, then look in the one thread; a newer call replaces this one."""
        await asyncio.sleep(pause)
        self.flight = replace(self.flight, prompt=self.query_one("#prompt", PromptBox).raw)
        if not self.flight.prompt.strip():
            self._welcome()
            return
        slow = self.set_timer(PATIENCE, self._still_looking)
        try:
            loop = asyncio.get_running_loop()
            self._show(await loop.run_in_executor(self._pilot, fly, self.app.deck, self.flight))
        except MemdeckError as fault:
            self._failed(fault.message, fault.hint)
        except Exception as fault:  # noqa: BLE001 - the outermost edge: a traceback helps nobody here
            self._failed(log_fault(self.app.deck.home, fault))
        finally:
            slow.stop()
            self.remove_class("-looking")

    def _still_looking(self) -> None:
        self.add_class("-looking")
        self._notes(["… looking; what stands here is the outcome before"])

    # -- showing ---------------------------------------------------------------------------------------

    def _welcome(self) -> None:
        self.readout = None
        self._say(_WELCOME)

    def _failed(self, words: str, hint: str = "") -> None:
        self.readout = None
        self._say(f"✗ {printable(words)}\n\n{printable(hint)}", "$text-error")

    def _say(self, words: str, style: str = "$foreground-muted") -> None:
        self.query_one("#block", BlockView).say(WOULD_BE, Content.styled(f"\n{words}", style))
        self.query_one("#why", WhyList).show([])
        self._notes([])
        self.set_class(False, "-compare")
        self.refresh_bars()

    def _show(self, readout: Readout) -> None:
        before = self.readout.flight if self.readout is not None else Flight()
        another = (before.prompt, before.access) != (readout.flight.prompt, readout.flight.access)
        self.readout = readout
        self.flight = replace(self.flight, pinned=readout.flight.pinned)
        flight, shown, other = readout.flight, readout.shown, readout.other
        changed = what_changed(readout)
        title = WOULD_BE if other is None else f"{WOULD_BE} · {printable(flight.settings.name)}"
        block = self.query_one("#block", BlockView)
        if shown.text or readout.untouched.text:
            base = readout.untouched if flight.tries_something else None
            block.show(shown, title=title, note=figures_beside(readout), base=base)
        else:
            block.say(title, Content.styled(f"\n{why_nothing(shown)}", "$foreground-muted"))
        self.set_class(other is not None, "-compare")
        if other is not None and flight.versus is not None:
            self._show_other(other, flight.versus, shown)
        self.query_one("#why", WhyList).show(why_groups(readout), from_top=another)
        self._notes([*([changed] if changed else []), *lane_notes(shown)])
        self.refresh_bars()

    def _show_other(self, other: Injection, versus: Variant, shown: Injection) -> None:
        same = " · the same text" if other.text and other.text == shown.text else ""
        title = f"WITH {printable(versus.name)}{same}"
        self.query_one("#other", BlockView).show(other, title=title, base=shown, gone=False)

    def _notes(self, notes: list[str]) -> None:
        line = self.query_one("#preflight-notes", Static)
        line.update("\n".join(notes))
        line.display = bool(notes)

    @on(WhyList.Pointed)
    def _pointed(self, event: WhyList.Pointed) -> None:
        event.stop()
        self._mark_lines()
        self.refresh_bars()

    def _mark_lines(self) -> None:
        """Show in the block where the entry under the cursor stands, while the cursor is being moved."""
        lines, why = range(0), self.query_one("#why", WhyList)
        if self.readout is not None and self.focused is why:
            lines = next((item.lines for item in self.readout.shown.items if item.id == why.pointed), lines)
        self.query_one("#block", BlockView).mark(lines)
        pointed = (
            pointed_at(self.readout, why.pointed, self.app.clock()) if self.readout is not None else None
        )
        bars = self.query_one("#parts", PartBars)
        bars.show(pointed)
        bars.set_class(pointed is None, "-empty")

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The marked lines depend on what has the focus."""
        self._mark_lines()
        self.refresh_bars()

    def hints(self) -> list[Hint]:
        """While typing, letters are text: offer what works then."""
        if self.focused is not self.query_one("#prompt"):
            return super().hints()
        return [
            Hint("preflight.back", "⏎", "To the entries"),
            Hint("app.palette", "^P", "Commands"),
            Hint("app.help", "F1", "Help"),
        ]

    def status_line(self) -> str:
        """Say how many are in and out."""
        if self.readout is None:
            return ""
        near = counted(len(self.readout.shown.dropped), "near miss", "near misses")
        return f"{len(self.readout.shown.items)} in · {near}"
