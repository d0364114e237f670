"""The Conflicts screen's ground: its parts, reading the queue, looking for more, showing the pair."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.containers import Container
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from memdeck.memory.conflict import Conflict, ConflictState, ScanReport
from memdeck.memory.errors import MemdeckError
from memdeck.memory.owner import owner_label
from memdeck.memory.printable import printable
from memdeck.tui.command import Command
from memdeck.tui.conflict_list import ConflictList
from memdeck.tui.conflict_sides import both_sides
from memdeck.tui.conflict_tabs import TABS
from memdeck.tui.conflict_words import (
    QueueRows,
    evidence,
    side_facts,
    side_line,
    side_places,
    side_rest,
    why,
)
from memdeck.tui.fault_log import log_fault
from memdeck.tui.screens.conflicts_listing import ConflictsListing
from memdeck.tui.widgets.conflict_queue import ConflictQueue
from memdeck.tui.widgets.conflict_side import ConflictSide
from memdeck.tui.widgets.tab_strip import TabStrip

if TYPE_CHECKING:
    pass

SETTLING = frozenset(
    {
        "conflict.newer",
        "conflict.older",
        "conflict.merge",
        "conflict.narrow",
        "conflict.both",
        "conflict.exact",
    }
)
"""Commands that settle an open finding."""
ROOMY = 100
"""Cells from which there is room for words that can be left out."""
_TOLD_EACH = 0.1
_EMPTY = {
    "open": "No two memories contradict each other or say the same.",
    "contradictions": "No two memories contradict each other.",
    "duplicates": "No two memories say the same.",
    "settled": "Nothing was settled yet.",
    "overridden": "No memory of yours differs from a project's.",
}
_EXPLAINED = (
    "Every memory is compared with its neighbours when it is written, by anyone. "
    "What can't both hold waits here."
)


class ScanStopped(Exception):
    """Nobody waits for the comparing any more; what was found so far is kept."""


class ConflictsReading(ConflictsListing):
    """Queue and pair, kept true while anyone changes the store."""

    SCOPE: ClassVar[str] = "conflicts"
    AUTO_FOCUS = "#queue"

    @dataclass
    class WorkTold(Message):
        """How far long work is."""

        doing: str
        done: int
        of: int

    def __init__(self) -> None:
        super().__init__()
        self._pair: tuple[object, ...] = ()
        self._scanning = False
        self._scan_fault = ""
        self.busy = False
        """True while something is settled."""
        self._gone = False

    # -- parts -----------------------------------------------------------------------------------------

    def compose_body(self) -> Iterable[Widget]:
        """Counts, progress, queue, why, the two entries."""
        yield TabStrip()
        yield Static("", id="scan", markup=False)
        yield ConflictQueue(id="queue")
        yield Static("", id="empty", markup=False)
        yield Static("", id="why", markup=False)
        with Container(id="sides"):
            yield ConflictSide("OLDER", id="older")
            yield ConflictSide("NEWER", id="newer")

    def on_mount(self) -> None:
        """Read what is known, then compare what was not compared yet."""
        self.app.changes.subscribe(self, self.store_changed)
        self.reload()

    def on_unmount(self) -> None:
        """Stop comparing at the next portion."""
        self._gone = True

    # -- long work -------------------------------------------------------------------------------------

    def failed(self, fault: MemdeckError) -> None:
        """Say that the list can't be read, in its place."""
        self.found = ConflictList()
        self.present()
        self.add_class("-failed")
        words = f"✗ {printable(fault.message)}\n\n{printable(fault.hint)}"
        self.query_one("#empty", Static).update(Content.styled(words, "$text-error"))

    def not_compared(self) -> None:
        """Compare what was not compared yet, unless that is going on or failed before."""
        if not self._scanning and not self._scan_fault:
            self.scan()

    @work(group="scan", exit_on_error=False)
    async def scan(self, *, full: bool = False) -> None:
        """Compare what was not compared yet; `full` everything again."""
        if self._scanning:
            return
        self._scanning, self._scan_fault = True, ""
        self._say_scan("Comparing memories…")
        self._show_empty()
        try:
            report = await asyncio.to_thread(self._scan_in_thread, full)
        except ScanStopped:
            return
        except MemdeckError as fault:
            self._scan_fault = f"✗ {printable(str(fault))}"
        except Exception as fault:  # noqa: BLE001 - the outermost edge: a traceback helps nobody here
            self._scan_fault = f"✗ {log_fault(self.app.deck.home, fault)}"
        else:
            if full:
                pairs = "1 pair" if report.asked == 1 else f"{report.asked:,} pairs"
                judged = f"; {report.judge} was asked about {pairs}" if report.judge else ""
                self.app.say(f"Compared {report.looked_at:,} memories again{judged}.")
            if report.judge_fault:
                self.app.say(report.judge_fault, severity="warning", timeout=12)
        finally:
            self._scanning = False
        if not self._gone:
            self._say_scan(self._scan_fault)
            self._show_empty()
            self.app.look_for_changes()
            self.app.count_conflicts()
            self.reload()

    def _scan_in_thread(self, full: bool) -> ScanReport:
        told = self.told("Comparing memories")

        def progress(done: int, of: int) -> None:
            if self._gone:
                raise ScanStopped
            told(done, of)

        return self.app.deck.scan_conflicts(progress, full=full, judged=full, judging=progress)

    def told(self, doing: str) -> Callable[[int, int], None]:
        """Return what long work in a thread tells its progress to; it is shown now and then."""
        last = 0.0

        def tell(done: int, of: int) -> None:
            nonlocal last
            if monotonic() - last > _TOLD_EACH:
                last = monotonic()
                self.post_message(self.WorkTold(doing, done, of))

        return tell

    @on(WorkTold)
    def _tell_work(self, event: WorkTold) -> None:
        if self._scanning or self.busy:
            self._say_scan(f"{event.doing}: {event.done:,} of {event.of:,}")

    def work_ended(self) -> None:
        """Take the words about long work away."""
        if not self._scanning:
            self._say_scan(self._scan_fault)

    def _say_scan(self, words: str) -> None:
        line = self.query_one("#scan", Static)
        line.update(Content.styled(words, "$text-error" if words.startswith("✗") else "$foreground-muted"))
        line.display = bool(words)

    # -- showing ---------------------------------------------------------------------------------------

    def present(self, cursor: int | None = None) -> None:
        """Show what was read, with the cursor at a place."""
        now = self.app.clock()
        self.queue.show(QueueRows(self.found, now), now, cursor)
        self.set_class(not self.found.ids, "-empty")
        self._show_empty()
        self.show_counts()
        self._show_pair()
        self.refresh_bars()

    def show_counts(self) -> None:
        """Show how much each tab lists, and whose."""
        counts = self.counts
        listed = {self.tab: len(self.found.ids)} if self.owner is None else {}
        unknown = None if counts.pending else 0  # before all are compared, nothing found is not "none"
        tabs = [
            (
                tab.name,
                tab.title,
                listed.get(tab, tab.count(counts)) or (unknown if ConflictState.OPEN in tab.states else 0),
            )
            for tab in TABS
            if tab.always or tab.count(counts) or tab is self.tab
        ]
        whose = "all owners" if self.size.width >= ROOMY else ""
        if self.owner:
            whose = f"only {owner_label(self.owner)}"
        self.query_one(TabStrip).show(tabs, self.tab.name, printable(whose))

    def _show_empty(self) -> None:
        if not self.found.ids and not self.has_class("-failed"):
            self.query_one("#empty", Static).update(self._empty_words())

    def _empty_words(self) -> Content:
        first = _EMPTY[self.tab.name]
        if self.counts.pending and ConflictState.OPEN in self.tab.states:
            first = f"{_EMPTY[self.tab.name].removesuffix('.')} of those compared so far."
        if self._scanning and self.tab.name != "settled":
            first = "Comparing memories. What is found is listed here at the end."
        if self.owner and self.tab.count(self.counts):
            first = f"Nothing here of {printable(owner_label(self.owner))}. F shows all owners."
        pending = self.counts.pending
        notes = [_EXPLAINED]
        if pending and self.app.read_only:
            notes.append(f"{pending:,} memories were not compared yet: read-only.")
        return Content.assemble((first, "bold"), "\n\n", ("\n".join(notes), "$foreground-muted"))

    @property
    def conflict(self) -> Conflict | None:
        """The finding under the cursor; None while it is being read."""
        return self.found.at(self.queue.cursor)

    @on(ConflictQueue.Pointed)
    def _pointed(self) -> None:
        if self.missing():
            self.read_page()
        self._show_pair()
        self.refresh_bars()

    def _show_pair(self) -> None:
        conflict = self.conflict
        if conflict is None:
            self._pair = ()
            return
        now = self.app.clock()
        pair = (conflict, now, conflict.newer.id in self.found.beaten)
        if pair == self._pair:
            return
        another = not self._pair or getattr(self._pair[0], "id", "") != conflict.id
        self._pair = pair
        texts, places = both_sides(conflict), side_places(conflict)
        for side, memory, text, place in (
            ("#older", conflict.older, texts[0], places[0]),
            ("#newer", conflict.newer, texts[1], places[1]),
        ):
            self.query_one(side, ConflictSide).show(
                printable(memory.title),
                side_line(memory, now),
                text,
                side_facts(memory, now),
                place=place,
                rest=side_rest(memory),
                from_top=another,
            )
        self.query_one("#why", Static).update(
            Content.assemble(
                (evidence(conflict), "bold"),
                "\n",
                (why(conflict, now, self.found.beaten), "$foreground-muted"),
            )
        )

    def status_line(self) -> str:
        """Say where the cursor stands."""
        of = len(self.found.ids)
        return f"{self.queue.cursor + 1:,} of {of:,}" if self.is_mounted and of else ""

    def why_not(self, each: Command) -> str | None:
        """Settling needs an open finding."""
        reason = super().why_not(each)
        conflict = self.conflict
        if reason is not None or each.id not in SETTLING | {"conflict.open"}:
            return reason
        if conflict is None:
            return "There is nothing here."
        if each.id in SETTLING and conflict.state is not ConflictState.OPEN:
            return "This is settled." if self.tab.name == "settled" else "There is nothing to settle."
        return None

    def is_hidden(self, each: Command) -> bool:
        """Offer only what fits the tab."""
        if each.id == "conflict.exact":
            return ConflictState.OPEN not in self.tab.states or not self.found.exact
        return each.id in SETTLING and ConflictState.OPEN not in self.tab.states
