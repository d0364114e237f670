"""The question before an assistant's settings are changed: it shows every line that would."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from memdeck.tui.literal import literal
from memdeck.tui.widgets.difference_view import DifferenceView

_KEPT = "A copy of each old file is kept beside it. All else in them stays byte for byte."
_OTHER_LINES = 11
"""Frame, question, consequence (which may take two lines) and buttons, with what is between them."""


class AssistantChange(ModalScreen[bool]):
    """Ask whether a difference is to be written. Esc and `n` are no, `y` is yes; the arrows scroll."""

    AUTO_FOCUS = "DifferenceView"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n,q", "answer(False)", "No", show=False),
        Binding("y", "answer(True)", "Yes", show=False),
        Binding("j", "scroll_one(1)", show=False),
        Binding("k", "scroll_one(-1)", show=False),
    ]

    def __init__(self, title: str, difference: Content, *, uninstall: bool) -> None:
        """Make the question.

        Args:
            title: the assistant's name.
            difference: what would change, ready to show.
            uninstall: True when Memdeck is taken out.
        """
        super().__init__()
        self._question = f"Take Memdeck out of {title}?" if uninstall else f"Connect {title}?"
        self._yes = "Take out" if uninstall else "Write"
        self._difference = difference

    def compose(self) -> ComposeResult:
        """Question, difference, consequence, two buttons."""
        with Vertical(id="dialog"):
            yield Static(literal(self._question), id="question")
            yield DifferenceView()
            yield Static(_KEPT, id="kept", markup=False)
            with Horizontal(id="buttons"):
                yield Button(Content("Cancel (n)"), id="no", compact=True)
                yield Button(Content(f"{self._yes} (y)"), id="yes", variant="primary", compact=True)

    def on_mount(self) -> None:
        """Show the difference."""
        self.query_one(DifferenceView).show(self._difference)

    def on_resize(self, event: events.Resize) -> None:
        """Let the difference take what the other lines leave."""
        self.query_one(DifferenceView).styles.max_height = max(3, event.size.height - _OTHER_LINES)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        """Close with `answer`."""
        self.dismiss(answer)

    def action_scroll_one(self, lines: int) -> None:
        """Scroll the difference."""
        self.query_one(DifferenceView).scroll_relative(y=lines, animate=False)
