"""Choose one of a short list: a type, an owner, a status."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from memdeck.memory.printable import printable
from memdeck.memory.searchable import searchable
from memdeck.tui.literal import literal

T = TypeVar("T")

WIDEST = 24
"""Notes line up behind labels of at most this many cells."""

FILTER_FROM = 9
"""A list of this length or more gets a field that narrows it."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """One line of the list."""

    value: T
    label: str
    note: str = ""
    """Shown dim behind the label."""
    current: bool = False
    """True for what stands now: marked, and the cursor starts there."""


class Choose(ModalScreen[T | None]):
    """Ask for one of `choices`; Esc gives None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel", show=False),
        Binding("j", "move('cursor_down')", show=False),
        Binding("k", "move('cursor_up')", show=False),
        Binding("down", "move('cursor_down')", show=False, priority=True),
        Binding("up", "move('cursor_up')", show=False, priority=True),
        Binding("slash", "filter", show=False),
    ]

    def __init__(self, question: str, choices: Sequence[Choice[T]], *, detail: str = "") -> None:
        """Make the question.

        Args:
            question: one line, for example `New type for 3 memories`.
            choices: in the order in which they are shown; labels are shown literally.
            detail: what choosing does, when the question doesn't say it.
        """
        super().__init__()
        self._question = question
        self._choices = tuple(choices)
        self._shown = self._choices
        self._detail = detail

    def compose(self) -> ComposeResult:
        """Question, filter field when the list is long, the list, its keys."""
        with Vertical(id="dialog"):
            yield Static(literal(self._question), id="question")
            if self._detail:
                yield Static(literal(self._detail), id="detail")
            if len(self._choices) >= FILTER_FROM:
                yield Input(placeholder="Narrow the list…", compact=True, select_on_focus=False)
            yield OptionList(markup=False, compact=True)
            yield Static("⏎ Choose   Esc Cancel", id="keys", markup=False)

    def on_mount(self) -> None:
        """Fill the list; the cursor starts on what stands now."""
        self._fill(self._choices)
        current = next((row for row, choice in enumerate(self._shown) if choice.current), 0)
        self._list.highlighted = current if self._shown else None
        self._list.focus()

    @property
    def _list(self) -> OptionList:
        return self.query_one(OptionList)

    def _fill(self, choices: Sequence[Choice[T]]) -> None:
        self._shown = tuple(choices)
        width = max((cell_len(printable(choice.label)) for choice in self._choices), default=0)
        self._list.set_options(Option(_line(choice, min(width, WIDEST))) for choice in self._shown)
        self._list.highlighted = 0 if self._shown else None

    @on(Input.Changed)
    def _narrow(self, event: Input.Changed) -> None:
        wanted = searchable(event.value.strip())
        self._fill([choice for choice in self._choices if wanted in searchable(choice.label)])

    @on(Input.Submitted)
    def _submit(self) -> None:
        self._list.action_select()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._shown[event.option_index].value)

    def action_move(self, movement: str) -> None:
        """Move the cursor, also while the filter field has the focus."""
        if movement == "cursor_down":
            self._list.action_cursor_down()
        else:
            self._list.action_cursor_up()

    def action_filter(self) -> None:
        """Put the focus into the filter field, when there is one."""
        for field in self.query(Input):
            self.set_focus(field)

    def action_cancel(self) -> None:
        """Close without a choice; from the filter field, first go back to the list."""
        if isinstance(self.focused, Input):
            self.focused.value = ""
            self.set_focus(self._list)
        else:
            self.dismiss(None)


def _line(choice: Choice[T], width: int) -> Content:
    label = literal(choice.label)
    note = literal(choice.note, "dim") if choice.note else Content("")
    return Content("✓ " if choice.current else "  ") + label.pad_right(width - label.cell_length + 2) + note
