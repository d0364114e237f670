"""The question before something that can't be undone. It names what it is about; no is the safe answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from memdeck.tui.literal import literal

NAMES_SHOWN = 6
"""How many of the things concerned are named; the rest are counted."""


def name_list(names: Sequence[str], shown: int = NAMES_SHOWN) -> Content:
    """Return one line per name, at most `shown`, and a line that counts the rest."""
    lines = [literal(name) for name in names[:shown]]
    rest = len(names) - shown
    if rest > 0:
        lines.append(Content.styled(f"… and {rest:,} more", "$foreground-muted"))
    return Content("\n").join(lines)


class Confirm(ModalScreen[bool]):
    """Ask yes or no. Esc and `n` are no, `y` is yes, the focus starts on no."""

    AUTO_FOCUS = "#no"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", "No", show=False),
        Binding("y", "answer(True)", "Yes", show=False),
        Binding("left,up,h,k", "app.focus_previous", show=False),
        Binding("right,down,l,j", "app.focus_next", show=False),
    ]

    def __init__(
        self,
        question: str,
        *,
        names: Sequence[str] = (),
        detail: str = "",
        yes: str = "Yes",
        no: str = "Cancel",
        danger: bool = False,
    ) -> None:
        """Make the question.

        Args:
            question: one sentence ending in a question mark.
            names: what it is about; titles from the store, shown literally.
            detail: what follows from yes.
            yes: the word on the button that does it.
            no: the word on the button that does nothing.
            danger: True marks yes as something that can't be taken back.
        """
        super().__init__()
        self._question = question
        self._names = tuple(names)
        self._detail = detail
        self._yes = yes
        self._no = no
        self._danger = danger

    def compose(self) -> ComposeResult:
        """Question, names, consequence, two buttons."""
        with Vertical(id="dialog", classes="-danger" if self._danger else ""):
            yield Static(literal(self._question), id="question")
            if self._names:
                yield Static(name_list(self._names), id="names")
            if self._detail:
                yield Static(literal(self._detail), id="detail")
            with Horizontal(id="buttons"):
                yield Button(literal(f"{self._no} (n)"), id="no", compact=True)
                yield Button(
                    literal(f"{self._yes} (y)"),
                    id="yes",
                    variant="error" if self._danger else "primary",
                    compact=True,
                )

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        """Close with `answer`."""
        self.dismiss(answer)
