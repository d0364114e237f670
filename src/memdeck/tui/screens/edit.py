"""The form that edits an entry or writes a new one: saving, what others did meanwhile, leaving."""

from __future__ import annotations

import asyncio
from enum import Enum, auto

from textual import on, work
from textual.binding import Binding

from memdeck.memory.entry import Memory
from memdeck.memory.errors import InvalidField, MemdeckError, NameTaken, NotFound, VersionConflict
from memdeck.tui.commands import bindings
from memdeck.tui.form_values import FormValues, three_way
from memdeck.tui.merge import MINE_MARK, THEIRS_MARK
from memdeck.tui.saving import Saving
from memdeck.tui.screens.choose import Choice, Choose
from memdeck.tui.screens.confirm import Confirm
from memdeck.tui.screens.edit_secrets import EditSecrets
from memdeck.tui.widgets.edit_form import EditForm


class Leave(Enum):
    """What to do with a changed form."""

    SAVE = auto()
    KEEP = auto()
    DISCARD = auto()


class EditScreen(EditSecrets):
    """Edit `memory`, or write a new entry when it is None. Gives the saved entry, or None."""

    BINDINGS = [*bindings("edit"), Binding("f1", "app.help", "Help", show=False)]

    # -- saving ----------------------------------------------------------------------------------------

    @work
    async def action_save(self) -> None:
        """Save, unless a field is wrong or somebody else changed the entry meanwhile."""
        await self._save(self._version or None)

    async def _save(self, version: int | None) -> None:
        if self._saving or not self.form.check() or not await self._marks_are_meant():
            return
        values = self.form.values
        if self._memory and not values.changes(self._base):
            self._settle(None)
            return
        self._saving = True
        self.notice("Saving…")
        self._keep_draft()
        try:
            await self._write(values, version)
        finally:
            self._saving = False

    async def _write(self, values: FormValues, version: int | None) -> None:
        saving = Saving(self.app.deck, self._memory, self._base, values, version)
        expected = (InvalidField, NameTaken, NotFound, VersionConflict)
        try:
            done = await self.app.attempt(saving.write, expected=expected)
        except (InvalidField, NameTaken) as problem:
            self.notice("Not saved.")
            self._show_problem(problem)
        except VersionConflict as conflict:
            self.notice("Not saved: it was changed meanwhile.")
            await self._clash(conflict.current)
        except NotFound:
            self.notice("Not saved: it was deleted meanwhile.")
            await self._deleted(values)
        else:
            if done:
                self._settle(done.value)
            else:
                self.notice("Not saved; the draft is kept.")

    def _show_problem(self, problem: InvalidField | NameTaken) -> None:
        field = problem.field if isinstance(problem, InvalidField) else "name"
        self.form.show_problem(field, str(problem))
        self.form.focus_field(field)

    async def _marks_are_meant(self) -> bool:
        content = self.form.values.content
        if MINE_MARK not in content or THEIRS_MARK not in content:
            return True
        return await self.app.push_screen_wait(
            Confirm(
                "Save with the marks of the merge?",
                detail="The content still holds both versions between <<<<<<< and >>>>>>>.",
                yes="Save",
                no="Go on editing",
            )
        )

    # -- what others did meanwhile ---------------------------------------------------------------------

    async def _clash(self, theirs: Memory) -> None:
        from memdeck.tui.screens.clash import ClashAnswer, ClashScreen

        author = await asyncio.to_thread(self._author_of, theirs)
        screen = ClashScreen(theirs.title, self._base, self.form.values, FormValues.of(theirs), author)
        match await self.app.push_screen_wait(screen):
            case ClashAnswer.MINE:  # all of mine: counted from theirs, which the person has seen
                self._base, self._version = FormValues.of(theirs), theirs.version
                await self._write(self.form.values, theirs.version)
            case ClashAnswer.THEIRS:
                self._keep_draft()
                self._drafts.set_aside(self._key)
                self.app.say("Theirs stands. Your draft is set aside.")
                self._settle(theirs, discard=False)
            case ClashAnswer.MERGE:
                self._merge(theirs)
            case _:
                self.notice("Not saved; the draft is kept.")

    def _author_of(self, theirs: Memory) -> str:
        try:
            newest = self.app.deck.history(theirs.id, limit=1)
        except MemdeckError:
            return "somebody"
        return newest[0].author.label if newest else "somebody"

    def _merge(self, theirs: Memory) -> None:
        others = FormValues.of(theirs)
        suggestion = three_way(self._base, self.form.values, others)
        self._base, self._version, self._memory = others, theirs.version, theirs
        self.form.show(suggestion.values)
        for field in suggestion.clashing:
            if field == "content":
                self.form.show_problem(field, "Both versions stand between marks; settle them, then save.")
            else:
                self.form.show_problem(field, f"Theirs: {getattr(others, field)}")
        self.notice(
            "Merged; look it over, then ^S." if suggestion.clashing else "Merged without a clash; ^S saves."
        )
        if "content" in suggestion.clashing:
            self.form.focus_field("content")
            if _has_editor():
                self.action_editor()

    async def _deleted(self, values: FormValues) -> None:
        answer = await self.app.push_screen_wait(
            Choose(
                "This memory was deleted meanwhile",
                [
                    Choice("restore", "Restore it and save"),
                    Choice("add", "Save as a new memory"),
                    Choice("keep", "Go on editing", "the draft is kept"),
                ],
            )
        )
        if answer == "restore" and self._memory:
            identity = self._memory.id
            done = await self.app.attempt(lambda: self.app.deck.restore(identity))
            if done and FormValues.of(done.value) != self._base:
                await self._clash(done.value)
            elif done:
                self._version = done.value.version
                await self._write(values, done.value.version)
        elif answer == "add":
            self._memory = None
            await self._write(values, None)

    # -- leaving ---------------------------------------------------------------------------------------

    @work
    async def action_leave(self) -> None:
        """Close the form; when it was changed, ask first."""
        if not self.changed:
            self._settle(None)
            return
        answer = await self.app.push_screen_wait(
            Choose(
                "This memory has unsaved changes",
                [
                    Choice(Leave.SAVE, "Save"),
                    Choice(Leave.KEEP, "Leave, and keep the draft", "the form offers it again"),
                    Choice(Leave.DISCARD, "Discard the changes", "for good"),
                ],
                detail="Esc goes back to the form.",
            )
        )
        if answer is Leave.SAVE:
            await self._save(self._version or None)
        elif answer is Leave.KEEP:
            self._keep_draft()
            self._settle(None, discard=False)
        elif answer is Leave.DISCARD:
            self._settle(None)

    # -- helpers of the form ---------------------------------------------------------------------------

    def action_editor(self) -> None:
        """Edit the content in `$VISUAL` or `$EDITOR`."""
        from memdeck.tui.editor import EditorProblem, edit_in_editor

        try:
            self.form.show_content(edit_in_editor(self.app, self.form.values.content))
        except EditorProblem as problem:
            self.app.say(str(problem), severity="error")
        self.form.focus_field("content")

    @on(EditForm.OwnerWanted)
    @work
    async def _ask_owner(self) -> None:
        from memdeck.tui.screens.questions import ask_other_owner

        owner = await self.app.push_screen_wait(ask_other_owner())
        self.form.offer_owner(owner or self.form.values.owner)


def _has_editor() -> bool:
    from memdeck.tui.editor import EditorProblem, editor_command

    try:
        return bool(editor_command())
    except EditorProblem:
        return False
