"""Searching the Memories list at each key stroke."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual import on, work
from textual.widgets import Input
from textual.worker import get_current_worker

from memdeck.memory.errors import MemdeckError
from memdeck.memory.printable import printable
from memdeck.tui.commands import commands_of
from memdeck.tui.listing import read_rows
from memdeck.tui.screens.list_reading import ListReading
from memdeck.tui.widgets.hint_bar import Hint
from memdeck.tui.widgets.search_box import SearchBox

if TYPE_CHECKING:
    from memdeck.memory.revision import Revision
    from memdeck.tui.finding import Finder, Found
    from memdeck.tui.notices import Notice

FURTHER_DELAY = 0.09
"""Rest between the last key stroke and the tolerant pass."""


class ListSearching(ListReading):
    """Narrows the list to what is typed: exact hits within a frame, near ones and contents after a rest."""

    def __init__(self) -> None:
        super().__init__()
        self._finder: Finder | None = None
        self._found: Found | None = None
        self._settled = True
        """False while more hits may still come."""

    @property
    def text(self) -> str:
        """What is typed."""
        return self.search_box.value

    @property
    def searching(self) -> bool:
        """True while a search narrows the list."""
        return bool(self.text.strip())

    def action_search(self) -> None:
        """Go to the search field."""
        self.remove_class("-reading")
        self.set_focus(self.search_box)

    def on_mount(self) -> None:
        """Search anew with each key stroke; a message of it would come three turns of the loop later."""
        self.watch(self.search_box, "value", self.typed, init=False)

    def typed(self) -> None:
        """Show what matches the text as it is now."""
        self.order_changed(to_top=True)

    @on(Input.Submitted, "#search")
    def action_keep_search(self) -> None:
        """Enter keeps the search and goes to the list; with nothing found it takes the suggestion."""
        if self._found is not None and self._found.suggestion and not self.memory_list.total:
            self.search_box.value = self._found.suggestion
            self.search_box.action_end()
        else:
            self.set_focus(self.memory_list)

    def action_nothing(self) -> None:
        """Moving is done by the search field itself."""

    def hints(self) -> list[Hint]:
        """In the search field letters are text: offer only what works there."""
        if self.focused is not self.search_box:
            return super().hints()
        return [Hint(each.id, self.app.key_of(each), each.label) for each in commands_of("search")]

    def on_descendant_focus(self) -> None:
        """Another pane has other keys."""
        self.refresh_bars()

    @on(SearchBox.Moved)
    def move_list(self, event: SearchBox.Moved) -> None:
        """Arrow keys in the search field move the list."""
        getattr(self.memory_list, f"action_{event.action}")()

    def clear_search(self) -> None:
        """Empty the search field; the cursor stays on its entry."""
        kept = self.memory_list.cursor_id
        self.search_box.value = ""
        self.set_focus(self.memory_list)
        if kept is not None:
            self.point_at(kept)

    def order_changed(self, *, to_top: bool = False) -> None:
        """Search the list anew, or show all of it when nothing is typed."""
        self.workers.cancel_group(
            self, "search"
        )  # first: its thread would take half of the time from what follows
        if not self.searching:
            self._found, self._settled = None, True
            self.memory_list.words = ()
            super().order_changed(to_top=False)
            return
        if self.heads is None:
            self._settled = False
            self.refresh_words()
            return
        if self._finder is None or self._finder.heads is not self.heads:
            from memdeck.tui.finding import Finder

            vocabulary = self._finder.vocabulary if self._finder else None
            self._finder = Finder(self.heads, vocabulary)
        self._settled = False
        self._search(self._finder, self._finder.quick(self.text), to_top)

    @work(exclusive=True, group="search", exit_on_error=False)
    async def _search(self, finder: Finder, found: Found, to_top: bool) -> None:
        text, query = self.text, self.query_now
        await self._show(found, to_top=to_top)
        if not found.complete:
            for _ in finder.complete(text):
                await asyncio.sleep(0)
            found = finder.quick(text)
            await self._show(found)
        await asyncio.sleep(FURTHER_DELAY)
        worker = get_current_worker()
        try:
            found = await asyncio.to_thread(
                finder.further, text, found, self.app.reader, query, lambda: worker.is_cancelled
            )
        except MemdeckError as fault:
            self.app.say(str(fault), severity="error")
        self._settled = True
        await self._show(found)

    async def _show(self, found: Found, *, to_top: bool = False) -> None:
        """Show hits; their rows are read first, so that no row is empty for a frame."""
        shown = self.memory_list
        beginning = found.ids[: shown.size.height // shown.row_height + 2] if to_top else []
        missing = [id_ for id_ in beginning if shown.row(id_) is None]
        rows = await asyncio.to_thread(read_rows, self.app.reader, missing) if missing else []
        self._found = found
        shown.words = found.words
        shown.show(found.ids, rows=rows, to_top=to_top)
        self.refresh_words()

    def learn(self, revisions: Iterable[Revision]) -> None:
        """Take the words of changed entries into the vocabulary."""
        from memdeck.memory.searchable import search_head

        if self._finder is None or self._finder.vocabulary is None:
            return
        for revision in revisions:
            if revision.after is not None:
                after = revision.after
                self._finder.vocabulary.learn(search_head(after.name, after.title, after.description))

    # -- words -----------------------------------------------------------------------------------------

    def title_words(self) -> str:
        """While searching: how many of how many match."""
        if not self.searching:
            return super().title_words()
        if self._found is None:
            return "Searching…"
        exact = "" if self._found.complete else "+"
        words = f"{len(self._found.ids):,}{exact} of {self.count or 0:,} match"
        notes = []
        if self._found.read_as:
            notes.append("read as " + ", ".join(printable(word) for word in self._found.read_as[:2]))
        if self._found.in_text:
            notes.append(f"{self._found.in_text:,} in the text")
        return " · ".join([words, *notes])

    def notice(self) -> Notice | None:
        """Say that nothing was found only when every pass is through."""
        if not self.searching:
            return super().notice()
        if self.memory_list.total or not self._settled:
            return None if self.memory_list.total else self._notice
        from memdeck.tui.notices import nothing_found

        suggestion = self._found.suggestion if self._found else ""
        return nothing_found(self.text.strip(), suggestion, self.query_now, self.key)
