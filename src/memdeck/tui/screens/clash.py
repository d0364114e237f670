"""Two people changed one entry: what it was, what you made of it, what they made of it, and what now."""

from __future__ import annotations

from enum import Enum, auto
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from memdeck.tui.difference_lines import FieldChange, difference_content
from memdeck.tui.form_values import FormValues, three_way
from memdeck.tui.literal import literal
from memdeck.tui.widgets.difference_view import DifferenceView

_FIELDS = {
    "title": "Title",
    "description": "Description",
    "type": "Type",
    "owner": "Owner",
    "status": "Status",
    "importance": "Importance",
    "tags": "Tags",
    "content": "Content",
}


class ClashAnswer(Enum):
    """What the person decided."""

    MINE = auto()
    THEIRS = auto()
    MERGE = auto()
    CANCEL = auto()


def field_changes(before: FormValues, after: FormValues) -> list[FieldChange]:
    """Return the fields that differ."""
    old, new = before.as_mapping(), after.as_mapping()
    return [
        FieldChange(label, old[field], new[field])
        for field, label in _FIELDS.items()
        if old[field] != new[field]
    ]


class ClashScreen(ModalScreen[ClashAnswer]):
    """Ask what to do about a save that met somebody else's change. Esc changes nothing."""

    AUTO_FOCUS = "#mine"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer('CANCEL')", show=False),
        Binding("m", "answer('MERGE')", show=False),
        Binding("k", "answer('MINE')", show=False),
        Binding("t", "answer('THEIRS')", show=False),
        Binding("b", "base", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(
        self, title: str, base: FormValues, mine: FormValues, theirs: FormValues, author: str
    ) -> None:
        """Make the question.

        Args:
            title: the entry's title, as it stands now.
            base: the entry as it was when the form was opened.
            mine: what the form holds.
            theirs: what stands in the store now.
            author: who wrote that.
        """
        super().__init__()
        self._title = title
        self._base = base
        self._mine = mine
        self._theirs = theirs
        self._author = author
        self._suggestion = three_way(base, mine, theirs)

    def compose(self) -> ComposeResult:
        """What happened, both sides, what a merge would do, the choices."""
        with Vertical(id="dialog"):
            yield Static(
                literal(f"“{self._title}” was changed by {self._author} while you edited it"), id="question"
            )
            yield Static("Nothing was saved or overwritten; your draft is kept.", id="detail", markup=False)
            with Horizontal(id="sides"):
                with Vertical(classes="side"):
                    yield Static("YOURS, against what you opened", classes="side-head", markup=False)
                    yield DifferenceView(id="mine")
                with Vertical(classes="side"):
                    yield Static(literal(f"THEIRS, by {self._author}"), classes="side-head")
                    yield DifferenceView(id="theirs")
            with Vertical(id="base-side"):
                yield Static("BASE, as you opened it", classes="side-head", markup=False)
                yield DifferenceView(id="base")
            yield Static(self._merge_words(), id="merge", markup=False)
            with Horizontal(id="buttons"):
                yield Button(Content("k Keep mine"), id="MINE", compact=True)
                yield Button(Content("t Take theirs"), id="THEIRS", compact=True)
                yield Button(Content("m Merge…"), id="MERGE", compact=True)
                yield Button(Content("b Base"), id="BASE", compact=True)
                yield Button(Content("Esc Back"), id="CANCEL", compact=True)

    def on_mount(self) -> None:
        """Fill the sides."""
        nothing = Content.styled("No field differs.", "$foreground-muted")
        for place, side in (("#mine", self._mine), ("#theirs", self._theirs)):
            changes = field_changes(self._base, side)
            shown = difference_content(changes) if changes else nothing
            self.query_one(place, DifferenceView).show(shown)
        self.query_one("#base", DifferenceView).show(_as_text(self._base))

    def _merge_words(self) -> str:
        fields = ", ".join(_FIELDS[field].lower() for field in self._suggestion.clashing)
        if fields:
            return f"Both changed: {fields}. A merge shows both there, to settle before you save."
        return "The changes do not touch: a merge takes both, to look over before you save."

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "BASE":
            self.action_base()
        else:
            self.action_answer(event.button.id or "CANCEL")

    def action_answer(self, answer: str) -> None:
        """Close with an answer."""
        self.dismiss(ClashAnswer[answer])

    def action_base(self) -> None:
        """Show what the entry was when the form was opened, or both sides again."""
        self.toggle_class("-base")


def _as_text(values: FormValues) -> Content:
    texts = values.as_mapping()
    parts = []
    for field, label in _FIELDS.items():
        if texts[field]:
            parts.append(Content.styled(label, "bold"))
            parts.append(literal(texts[field], one_line=False))
    return Content("\n").join(parts)
