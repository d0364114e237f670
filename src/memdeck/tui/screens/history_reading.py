"""The History screen's ground: its parts, reading rows and differences, following changes, words."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual import getters, on, work
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from memdeck.memory.errors import MemdeckError
from memdeck.memory.injection import RecordedInjection
from memdeck.memory.printable import printable
from memdeck.memory.revision import Action
from memdeck.tui.command import Command
from memdeck.tui.event_rows import EventRow
from memdeck.tui.event_sources import SOURCES, EventSource, Narrowed
from memdeck.tui.literal import literal
from memdeck.tui.screens.deck_screen import DeckScreen
from memdeck.tui.widgets.difference_view import DifferenceView
from memdeck.tui.widgets.event_list import EventList
from memdeck.tui.widgets.tab_strip import TabStrip

if TYPE_CHECKING:
    from memdeck.deck.chronicle import HistoryRow

FIRST_PAGE = 500
NEXT_PAGE = 2_000
RELOAD_LIMIT = 5_000
"""A list is brought up to date at once as long as the cursor is above this row; later when it comes back."""

DETAIL_SECONDS = 0.03
"""The cursor must rest this long before the differences are worked out."""


class HistoryReading(DeckScreen):
    """Tabs, list, differences."""

    SCOPE = "history"
    AUTO_FOCUS = "EventList"

    events = getters.query_one(EventList)
    view = getters.query_one(DifferenceView)

    def __init__(self) -> None:
        super().__init__()
        self._source: EventSource = SOURCES[0]
        self._narrowed = Narrowed()
        self._from_newest = True
        """True when the newest row is loaded."""
        self._to_oldest = False
        """True when the oldest row is loaded. Between the two ends of what is loaded nothing is left out."""
        self._count = 0
        """How many rows there are, where the loaded ones were counted from the oldest."""
        self._loading = False
        self._stale = False
        self._deleted: int | None = None

    def compose_body(self) -> Iterable[Widget]:
        """Tabs, list or the words that stand for an empty one, differences."""
        yield TabStrip()
        yield EventList(id="events")
        yield Static("", id="empty", markup=False)
        yield DifferenceView(id="details")

    def on_mount(self) -> None:
        """Load the list, and follow what anybody changes."""
        self._set_today()
        self.set_interval(30, self._set_today)
        self.app.changes.subscribe(self, self._changed_elsewhere)
        self._reload()

    def _set_today(self) -> None:
        self.events.today = self.app.clock().astimezone().date()

    # -- loading ---------------------------------------------------------------------------------------
    # Reading that ends while the screen is being taken away finds no widgets: that must not end in an error.

    @work(exclusive=True, group="load", exit_on_error=False)
    async def _reload(self, *, fresh: bool = False) -> None:
        """Read the list again, as far as it was loaded; `fresh` starts at the newest."""
        if fresh or self._from_newest:
            limit = FIRST_PAGE if fresh else max(FIRST_PAGE, self.events.cursor + FIRST_PAGE)
            if await self._load_from_newest(limit) and fresh:
                self.events.move_to(0)
        else:
            await self._load_from_oldest(len(self.events.rows))
        self._refresh_words()

    async def _load_from_newest(self, limit: int) -> bool:
        source, narrowed, deck = self._source, self._narrowed, self.app.deck
        try:
            rows = await asyncio.to_thread(source.page, deck, narrowed, None, limit)
            self._deleted = await asyncio.to_thread(deck.count, "", deleted=True)
        except MemdeckError as fault:
            self._show_words(f"✗ {fault}", "$text-error")
            return False
        self._stale = False
        self._from_newest, self._to_oldest = True, len(rows) < min(limit, 200)
        self._show_rows(rows)
        return True

    async def _load_from_oldest(self, limit: int) -> None:
        """Show the oldest rows; what is newer comes when somebody goes up."""
        source, narrowed, deck = self._source, self._narrowed, self.app.deck
        try:
            rows = await asyncio.to_thread(source.page_back, deck, narrowed, None, limit)
            self._count = await asyncio.to_thread(source.count, deck, narrowed)
        except MemdeckError as fault:
            self.app.say(str(fault), severity="error")
            return
        self._stale = False
        self._from_newest, self._to_oldest = len(rows) >= self._count, True
        self._show_rows(rows)

    def _show_rows(self, rows: list[EventRow]) -> None:
        self.events.forget_notes()
        self.events.show(rows)
        self._show_words("" if rows else self._empty_words())

    @on(EventList.EndWanted)
    def _end_wanted(self, event: EventList.EndWanted) -> None:
        if event.newest and not self._from_newest:
            self._reload(fresh=True)
        elif not event.newest and not self._to_oldest:
            self._go_to_oldest()

    @work(exclusive=True, group="load", exit_on_error=False)
    async def _go_to_oldest(self) -> None:
        """Read the other end; nobody who goes there wants to wait for all that lies between."""
        await self._load_from_oldest(FIRST_PAGE)
        self.events.to_end()
        self._refresh_words()

    @on(EventList.MoreWanted)
    def _more_wanted(self, event: EventList.MoreWanted) -> None:
        whole = self._from_newest if event.newer else self._to_oldest
        if not whole and not self._loading:
            self._loading = True
            self._load_more(event.newer)

    @work(group="more", exit_on_error=False)
    async def _load_more(self, newer: bool) -> None:
        try:
            await self._load_page(newer)
        finally:
            self._loading = False

    async def _load_page(self, newer: bool) -> None:
        """Load the next page at one end."""
        source, narrowed = self._source, self._narrowed
        if not self.events.rows:
            return
        first, last = self.events.rows[0], self.events.rows[-1]
        try:
            if newer:
                rows = await asyncio.to_thread(source.page_back, self.app.deck, narrowed, first, NEXT_PAGE)
            else:
                rows = await asyncio.to_thread(source.page, self.app.deck, narrowed, last, NEXT_PAGE)
        except MemdeckError as fault:
            self.app.say(str(fault), severity="error")
            return
        now = self.events.rows
        if (
            (source, narrowed) != (self._source, self._narrowed)
            or not now
            or (now[0], now[-1]) != (first, last)
        ):
            return  # another list stands there by now
        if newer:
            self._from_newest = not rows
            self.events.prepend(rows)
        else:
            self._to_oldest = not rows
            self.events.extend(rows)
        self._refresh_words()

    @on(EventList.Seen)
    def _seen(self, event: EventList.Seen) -> None:
        self._load_notes(event.keys)

    @work(exclusive=True, group="notes", exit_on_error=False)
    async def _load_notes(self, keys: tuple[str, ...]) -> None:
        await asyncio.sleep(DETAIL_SECONDS)
        try:
            notes = await asyncio.to_thread(self._source.notes, self.app.deck, keys)
        except MemdeckError:
            return  # the rows say enough without
        self.events.note(dict.fromkeys(keys, "") | dict(notes))

    @on(EventList.Highlighted)
    def _highlighted(self, event: EventList.Highlighted) -> None:
        self.refresh_bars()
        if self._stale and self._can_reload:
            self._reload()
        self._load_details(event.row)

    @work(exclusive=True, group="details", exit_on_error=False)
    async def _load_details(self, row: EventRow | None) -> None:
        if row is None:
            self.view.show(Content(""))
            return
        await asyncio.sleep(DETAIL_SECONDS)
        try:
            content = await asyncio.to_thread(self._source.details, self.app.deck, row)
        except MemdeckError as fault:
            content = literal(f"✗ {fault}", "$text-error")
        self.view.show(content)

    def _changed_elsewhere(self, changes: object) -> None:
        if self._can_reload:
            self._reload()
        else:
            self._stale = True
            self._refresh_words()

    @property
    def _can_reload(self) -> bool:
        """Tell whether so little is loaded that it can be read again at once."""
        return (self.events.cursor if self._from_newest else len(self.events.rows)) < RELOAD_LIMIT

    # -- words -----------------------------------------------------------------------------------------

    def _show_words(self, words: str, style: str = "") -> None:
        empty = self.query_one("#empty", Static)
        empty.update(literal(words, style, one_line=False))
        self.set_class(bool(words), "-empty")

    def _empty_words(self) -> str:
        if self._narrowed:
            return f"No changes {self._narrowed.words}.\n\nF shows everything again."
        return self._source.empty

    def _refresh_words(self) -> None:
        tabs = [
            (each.name, each.title, self._deleted if each.name == "deleted" else None) for each in SOURCES
        ]
        words = [printable(self._narrowed.words), "newer changes: g shows them" if self._stale else ""]
        self.query_one(TabStrip).show(tabs, self._source.name, " · ".join(word for word in words if word))
        self.refresh_bars()

    def status_line(self) -> str:
        """Say where the cursor stands."""
        if not self.is_mounted or not self.query(EventList) or not self.events.rows:
            return ""
        place, loaded = self.events.cursor + 1, len(self.events.rows)
        if self._from_newest:
            return f"{place:,} of {loaded:,}{'' if self._to_oldest else '+'}"
        return f"{self._count - loaded + place:,} of {self._count:,}"

    # -- what works now --------------------------------------------------------------------------------

    def is_hidden(self, each: Command) -> bool:
        """Leave out what the open tab has no use for."""
        on_tab = {
            "history.open": self._source.name != "deleted",
            "history.restore": self._source.name == "deleted",
            "history.purge": self._source.name == "deleted",
            "history.copy": self._source.name == "injections",
            "history.undo": self._source.name != "injections",
            "history.entry": self._source.name == "changes",
            "history.author": self._source.name != "injections",
        }
        return not on_tab.get(each.id, True)

    def why_not(self, each: Command) -> str | None:
        """Say why a command does nothing here."""
        needs_change = each.id in ("history.undo", "history.restore", "history.purge", "history.entry")
        if needs_change and self._change is None:
            return "There is no change under the cursor."
        if each.id == "history.undo" and self._change and self._change.action == Action.PURGE:
            return "A purged memory can't come back: its text is gone."
        if each.id == "history.undo" and self._change and self._change.undone:
            return "This change was undone already."
        if each.id == "history.copy" and not (self._injection and self._injection.text):
            return "Only what an assistant was given can be copied; it stands on the Injections tab."
        return super().why_not(each)

    @property
    def _injection(self) -> RecordedInjection | None:
        """The injection under the cursor."""
        source = self.events.row.source if self.events.row else None
        return source if isinstance(source, RecordedInjection) else None

    @property
    def _change(self) -> HistoryRow | None:
        """The change under the cursor."""
        source = self.events.row.source if self.events.row else None
        return None if source is None or isinstance(source, RecordedInjection) else source
