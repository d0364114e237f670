"""The Memories screen: everything that can be done with the entries of the list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import on, work

from memdeck.memory.errors import NameTaken
from memdeck.memory.kinds import MemoryType
from memdeck.memory.owner import ME
from memdeck.tui.command import Command
from memdeck.tui.commands import bindings
from memdeck.tui.key_order import opening
from memdeck.tui.screens.list_related import ListRelated
from memdeck.tui.widgets.memory_list import MemoryList

if TYPE_CHECKING:
    from memdeck.memory.entry import Memory

_NEEDS_ENTRY = frozenset(
    {"memory.open", "memory.edit", "memory.editor", "memory.rename", "memory.delete", "memory.purge"}
    | {"memory.restore", "memory.retype", "memory.reown", "memory.status", "memory.importance", "memory.tag"}
    | {"memory.copy", "memory.history", "memory.mark", "memory.mark_all", "memory.invert", "memory.preflight"}
)
NAMES_READ = 12
"""How many titles are read to name what a command works on."""


class MemoriesScreen(ListRelated):
    """Browse, search, read, correct, delete and bring back."""

    BINDINGS = bindings("memories")

    # -- what can be done now --------------------------------------------------------------------------

    def why_not(self, each: Command) -> str | None:
        """Add to the reasons: nothing is there, or the entry is deleted."""
        if self.app.fault is not None and each.scope != "app":
            return "The store is not open."
        reason = super().why_not(each)
        if reason is None and each.id in _NEEDS_ENTRY and not self.memory_list.chosen:
            return "There is no memory here."
        if reason is None and super().is_hidden(each):
            return (
                "This memory is deleted: restore it first."
                if self.query_now.deleted
                else "This memory is not deleted."
            )
        return reason

    async def action_command(self, identity: str) -> None:
        """While the store can't be read, `r` tries again."""
        if self.app.fault is not None and identity == "memory.restore":
            if self.app.open():
                self.show_notice(None)
                self.app.settle()
            self.start()
            return
        await super().action_command(identity)

    def is_hidden(self, each: Command) -> bool:
        """Hide what has nothing to work on."""
        if self.app.fault is not None:
            return each.scope != "app"
        if each.id == "memory.back":
            return not self.can_go_back
        empty = self.is_mounted and not self.memory_list.total
        return super().is_hidden(each) or (empty and each.id in _NEEDS_ENTRY)

    # -- reading an entry ------------------------------------------------------------------------------

    @on(MemoryList.Opened)
    def opened(self) -> None:
        """A double click opens."""
        self.action_open()

    def action_open(self) -> None:
        """Go to the entry beside the list; without room there, or once more, give it the whole width."""
        pane = self.detail_pane
        if pane.display and not pane.has_focus:
            self.set_focus(pane)
            return
        self.add_class("-reading")
        self.set_focus(pane)
        self.show_detail(self.memory_list.cursor_id)
        self.call_after_refresh(self.show_detail, self.memory_list.cursor_id)

    def action_history(self) -> None:
        """Show the entry's history."""
        self.app.show_history(self._chosen_one())

    @opening
    async def action_preflight(self) -> None:
        """Show what a prompt about this entry would bring."""
        memory = await self._one()
        if memory is not None:
            await self.app.show_preflight(memory.title, memory.owner)

    def _chosen_one(self) -> str:
        """Return the entry under the cursor (the list is not empty, see `why_not`)."""
        shown = self.memory_list
        return shown.cursor_id or shown.chosen[0]

    async def _chosen(self, limit: int | None = None) -> list[Memory]:
        """Read the entries that a command works on."""
        ids = self.memory_list.chosen[:limit]
        return await asyncio.to_thread(self.app.reader.page, ids)

    async def _one(self) -> Memory | None:
        found = await asyncio.to_thread(self.app.reader.page, [self._chosen_one()])
        if not found:
            self.app.say("This memory is gone.", severity="warning")
        return found[0] if found else None

    # -- writing one -----------------------------------------------------------------------------------

    @opening
    async def action_edit(self) -> None:
        """Edit in the form."""
        from memdeck.tui.screens.edit import EditScreen

        memory = await self._one()
        if memory is not None:
            await self.app.push_screen_wait(EditScreen(memory))

    @opening
    async def action_add(self) -> None:
        """Write a new entry; it starts with the type and owner that are filtered for."""
        from memdeck.tui.screens.edit import EditScreen

        query = self.query_now
        owner = query.owners[0] if query.owners else ME
        kind = query.types[0] if query.types else MemoryType.PROJECT
        made = await self.app.push_screen_wait(EditScreen(owner=owner, kind=kind))
        if made is not None:
            self.point_at(made.id)
            self.app.say(f'Added "{made.title}".  {self.app.offer("memory.undo")}')

    @opening
    async def action_edit_outside(self) -> None:
        """Edit the content in the person's own editor, then look at it once more in the form."""
        from memdeck.tui.screens.edit import EditScreen

        memory = await self._one()
        if memory is not None:
            form = EditScreen(memory, field="content")
            await self.app.push_screen(form)
            form.call_after_refresh(form.action_editor)

    @opening
    async def action_rename(self) -> None:
        """Give the entry another name; ask again while the name is taken."""
        from memdeck.tui.screens.questions import ask_name

        memory = await self._one()
        problem = ""
        wanted = ""
        while memory is not None:
            answer = await self.app.push_screen_wait(ask_name(memory, problem, wanted))
            if answer is None or answer == memory.name:
                return
            try:
                rename = partial(self.app.deck.rename, memory.id, answer, version=memory.version)
                await self.app.attempt(rename, expected=(NameTaken,))
            except NameTaken as taken:
                problem, wanted = str(taken), answer
            else:
                return

    # -- deleting and bringing back --------------------------------------------------------------------

    @work
    async def action_delete(self) -> None:
        """Delete at once; the toast says how to undo."""
        ids = self.memory_list.chosen
        row = self.memory_list.row(ids[0])
        what = f'"{row.title}"' if len(ids) == 1 and row else f"{len(ids):,} memories"
        self._take_out(ids)
        done = await self.app.attempt(partial(self.app.deck.remove_many, ids))
        if done is None:
            self.read_list(first=True)
        else:
            self.app.say(f"Deleted {what}.  {self.app.offer('memory.undo')}")

    def _take_out(self, ids: Sequence[str]) -> None:
        """Take entries out of what is shown before the store answers; the cursor goes to the neighbour."""
        self.memory_list.marks -= set(ids)
        if self.heads is not None:
            self.heads = self.heads.changed(ids, {}, {})
            self.order_changed()

    @opening
    async def action_purge(self) -> None:
        """Delete for good, after a question that names it."""
        from memdeck.tui.screens.questions import confirm_purge

        ids = self.memory_list.chosen
        named = await self._chosen(NAMES_READ)
        titles = [memory.title for memory in named] + [""] * (len(ids) - len(named))
        if not titles:
            return
        question = confirm_purge(titles, self.app.deck.kept_copies)
        if await self.app.push_screen_wait(question):
            await self._change(
                ids, partial(self.app.deck.purge_many, ids), "Deleted {what} for good.", undo=False
            )

    @opening
    async def action_restore(self) -> None:
        """Bring back; ask for another name where the old one was used again."""
        chosen = await self._chosen()
        for memory in chosen:
            if not await self._restore(memory):
                return
        self.memory_list.clear_marks()
        what = f'"{chosen[0].title}"' if len(chosen) == 1 else f"{len(chosen):,} memories"
        self.app.say(f"Restored {what}.  {self.app.offer('memory.undo')}")

    async def _restore(self, memory: Memory) -> bool:
        from memdeck.tui.screens.questions import ask_restore_name

        name: str | None = None
        while True:
            restore = partial(self.app.deck.restore, memory.id, name=name)
            try:
                return await self.app.attempt(restore, expected=(NameTaken,)) is not None
            except NameTaken:
                taken = name or memory.name
                name = await self.app.push_screen_wait(ask_restore_name(memory.title, taken, f"{taken}_2"))
                if name is None:
                    return False

    @work
    async def action_undo(self) -> None:
        """Take the newest change back, whoever made it."""
        await self._back_and_forth(self.app.deck.undo)

    @work
    async def action_redo(self) -> None:
        """Make the change again that was undone last."""
        await self._back_and_forth(self.app.deck.redo)

    async def _back_and_forth(self, step: Callable[..., object]) -> None:
        from memdeck.deck import Change
        from memdeck.tui.screens.questions import ask_restore_name

        name: str | None = None
        while True:
            try:
                done = await self.app.attempt(
                    partial(step, name=name) if name else step, expected=(NameTaken,)
                )
            except NameTaken as fault:
                asked = ask_restore_name(fault.name, fault.name, f"{fault.name}_2")
                name = await self.app.push_screen_wait(asked)
                if name is None:
                    return
                continue
            if done is not None and isinstance(done.value, Change):
                self.app.say(f"{done.value.summary}.")
                if done.value.revisions:
                    self.point_at(done.value.revisions[-1].memory_id)
            return

    # -- changing many ---------------------------------------------------------------------------------

    @opening
    async def action_retype(self) -> None:
        """Change the type."""
        from memdeck.tui.screens.questions import ask_type

        ids = self.memory_list.chosen
        one = await self._chosen(1)
        kind = await self.app.push_screen_wait(
            ask_type(len(ids), one[0].type if len(ids) == 1 and one else None)
        )
        if kind is not None:
            await self._edit(ids, f"{{what}} to {kind}", type=kind)

    @opening
    async def action_reown(self) -> None:
        """Change the owner."""
        from memdeck.tui.screens.questions import OTHER, ask_other_owner, ask_owner

        ids = self.memory_list.chosen
        one = await self._chosen(1)
        current = one[0].owner if len(ids) == 1 and one else None
        owners = self.facets.owners if self.facets else {}
        owner = await self.app.push_screen_wait(ask_owner(len(ids), owners, current))
        if owner == OTHER:
            owner = await self.app.push_screen_wait(ask_other_owner())
        if owner is not None:
            await self._edit(ids, f"{{what}} to {owner}", owner=owner)

    @opening
    async def action_restatus(self) -> None:
        """Change the status."""
        from memdeck.tui.screens.questions import ask_status

        ids = self.memory_list.chosen
        chosen = await self._chosen(NAMES_READ)
        todo = bool(chosen) and all(memory.type is MemoryType.TODO for memory in chosen)
        current = chosen[0].status if len(ids) == 1 and chosen else None
        status = await self.app.push_screen_wait(ask_status(len(ids), todo=todo, current=current))
        if status is not None:
            await self._edit(ids, f"{{what}} to {status.replace('_', ' ')}", status=status)

    @opening
    async def action_weigh(self) -> None:
        """Change the importance."""
        from memdeck.tui.screens.questions import ask_importance

        ids = self.memory_list.chosen
        one = await self._chosen(1)
        current = one[0].importance if len(ids) == 1 and one else None
        importance = await self.app.push_screen_wait(ask_importance(len(ids), current))
        if importance is not None:
            await self._edit(ids, f"{{what}} to {importance} importance", importance=importance)

    @opening
    async def action_tag(self) -> None:
        """Change the tags: one entry's list, or add and take away for many."""
        from memdeck.tui.screens.questions import ask_tags, changed_tags

        ids = self.memory_list.chosen
        chosen = await self._chosen()
        tags = chosen[0].tags if len(chosen) == 1 else ()
        answer = await self.app.push_screen_wait(ask_tags(len(ids), tags))
        if answer is None:
            return
        deck = self.app.deck
        if len(chosen) == 1:
            await self._edit(ids, "Tags of {what}", tags=changed_tags((), answer))
            return
        by_tags: dict[tuple[str, ...], list[str]] = {}
        for memory in chosen:
            by_tags.setdefault(changed_tags(memory.tags, answer), []).append(memory.id)
        for after, same in by_tags.items():
            if await self.app.attempt(partial(deck.edit_many, same, tags=after)) is None:
                return
        self.app.say(f"Changed tags of {len(ids):,} memories.  {self.app.offer('memory.undo')}")

    async def _edit(self, ids: Sequence[str], words: str, **changes: Any) -> None:
        done = f"Changed {words}." if "Tags" not in words else f"Changed {words[0].lower()}{words[1:]}."
        await self._change(ids, partial(self.app.deck.edit_many, ids, **changes), done)

    async def _change(
        self, ids: Sequence[str], job: Callable[[], object], words: str, *, undo: bool = True
    ) -> None:
        row = self.memory_list.row(ids[0])
        what = f'"{row.title}"' if len(ids) == 1 and row else f"{len(ids):,} memories"
        if await self.app.attempt(job) is not None:
            self.memory_list.clear_marks()
            tail = f"  {self.app.offer('memory.undo')}" if undo else ""
            self.app.say(words.replace("{what}", what) + tail)

    # -- marks -----------------------------------------------------------------------------------------

    def action_mark(self) -> None:
        """Mark and move on."""
        self.memory_list.toggle_mark()

    def action_mark_all(self) -> None:
        """Mark everything in the list."""
        self.memory_list.mark_all()

    def action_invert(self) -> None:
        """Mark what is not marked."""
        self.memory_list.invert_marks()

    def action_unmark(self) -> None:
        """Take all marks away."""
        self.memory_list.clear_marks()

    # -- copying ---------------------------------------------------------------------------------------

    @opening
    async def action_copy(self) -> None:
        """Copy a part of the entry."""
        from memdeck.tui.copying import copied_text, copy_choices
        from memdeck.tui.screens.menu import Menu

        chosen = await self._chosen()
        if not chosen:
            return
        part = await self.app.push_screen_wait(Menu("Copy", copy_choices(chosen)))
        if part is not None:
            text = copied_text(part, chosen)
            self.app.copy_to_clipboard(text)
            self.app.say(f"Copied {len(text):,} characters.")
