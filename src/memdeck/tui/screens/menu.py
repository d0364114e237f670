"""A small list to choose one thing from, over whatever screen is below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from memdeck.memory.printable import printable

WIDEST = 24
"""Notes line up behind labels of at most this many cells."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu."""

    value: str
    label: str
    """May be hostile text."""
    note: str = ""
    """Dim words behind the label."""


class Menu(ModalScreen[str | None]):
    """Returns the chosen value, or None when the person went back.

    Args:
        title: what is chosen.
        choices: the lines.
        current: the value to start on; it carries a sign.
        preview: called with the value under the cursor, to show its effect at once.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss", "Back"),
        ("q", "dismiss", "Back"),
        ("j", "down", "Down"),
        ("k", "up", "Up"),
        ("g", "first", "First"),
        ("G", "last", "Last"),
    ]

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice],
        *,
        current: str | None = None,
        preview: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__()
        self._title = title
        self._choices = choices
        self._current = current
        self._preview = preview

    def compose(self) -> ComposeResult:
        """Title, the lines, and how to leave."""
        with Vertical(id="menu-box"):
            yield Static(printable(self._title), id="menu-title", markup=False)
            yield OptionList(
                *(Option(self._line(each)) for each in self._choices), id="menu-list", markup=False
            )
            yield Static("⏎ Choose  Esc Back", id="menu-keys", markup=False)

    def _line(self, each: Choice) -> Content:
        sign = "✓ " if each.value == self._current else "  "
        if not each.note:
            return Content.assemble(sign, printable(each.label))
        widest = max(cell_len(printable(other.label)) for other in self._choices)
        label = Content(printable(each.label))
        gap = " " * (min(widest, WIDEST) - label.cell_length + 2)
        return Content.assemble(sign, label, gap or "  ", (printable(each.note), "$foreground-muted"))

    def on_mount(self) -> None:
        """Start on the current value."""
        values = [each.value for each in self._choices]
        self.query_one(OptionList).highlighted = (
            values.index(self._current) if self._current in values else 0 if values else None
        )

    @on(OptionList.OptionHighlighted)
    def show_effect(self, event: OptionList.OptionHighlighted) -> None:
        """Show what the line under the cursor would do."""
        if self._preview is not None:
            self._preview(self._choices[event.option_index].value)

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Return the chosen value."""
        self.dismiss(self._choices[event.option_index].value)

    async def action_dismiss(self, result: str | None = None) -> None:
        """Go back without choosing."""
        self.dismiss(result)

    def action_down(self) -> None:
        """Move down."""
        self.query_one(OptionList).action_cursor_down()

    def action_up(self) -> None:
        """Move up."""
        self.query_one(OptionList).action_cursor_up()

    def action_first(self) -> None:
        """Go to the first line."""
        self.query_one(OptionList).action_first()

    def action_last(self) -> None:
        """Go to the last line."""
        self.query_one(OptionList).action_last()
