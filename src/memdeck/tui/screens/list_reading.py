"""The Memories screen's ground: its parts, reading the list, following changes, showing the entry."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import get_current_worker

from memdeck.memory.errors import MemdeckError, NotFound
from memdeck.memory.query import MemoryQuery, Sort
from memdeck.tui.command import Command
from memdeck.tui.filters import is_filtered, title_of
from memdeck.tui.listing import after_changes, first_page, in_conflict, read_heads, read_rows
from memdeck.tui.screens.deck_screen import DeckScreen
from memdeck.tui.widgets.detail_pane import DetailPane
from memdeck.tui.widgets.filter_bar import FilterBar
from memdeck.tui.widgets.filter_panel import FilterPanel
from memdeck.tui.widgets.list_heading import ListHeading
from memdeck.tui.widgets.memory_list import MemoryList
from memdeck.tui.widgets.search_box import SearchBox

if TYPE_CHECKING:
    from memdeck.memory.facets import Facets
    from memdeck.memory.revision import Revision
    from memdeck.retrieve.headsearch.heads import Heads
    from memdeck.tui.detail import Detail
    from memdeck.tui.notices import Notice

AGE_SECONDS = 30
"""How often "3 minutes ago" is brought up to date."""
DETAIL_DELAY = 0.04
"""The cursor must rest this long before its entry is read: scrolling on stays smooth."""
LOADING_DELAY = 0.15
_TALL, _LOW, _COMPACT = 4, 3, 1
_TALL_FROM = 30


class ListReading(DeckScreen):
    """List, side bar and entry, kept true while anyone changes the store."""

    SCOPE: ClassVar[str] = "memories"
    AUTO_FOCUS = "MemoryList"

    memory_list = getters.query_one("#memory-list", MemoryList)
    search_box = getters.query_one("#search", SearchBox)
    detail_pane = getters.query_one("#detail", DetailPane)

    def __init__(self) -> None:
        super().__init__()
        self.query_now = MemoryQuery()
        """The filters and the order in force; the search is not part of it."""
        self.heads: Heads | None = None
        """The whole list, once it has been read."""
        self.facets: Facets | None = None
        self.compact = False
        self._notice: Notice | None = None
        self._detail_timer: Timer | None = None
        self._detail_id: str | None = None
        self._detail_shown = 0
        self._wanted_cursor: str | None = None

    # -- parts -----------------------------------------------------------------------------------------

    def compose_body(self) -> ComposeResult:
        """Side bar, search, list, entry."""
        with Horizontal(id="memories"):
            yield FilterPanel(id="filters")
            with Vertical(id="main"):
                with Horizontal(id="head"):
                    yield Static("", id="list-title", markup=False)
                    yield SearchBox("/ Search by title or description…", id="search")
                yield FilterBar(id="filter-bar")
                with Horizontal(id="body"):
                    with Vertical(id="list-side"):
                        yield ListHeading()
                        yield MemoryList(self.app.clock, id="memory-list")
                        yield Static("", id="notice", markup=False)
                    yield DetailPane(id="detail")

    def on_mount(self) -> None:
        """Read the first page before the first frame; everything else after it."""
        self.compact = self.app.recalled("rows", "") == "compact"
        sort = self.app.recalled("sort", Sort.UPDATED)
        if sort in set(Sort):
            self.query_now = MemoryQuery(sort=Sort(sort))
        self._set_row_height()
        self.set_interval(AGE_SECONDS, self.refresh_ages)
        self.app.changes.subscribe(self, self.follow)
        self.app.conflicts_counted.subscribe(self, self.show_conflicts)
        self.start()

    def start(self) -> None:
        """Read the list from the beginning, or say why it can't be read."""
        if self.app.fault is not None:
            self.show_fault(self.app.fault)
            return
        try:
            page = first_page(self.app.reader, self.query_now)
        except MemdeckError as fault:
            self.show_fault(fault)
            return
        self.memory_list.show(page.ids, rows=page.rows, to_top=True)
        self.refresh_words()
        self.call_after_refresh(self.read_list)

    def on_resize(self, event: events.Resize) -> None:
        """Lower rows on a low screen."""
        self._set_row_height()

    def _set_row_height(self) -> None:
        tall = self.size.height >= _TALL_FROM
        self.memory_list.row_height = _COMPACT if self.compact else _TALL if tall else _LOW
        self.refresh_words()

    # -- reading ---------------------------------------------------------------------------------------

    @work(exclusive=True, group="list", exit_on_error=False)
    async def read_list(self, *, first: bool = False, to_top: bool = False) -> None:
        """Read counts and the whole order; with `first` the first page before them."""
        worker = get_current_worker()
        query = self.query_now
        deck = self.app.reader
        late = (
            self.set_timer(LOADING_DELAY, self._say_loading) if first and not self.memory_list.total else None
        )
        try:
            if first:
                page = await asyncio.to_thread(first_page, deck, query)
                if not self.searching:
                    self.memory_list.show(page.ids, rows=page.rows, to_top=to_top)
            self.facets = await asyncio.to_thread(deck.facets, query)
            self.refresh_words()
            if not self.searching and self.count is not None:
                ids = self.memory_list.ids
                self.memory_list.show(ids, total=self.count)
            heads = await asyncio.to_thread(read_heads, deck, query, lambda: worker.is_cancelled)
        except MemdeckError as fault:
            self.show_fault(fault)
            return
        finally:
            if late is not None:
                late.stop()
        if heads is not None:
            self.heads = heads
            self.order_changed()

    def _say_loading(self) -> None:
        if not self.memory_list.total:
            from memdeck.tui.notices import loading

            self.show_notice(loading())

    def order_changed(self, *, to_top: bool = False) -> None:
        """Show the list anew after its heads changed."""
        if self.heads is not None:
            self.memory_list.show(self.heads.ids, to_top=to_top)
        self._point_if_wanted()
        self.refresh_words()

    @on(MemoryList.PageNeeded)
    def bring_page(self, event: MemoryList.PageNeeded) -> None:
        """Read the rows that came into view."""
        self._bring(event.ids)

    @work(group="page", exit_on_error=False)
    async def _bring(self, ids: Sequence[str]) -> None:
        try:
            self.memory_list.fill(await asyncio.to_thread(read_rows, self.app.reader, ids))
        except MemdeckError as fault:
            self.app.say(str(fault), severity="error")

    @property
    def searching(self) -> bool:
        """True while a search narrows the list."""
        return False

    @property
    def count(self) -> int | None:
        """How many entries the filters leave; None while nobody knows."""
        if self.heads is not None:
            return len(self.heads)
        if self.facets is None:
            return None
        return self.facets.deleted if self.query_now.deleted else self.facets.total

    # -- changes by anyone -----------------------------------------------------------------------------

    def follow(self, revisions: list[Revision]) -> None:
        """Bring the list up to date with changes, keeping cursor, marks and place."""
        changed = {revision.memory_id for revision in revisions}
        self.memory_list.forget(changed)
        if self.heads is None:
            self.read_list(first=True)
            return
        heads = after_changes(self.heads, self.query_now, revisions)
        if heads is None:
            self.read_list()
        else:
            self.heads = heads
            self.learn(revisions)
            gone = changed - set(heads.ids) if len(changed) < len(heads) else changed
            self.memory_list.marks -= gone
            self.order_changed()
            self.read_facets()
        if self._detail_id in changed:
            self.show_detail(self._detail_id, from_top=False)

    def learn(self, revisions: Iterable[Revision]) -> None:
        """Take in the words of changed entries."""

    @work(exclusive=True, group="facets", exit_on_error=False)
    async def read_facets(self) -> None:
        """Read the counts of the side bar."""
        try:
            self.facets = await asyncio.to_thread(self.app.reader.facets, self.query_now)
        except MemdeckError:
            return
        self.refresh_words()

    def point_at(self, id_: str) -> None:
        """Put the cursor on an entry, now or as soon as it is in the list."""
        self._wanted_cursor = id_
        self._point_if_wanted()

    def _point_if_wanted(self) -> None:
        if self._wanted_cursor is not None and self.memory_list.point_at(self._wanted_cursor):
            self._wanted_cursor = None

    def show_conflicts(self, _: int) -> None:
        """Bring the signs of conflicts up to date: one that was settled concerns two entries."""
        self.refresh_words()
        self._flag_conflicts()
        if self._detail_id is not None:
            self.show_detail(self._detail_id, from_top=False)

    @work(exclusive=True, group="conflict-signs", exit_on_error=False)
    async def _flag_conflicts(self) -> None:
        try:
            marked = await asyncio.to_thread(in_conflict, self.app.reader, self.memory_list.at_hand)
        except MemdeckError:
            return
        self.memory_list.flag(marked)

    def refresh_ages(self) -> None:
        """Time goes on while the program is open."""
        self.memory_list.refresh_ages()
        if self._detail_id is not None:
            self.show_detail(self._detail_id, from_top=False)

    # -- the entry -------------------------------------------------------------------------------------

    @on(MemoryList.CursorMoved)
    def detail_follows(self, event: MemoryList.CursorMoved) -> None:
        """Show the entry under the cursor once it rests."""
        self.refresh_bars()
        if self._detail_timer is not None:
            self._detail_timer.stop()
        self._detail_timer = self.set_timer(DETAIL_DELAY, lambda: self.show_detail(event.id))

    def show_detail(self, id_: str | None, *, from_top: bool = True) -> None:
        """Show an entry in the detail pane, when that is in view."""
        if not self.detail_pane.display:
            self._detail_id = None
            return
        if id_ != self._detail_id or from_top:
            self._detail_shown = 0
        self._detail_id = id_
        if id_ is None:
            self.detail_pane.show([])
        else:
            self._read_detail(id_, from_top)

    @on(DetailPane.MoreNeeded)
    def read_on(self) -> None:
        """Lay out more of a long content."""
        if self._detail_id is not None:
            self._detail_shown *= 3
            self._read_detail(self._detail_id, False)

    @work(exclusive=True, group="detail", exit_on_error=False)
    async def _read_detail(self, id_: str, from_top: bool) -> None:
        from memdeck.tui.detail import FIRST_PART, detail_blocks
        from memdeck.tui.entry_reading import read_detail

        self._detail_shown = self._detail_shown or FIRST_PART
        try:
            detail = await asyncio.to_thread(read_detail, self.app.reader, id_)
        except NotFound:
            self.detail_pane.say("This memory is gone.")
            return
        except MemdeckError as fault:
            self.detail_pane.say(str(fault))
            return
        detail = self.with_more(detail)
        shown = self._detail_shown
        blocks = await asyncio.to_thread(
            detail_blocks, detail, self.app.clock(), shown=shown, history_key=self.key("memory.history")
        )
        self.detail_pane.show(blocks, more=len(detail.memory.content) > shown, from_top=from_top)
        self.detail_shown(detail)

    def with_more(self, detail: Detail) -> Detail:
        """Add what is known of an entry beside what was read now."""
        return detail

    def detail_shown(self, detail: Detail) -> None:
        """An entry stands in the detail pane; what takes longer may be looked for."""

    # -- words -----------------------------------------------------------------------------------------

    def key(self, identity: str) -> str:
        """Return the key of a command as people read it."""
        from memdeck.tui.commands import command

        return self.app.key_of(command(identity))

    def refresh_words(self) -> None:
        """Bring title, counts, heading, notice and bars up to date."""
        from memdeck.tui.filters import CONFLICTS, filter_lines

        query = self.query_now
        self.query_one("#list-title", Static).update(self.title_words(), layout=False)
        self.query_one(ListHeading).show(query.sort, query.reverse, compact=self.compact)
        self.query_one(FilterBar).show(query)
        if self.facets is not None:
            self.query_one(FilterPanel).show(
                filter_lines(query, self.facets, self.app.badges.get(CONFLICTS, 0))
            )
        if self.facets is not None or self.memory_list.total:
            self.show_notice(self.notice())
        self.refresh_bars()

    def title_words(self) -> str:
        """Return the title over the list: the filters, and how many of how many."""
        count = self.count
        if count is None:
            return title_of(self.query_now)
        everything = self.facets.everything if self.facets else count
        of = f" of {everything:,}" if is_filtered(self.query_now) and not self.query_now.deleted else ""
        return f"{title_of(self.query_now)} · {count:,}{of}"

    def notice(self) -> Notice | None:
        """Return what to say instead of rows, or None when there are rows."""
        if self.memory_list.total:
            return None
        from memdeck.tui.notices import empty_store, nothing_here

        if self.facets is not None and not self.facets.everything and not is_filtered(self.query_now):
            return empty_store(self.key, read_only=self.app.read_only)
        return nothing_here(self.query_now, self.key)

    def show_fault(self, fault: MemdeckError) -> None:
        """Say why there are no rows."""
        from memdeck.tui.notices import broken

        self.show_notice(broken(fault, self.key))

    def show_notice(self, notice: Notice | None) -> None:
        """Show words in place of the rows; None shows the rows."""
        if notice != self._notice:
            self._notice = notice
            self.set_class(notice is not None, "-notice")
            if notice is not None:
                self.query_one("#notice", Static).update(notice.content())

    def status_line(self) -> str:
        """Marks, where the cursor stands, and how far the vectors are while many are made."""
        if not self.is_mounted or not self.memory_list.total:
            return ""
        shown = self.memory_list
        marks = f"{len(shown.marks):,} marked" if shown.marks else ""
        where = f"{shown.cursor + 1:,} of {shown.total:,}"
        return " · ".join(part for part in (marks, where, self.app.tending.words) if part)

    @on(MemoryList.MarksChanged)
    def count_marks(self) -> None:
        """Show how many are marked."""
        self.refresh_bars()

    def is_hidden(self, each: Command) -> bool:
        """Offer only what fits what is shown."""
        deleted = self.query_now.deleted
        if each.id == "memory.restore":
            return not deleted
        return deleted and each.id in _NOT_FOR_DELETED


_NOT_FOR_DELETED = frozenset(
    {"memory.edit", "memory.editor", "memory.delete", "memory.retype", "memory.reown", "memory.status"}
    | {"memory.importance", "memory.tag", "memory.rename", "memory.preflight"}
)
