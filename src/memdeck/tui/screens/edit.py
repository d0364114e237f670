"""The form that edits an entry or writes a new one. What was typed is never lost.

A draft on disk follows the typing, goes away when the entry was saved or the draft discarded, and is
offered back otherwise.
"""

from __future__ import annotations

import asyncio
from enum import Enum, auto

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Static

from memdeck.memory.entry import Memory
from memdeck.memory.errors import InvalidField, MemdeckError, NameTaken, NotFound, VersionConflict
from memdeck.memory.kinds import MemoryType
from memdeck.memory.owner import ME
from memdeck.tui.commands import bindings, commands_of
from memdeck.tui.drafts import NEW, Draft, Drafts
from memdeck.tui.form_values import FormValues, three_way
from memdeck.tui.literal import literal
from memdeck.tui.merge import MINE_MARK, THEIRS_MARK
from memdeck.tui.saving import Saving
from memdeck.tui.screens.choose import Choice, Choose
from memdeck.tui.screens.confirm import Confirm
from memdeck.tui.screens.deck_screen import Commanded
from memdeck.tui.widgets.edit_form import EditForm

DRAFT_SECONDS = 0.8
"""A draft is written when nothing was typed for this long."""


class Leave(Enum):
    """What to do with a changed form."""

    SAVE = auto()
    KEEP = auto()
    DISCARD = auto()


class EditScreen(Commanded, ModalScreen[Memory | None]):
    """Edit `memory`, or write a new entry when it is None. Gives the saved entry, or None."""

    SCOPE = "edit"
    AUTO_FOCUS = ""
    BINDINGS = [*bindings("edit"), Binding("f1", "app.help", "Help", show=False)]

    form = getters.query_one(EditForm)

    def __init__(
        self,
        memory: Memory | None = None,
        *,
        owner: str = ME,
        kind: MemoryType = MemoryType.PROJECT,
        field: str = "title",
    ) -> None:
        """Open the form.

        Args:
            memory: the entry as it was read; its version is the one that a save must find.
            owner: a new entry's owner at first.
            kind: a new entry's type at first.
            field: where the cursor starts.
        """
        super().__init__()
        self._memory = memory
        self._start = field
        self._base = FormValues.of(memory) if memory else FormValues.new(owner, kind)
        self._version = memory.version if memory else 0
        self._key = memory.id if memory else NEW
        self._settled = False
        self._saving = False
        self._draft_timer: Timer | None = None
        self._latest = self._base

    def compose(self) -> ComposeResult:
        """Heading, form, what happens, keys."""
        with Vertical(id="dialog"):
            yield Static("Edit memory" if self._memory else "New memory", id="heading", markup=False)
            yield EditForm(self._base, [ME], suggest_name=None if self._memory else _suggested_name)
            with Horizontal(id="foot"):
                yield Static("", id="notice", markup=False)
                offered = sorted(commands_of("edit"), key=lambda each: each.hint)
                keys = "   ".join(f"{self.app.key_of(each)} {each.label}" for each in offered)
                yield Static(keys, id="keys", markup=False)

    def on_mount(self) -> None:
        """Start in the wanted field; offer an unsaved draft."""
        self._drafts = Drafts(self.app.deck.home / "drafts", self.app.clock)
        self.form.focus_field(self._start)
        self._load_owners()
        draft = self._drafts.get(self._key)
        if draft and draft.values != self._base:
            self._offer(draft)

    def on_unmount(self) -> None:
        """Keep what was typed when the program ends under the form."""
        self._keep_draft()

    @property
    def changed(self) -> bool:
        """True when the form holds something that the store does not."""
        return self.form.values != self._base

    def notice(self, words: str) -> None:
        """Say what happens, in the last line."""
        self.query_one("#notice", Static).update(literal(words))

    @work
    async def _load_owners(self) -> None:
        try:
            facets = await asyncio.to_thread(self.app.deck.facets)
        except MemdeckError:
            return  # the entry's own owner can be chosen, and any other be written
        self.form.add_owners(facets.owners)

    # -- drafts ----------------------------------------------------------------------------------------

    @work
    async def _offer(self, draft: Draft) -> None:
        since = draft.saved_at.astimezone().strftime("%d %b, %H:%M")
        answer = await self.app.push_screen_wait(
            Choose(
                "There is an unsaved draft",
                [
                    Choice("take", "Go on with the draft", f"from {since}"),
                    Choice("leave", "Start from what is saved", "the draft is set aside"),
                    Choice("discard", "Discard the draft", "for good"),
                ],
                detail="It was typed into this form and not saved.",
            )
        )
        if answer == "take":
            self._base, self._version = draft.base, draft.version or self._version
            self.form.show(draft.values)
            self.notice("Draft taken up; not saved yet.")
        elif answer == "leave":
            self._drafts.set_aside(self._key)
        elif answer == "discard":
            self._drafts.discard(self._key)

    @on(EditForm.Changed)
    def _typed(self) -> None:
        self._latest = self.form.values  # the form itself is gone when the program ends under it
        if self._draft_timer is not None:
            self._draft_timer.stop()
        self._draft_timer = self.set_timer(DRAFT_SECONDS, lambda: self._keep_draft(durable=False))

    def _keep_draft(self, *, durable: bool = True) -> None:
        if self._settled or self._latest == self._base:
            return
        try:
            self._drafts.keep(self._key, self._version, self._base, self._latest, durable=durable)
        except OSError as problem:
            self.app.say(f"No draft could be kept: {problem.strerror}. Save soon.", severity="warning")

    def _settle(self, result: Memory | None, *, discard: bool = True) -> None:
        self._settled = True
        if discard:
            self._drafts.discard(self._key)
        self.dismiss(result)

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


def _suggested_name(title: str) -> str:
    from memdeck.deck.drafting import name_for

    try:
        return name_for(title)
    except MemdeckError:
        return ""
