"""Ask for one line of text, checked before it is taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from memdeck.memory.errors import MemdeckError
from memdeck.tui.literal import literal
from memdeck.tui.widgets.safe_input import SafeInput


def accept(text: str) -> str:
    """Take any text as it is."""
    return text


class AskText(ModalScreen[str | None]):
    """Ask for a line of text; Esc gives None. A text that breaks the rule stays, with the reason below."""

    AUTO_FOCUS = "#answer"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel", show=False)]

    def __init__(
        self,
        question: str,
        *,
        value: str = "",
        detail: str = "",
        placeholder: str = "",
        check: Callable[[str], str] = accept,
        problem: str = "",
        verb: str = "Save",
        limit: int | None = None,
        selected: bool = True,
    ) -> None:
        """Make the question.

        Args:
            question: one line, shown literally.
            value: what the field holds at first.
            detail: one or two lines that explain.
            placeholder: shown while the field is empty.
            check: returns the text in its accepted form or raises a MemdeckError, whose words are shown.
            problem: what was wrong with the last answer, when it is asked again.
            verb: what Enter does, in a word.
            limit: most characters, counted while somebody types; `check` refuses more.
            selected: the first key replaces what the field holds, as for a name; else it is added to.
        """
        super().__init__()
        self._selected = selected
        self._question = question
        self._value = value
        self._detail = detail
        self._placeholder = placeholder
        self._check = check
        self._problem = problem
        self._verb = verb
        self._limit = limit

    def compose(self) -> ComposeResult:
        """Question, explanation, field, what is wrong, keys."""
        with Vertical(id="dialog"):
            yield Static(literal(self._question), id="question")
            if self._detail:
                yield Static(literal(self._detail, one_line=False), id="detail")
            yield SafeInput(
                self._value,
                placeholder=self._placeholder,
                field_id="answer",
                compact=True,
                select_on_focus=self._selected,
            )
            yield Static(literal(self._problem), id="problem")
            yield Static(self._keys(self._value), id="keys", markup=False)

    def _keys(self, text: str) -> str:
        counted = f"   {len(text.strip()):,} of {self._limit:,} characters" if self._limit is not None else ""
        return f"⏎ {self._verb}   Esc Cancel{counted}"

    @on(Input.Changed, "#answer")
    def _clear_problem(self, event: Input.Changed) -> None:
        self.query_one("#keys", Static).update(self._keys(event.value))
        if event.value != self._value:
            self.query_one("#problem", Static).update("")

    @on(Input.Submitted, "#answer")
    def _submitted(self, event: Input.Submitted) -> None:
        try:
            answer = self._check(event.value)
        except MemdeckError as problem:
            self.query_one("#problem", Static).update(literal(f"✗ {problem}"))
            return
        self.dismiss(answer)

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
