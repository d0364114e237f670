"""Merging: both texts above, below the one that takes both places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static, TextArea

from memdeck.memory.conflict import Conflict
from memdeck.memory.errors import MemdeckError
from memdeck.memory.limits import CONTENT_LIMIT, TITLE_LIMIT
from memdeck.memory.printable import printable
from memdeck.memory.rules import checked_content, one_line
from memdeck.tui.conflict_merge import has_marks, suggested
from memdeck.tui.conflict_sides import both_sides
from memdeck.tui.literal import literal
from memdeck.tui.screens.confirm import Confirm
from memdeck.tui.widgets.conflict_side import ConflictSide
from memdeck.tui.widgets.counted_field import CountedField, counted
from memdeck.tui.widgets.safe_area import SafeArea

_KEYS = "^S Merge  F2 Suggestion  F3 Older  F4 Newer  ^O $EDITOR  Esc Cancel"


@dataclass(frozen=True, slots=True)
class Written:
    """The merged text."""

    content: str
    title: str | None
    """None leaves the newer entry's."""


class MergeScreen(ModalScreen[Written | None]):
    """Edit the merged text; Esc gives None, after asking when something was typed."""

    AUTO_FOCUS = "#merged"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", show=False),
        Binding("f2", "take('suggestion')", show=False),
        Binding("f3", "take('older')", show=False),
        Binding("f4", "take('newer')", show=False),
        Binding("ctrl+o", "editor", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, conflict: Conflict) -> None:
        """Merge the two entries of a finding."""
        super().__init__()
        self._conflict = conflict
        self._texts = {
            "suggestion": suggested(conflict),
            "older": conflict.older.content,
            "newer": conflict.newer.content,
        }

    def compose(self) -> ComposeResult:
        """Both texts, title, merged text, keys."""
        with Vertical(id="dialog"):
            yield Static(literal(f"Merge: {self._conflict.evidence}"), id="question")
            with Container(id="sides"):
                yield ConflictSide("OLDER", id="older")
                yield ConflictSide("NEWER", id="newer")
            yield CountedField("title", "Title", self._conflict.newer.title, limit=TITLE_LIMIT)
            yield Static("", id="merged-note")
            yield SafeArea(self._texts["suggestion"], field_id="merged")
            yield Static("", id="problem", markup=False)
            yield Static(_KEYS, id="keys", markup=False)

    def on_mount(self) -> None:
        """Fill the sides."""
        conflict, texts = self._conflict, both_sides(self._conflict)
        for place, memory, text in (
            ("#older", conflict.older, texts[0]),
            ("#newer", conflict.newer, texts[1]),
        ):
            self.query_one(place, ConflictSide).show(printable(memory.title), str(memory.type), text, "")
        self._count()

    @property
    def _area(self) -> SafeArea:
        return self.query_one("#merged", SafeArea)

    @property
    def _title(self) -> CountedField:
        return self.query_one(CountedField)

    @on(TextArea.Changed, "#merged")
    def _count(self) -> None:
        raw = self._area.raw
        note = literal("Merged text  ", "$foreground-muted") + counted(len(raw), CONTENT_LIMIT)
        if has_marks(raw):
            note += literal("  both versions stand between marks: settle them", "$text-warning")
        self.query_one("#merged-note", Static).update(note)
        self.query_one("#problem", Static).update("")

    @on(Input.Submitted)
    def _title_done(self) -> None:
        self._area.focus()

    def action_take(self, which: str) -> None:
        """Begin again from one of the texts; undo (^Z) brings back what stood here."""
        if self._texts[which] != self._area.raw:
            self._area.replace_raw(self._texts[which])
        self._area.focus()

    def action_editor(self) -> None:
        """Edit the text in `$VISUAL` or `$EDITOR`."""
        from memdeck.tui.editor import EditorProblem, edit_in_editor

        try:
            self._area.replace_raw(edit_in_editor(self.app, self._area.raw))
        except EditorProblem as problem:
            self.query_one("#problem", Static).update(literal(f"✗ {problem}", "$text-error"))
        self._area.focus()

    @work
    async def action_save(self) -> None:
        """Give the text back, when it keeps the rules."""
        content, title = self._area.raw, self._title.raw
        try:
            checked_content(content)
            title = one_line("title", title, TITLE_LIMIT)
        except MemdeckError as problem:
            self.query_one("#problem", Static).update(literal(f"✗ {problem}", "$text-error"))
            return
        if has_marks(content) and not await self.app.push_screen_wait(
            Confirm(
                "Save with the marks of the merge?",
                detail="The text still holds both versions between <<<<<<< and >>>>>>>.",
                yes="Save",
                no="Go on editing",
            )
        ):
            return
        self.dismiss(Written(content, title if title != self._conflict.newer.title else None))

    @work
    async def action_leave(self) -> None:
        """Close without merging; ask when something was typed."""
        typed = self._area.raw not in self._texts.values()
        if typed and not await self.app.push_screen_wait(
            Confirm(
                "Discard the merged text?", detail="Nothing was settled.", yes="Discard", no="Go on editing"
            )
        ):
            return
        self.dismiss(None)
