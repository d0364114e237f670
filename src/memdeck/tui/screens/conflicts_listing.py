"""What the Conflicts screen lists: read at first, followed at every change, a page at a time in full."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import getters, on, work

from memdeck.memory.conflict import ConflictCounts
from memdeck.memory.errors import MemdeckError
from memdeck.tui.conflict_list import AROUND, ConflictList, follow, read_list
from memdeck.tui.conflict_tabs import TABS, ConflictTab
from memdeck.tui.screens.deck_screen import DeckScreen
from memdeck.tui.widgets.conflict_queue import ConflictQueue

if TYPE_CHECKING:
    from memdeck.memory.revision import Revision

FOLLOWED = 200
"""After a change of more entries than this the list is read anew."""
COUNTED_AFTER = 0.3
"""Seconds after a change until conflicts are counted; another change meanwhile puts it off."""


class ConflictsListing(DeckScreen):
    """The list of one tab, kept true while anyone changes the store."""

    queue = getters.query_one("#queue", ConflictQueue)

    def __init__(self) -> None:
        super().__init__()
        self.tab: ConflictTab = TABS[0]
        self.owner: str | None = None
        """Only findings with an entry of this owner."""
        self.found = ConflictList()
        self.counts = ConflictCounts()
        self._stale = False
        self._turn = asyncio.Lock()
        """One reading at a time: each goes on from what the one before found."""

    def present(self, cursor: int | None = None) -> None:
        """Show what was read, with the cursor at a place."""
        raise NotImplementedError

    def show_counts(self) -> None:
        """Show how much each tab lists."""
        raise NotImplementedError

    def failed(self, fault: MemdeckError) -> None:
        """Show that the list can't be read."""
        raise NotImplementedError

    def not_compared(self) -> None:
        """There are entries that were not compared yet."""
        raise NotImplementedError

    def on_screen_resume(self) -> None:
        """Entries may have changed while another screen was shown."""
        if self._stale:
            self.reload()

    def store_changed(self, revisions: list[Revision]) -> None:
        """Follow what anyone changed, now or when the screen is shown again."""
        changed = {revision.memory_id for revision in revisions}
        if not (self.is_current or self in self.app.screen_stack):
            self._stale = True
        elif self._stale or not changed or len(changed) > FOLLOWED:
            self.reload()
        else:
            self.follow_change(changed)

    # -- reading ---------------------------------------------------------------------------------------

    @work(exclusive=True, group="conflicts", exit_on_error=False)
    async def reload(self) -> None:
        """Read the open tab anew; the cursor stays."""
        await self.read()

    async def read(self) -> None:
        """As `reload`, for who waits for the end of it."""
        async with self._turn:
            self._stale = False
            tab, owner = self.tab, self.owner
            here = (self.queue.pointed, self.queue.cursor)
            try:
                deck = await asyncio.to_thread(lambda: self.app.deck)
                found = await asyncio.to_thread(read_list, deck, tab, owner, *here)
                counts = await asyncio.to_thread(deck.conflict_counts)
                behind = not self.app.read_only and await asyncio.to_thread(lambda: deck.conflicts_behind)
            except MemdeckError as fault:
                self.failed(fault)
                return
            self.remove_class("-failed")
            self.counts = counts
            self._take(found, tab, owner)
        if behind:
            self.not_compared()

    @work(group="conflict-changes", exit_on_error=False)
    async def follow_change(self, changed: set[str]) -> None:
        """Bring the list up to date after a change to some entries."""
        await self.follow(changed)

    async def follow(self, changed: set[str]) -> None:
        """As `follow_change`, for who waits for the end of it. The counts follow by themselves."""
        async with self._turn:
            tab, owner = self.tab, self.owner
            here = (self.queue.pointed, self.queue.cursor)
            try:
                found = await asyncio.to_thread(follow, self.app.deck, tab, owner, self.found, changed, *here)
            except MemdeckError as fault:
                self.failed(fault)
                return
            self._take(found, tab, owner)
        self.count()

    def _take(self, found: ConflictList, tab: ConflictTab, owner: str | None) -> None:
        """Show what was read, unless another tab or owner was asked for meanwhile: that is being read."""
        if (tab, owner) == (self.tab, self.owner):
            cursor = found.place_of(self.queue.pointed, self.queue.cursor)
            self.found = found
            self.present(cursor)

    @work(exclusive=True, group="conflict-counts", exit_on_error=False)
    async def count(self) -> None:
        """Bring the numbers on the tabs up to date, when no more keys come: counting reads all there is."""
        await asyncio.sleep(COUNTED_AFTER)
        try:
            self.counts = await asyncio.to_thread(self.app.deck.conflict_counts)
        except MemdeckError:
            return  # the list says what is wrong
        self.show_counts()
        self.refresh_bars()

    @work(exclusive=True, group="conflict-page", exit_on_error=False)
    async def read_page(self) -> None:
        """Read in full what is in view, and some of what is near it."""
        async with self._turn:
            if not self.missing():
                return
            first, height = int(self.queue.scroll_offset.y), self.queue.size.height
            wanted = self.found.missing(first - AROUND, first + height + AROUND)
            wanted += self.found.missing(self.queue.cursor, self.queue.cursor)
            try:
                found = self.found
                read = await asyncio.to_thread(found.reading, self.app.deck, list(dict.fromkeys(wanted)))
            except MemdeckError as fault:
                self.failed(fault)
                return
            if read.read.keys() != found.read.keys():
                self.found = read
                self.present()

    def missing(self) -> bool:
        """Tell whether something in view was not read in full yet."""
        first = int(self.queue.scroll_offset.y)
        cursor = self.queue.cursor
        return bool(
            self.found.missing(first, first + self.queue.size.height) or self.found.missing(cursor, cursor)
        )

    @on(ConflictQueue.Scrolled)
    def _scrolled(self) -> None:
        if self.missing():
            self.read_page()
