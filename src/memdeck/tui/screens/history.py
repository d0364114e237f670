"""The History screen: every change by anyone, what is deleted, what assistants were given."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual import on, work

from memdeck.memory.errors import MemdeckError, NameTaken, NotFound, VersionConflict
from memdeck.memory.injection import RecordedInjection
from memdeck.tui.commands import bindings
from memdeck.tui.event_sources import SOURCES, Narrowed
from memdeck.tui.key_order import opening
from memdeck.tui.screens.choose import Choice, Choose
from memdeck.tui.screens.confirm import Confirm
from memdeck.tui.screens.history_reading import HistoryReading
from memdeck.tui.widgets.event_list import EventList

if TYPE_CHECKING:
    from memdeck.deck.chronicle import HistoryRow

T = TypeVar("T")


class HistoryScreen(HistoryReading):
    """What can be done with the changes."""

    BINDINGS = bindings("history")

    # -- tabs and filters ------------------------------------------------------------------------------

    def action_show_tab(self, name: str) -> None:
        """Open a tab."""
        self._source = next(each for each in SOURCES if each.name == name)
        self.set_focus(self.events)
        self._reload(fresh=True)

    def action_next_tab(self, step: int) -> None:
        """Open the next tab, or the one before."""
        self.action_show_tab(SOURCES[(SOURCES.index(self._source) + step) % len(SOURCES)].name)

    def only(self, memory_id: str, title: str) -> None:
        """Show only the changes to one entry."""
        self._source = SOURCES[0]
        self._narrow(replace(self._narrowed, memory_id=memory_id, title=title))

    @work
    async def show_memory(self, memory_id: str) -> None:
        """Show only the changes to one entry; for other screens."""
        memory = await self._read(partial(self.app.deck.get_any, memory_id))
        self.only(memory_id, memory.title if memory else memory_id)

    def _narrow(self, narrowed: Narrowed) -> None:
        self._narrowed = narrowed
        if self.is_mounted:
            self._reload(fresh=True)

    def action_only_entry(self) -> None:
        """Show only the changes to the entry under the cursor, or all again."""
        if self._narrowed.memory_id is not None:
            self._narrow(replace(self._narrowed, memory_id=None, title=""))
        elif self._change:
            self.only(self._change.memory_id, self._change.title)

    @opening
    async def action_only_author(self) -> None:
        """Show only the changes by one author."""
        authors = await asyncio.to_thread(self.app.deck.authors)
        choices = [
            Choice(name, name, f"{count:,} changes", name == self._narrowed.author)
            for name, count in authors.items()
        ]
        chosen = await self.app.push_screen_wait(Choose("Changes by", choices))
        if chosen is not None:
            self._narrow(replace(self._narrowed, author=chosen))

    def action_clear_filters(self) -> None:
        """Show everything again."""
        self._narrow(Narrowed())

    def action_back(self) -> None:
        """Go back one step."""
        if self.focused is not self.events:
            self.set_focus(self.events)
        elif self._narrowed:
            self.action_clear_filters()

    # -- actions ---------------------------------------------------------------------------------------

    @on(EventList.Opened)
    def _double_clicked(self) -> None:
        self.action_open()

    @opening
    async def action_open(self) -> None:
        """Go to the entry on the Memories screen."""
        row = self.events.row
        if row is None:
            return
        if isinstance(row.source, RecordedInjection):
            identity = await self._entry_of(row.source)
        else:
            identity = self._change.memory_id if self._change else None
        if identity is None:
            return
        try:
            await asyncio.to_thread(self.app.deck.get, identity)
        except NotFound:
            self.app.say(
                "This memory is not there any more; the Deleted tab may hold it.", severity="warning"
            )
        else:
            self.app.show_memory(identity)

    def action_copy(self) -> None:
        """Copy the text of an injection exactly as it was given."""
        if self._injection is not None:
            text = self._injection.text
            self.app.copy_to_clipboard(text)
            self.app.say(f"Copied {len(text.encode()):,} bytes, exactly as they were given.")

    async def _entry_of(self, made: RecordedInjection) -> str | None:
        if len(made.entries) < 2:
            return made.entries[0].id if made.entries else None
        choices = [Choice(entry.id, entry.name, entry.type) for entry in made.entries]
        return await self.app.push_screen_wait(Choose("Open which memory?", choices))

    @work
    async def action_undo(self) -> None:
        """Take the change under the cursor back, with all that were made by the same action."""
        change = self._change
        if change is None:
            return
        together = await self._read(partial(self._made_together, change.batch))
        if together is None or not await self._sure_of(together):
            return
        undo = partial(self.app.deck.undo, change.batch)
        done = await self._named(undo, change)
        if done is not None:
            self.app.say(f"{done.summary}.  U redoes it")

    def _made_together(self, batch: str) -> list[str]:
        """Return the titles of what one action changed."""
        from memdeck.deck.chronicle import HistoryFilter

        rows = self.app.deck.history_rows(HistoryFilter(batch=batch), limit=self.app.deck.batch_size(batch))
        return [row.title for row in rows]

    async def _sure_of(self, together: list[str]) -> bool:
        if len(together) < 2:
            return True
        return await self.app.push_screen_wait(
            Confirm(
                f"Undo all {len(together):,} changes of this action?",
                names=together,
                detail="Made together, undone together. U redoes it.",
                yes="Undo",
            )
        )

    @work
    async def action_redo(self) -> None:
        """Make the change again that was undone last."""
        done = await self.app.attempt(self.app.deck.redo)
        if done:
            self.app.say(f"{done.value.summary}.")

    @opening
    async def action_restore(self) -> None:
        """Bring the deleted entry back."""
        change = self._change
        if change is None:
            return
        restored = await self._named(partial(self.app.deck.restore, change.memory_id), change)
        if restored is not None:
            self.app.say(f"Restored “{restored.title}” as {restored.name}.")

    async def _named(self, job: Callable[..., T], change: HistoryRow) -> T | None:
        """Run a job that brings a name back; when the name was used again meanwhile, ask for another."""
        from memdeck.memory.naming import free_name
        from memdeck.tui.screens.questions import ask_restore_name

        name: str | None = None
        while True:
            try:
                done = await self.app.attempt(partial(job, name=name), expected=(NameTaken, VersionConflict))
                return done.value if done else None
            except VersionConflict:
                self.app.say(
                    f"“{change.title}” was changed after that. Nothing was done; undo that change first.",
                    severity="warning",
                )
                return None
            except NameTaken as taken:
                suggestion = free_name(taken.name, {taken.name}.__contains__)
                name = await self.app.push_screen_wait(ask_restore_name(change.title, taken.name, suggestion))
                if name is None:
                    return None

    @opening
    async def action_purge(self) -> None:
        """Delete the entry for good, after asking."""
        from memdeck.tui.screens.questions import confirm_purge

        change = self._change
        if change is None:
            return
        question = confirm_purge([change.title], self.app.deck.kept_copies)
        if not await self.app.push_screen_wait(question):
            return
        done = await self.app.attempt(partial(self.app.deck.purge, change.memory_id))
        if done:
            self.app.say(f"Purged {change.name}. Its text is gone.")

    async def _read(self, job: Callable[[], T]) -> T | None:
        try:
            return await asyncio.to_thread(job)
        except MemdeckError as fault:
            self.app.say(str(fault), severity="error")
            return None
