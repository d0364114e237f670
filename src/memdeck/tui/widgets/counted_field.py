"""One labelled line of a form: the field, how much of its limit is used, and what is wrong with it."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from memdeck.tui.literal import literal
from memdeck.tui.widgets.safe_input import SafeInput


def counted(length: int, limit: int) -> Content:
    """Return `11 / 255`; over the limit a sign and a word say so too."""
    if length > limit:
        return Content.styled(f"✗ {length:,} / {limit:,} · {length - limit:,} too many", "$text-error")
    return Content.styled(f"{length:,} / {limit:,}", "$foreground-muted")


class CountedField(Vertical):
    """A label, a one-line field and its counter; below it what is wrong, when something is."""

    DEFAULT_CSS = """
    CountedField { height: auto; }
    CountedField Horizontal { height: 1; }
    CountedField .label { width: 13; }
    CountedField SafeInput { width: 1fr; }
    CountedField .counter { width: auto; margin-left: 2; }
    CountedField .problem { display: none; height: auto; margin-left: 13; }
    CountedField.-wrong .problem { display: block; }
    """

    def __init__(self, field: str, label: str, raw: str, *, limit: int = 0, placeholder: str = "") -> None:
        """Make the field.

        Args:
            field: the name of the entry's field, as InvalidField gives it; the widget's id is `field-…`.
            label: what stands before it.
            raw: the text as it is kept.
            limit: most characters; 0 shows no counter.
            placeholder: shown while it is empty.
        """
        super().__init__(id=f"field-{field}")
        self.field = field
        self._label = label
        self._limit = limit
        self._input = SafeInput(raw, placeholder=placeholder, compact=True, select_on_focus=False)

    def compose(self) -> ComposeResult:
        """Label, field, counter; problem."""
        with Horizontal():
            yield Static(self._label, classes="label", markup=False)
            yield self._input
            if self._limit:
                yield Static(counted(len(self.raw), self._limit), classes="counter")
        yield Static("", classes="problem", markup=False)

    @property
    def raw(self) -> str:
        """The text as it is kept."""
        return self._input.raw

    @raw.setter
    def raw(self, text: str) -> None:
        self._input.raw = text

    @property
    def placeholder(self) -> str:
        """What is shown while the field is empty."""
        return self._input.placeholder

    @placeholder.setter
    def placeholder(self, text: str) -> None:
        self._input.placeholder = text

    def focus_field(self) -> None:
        """Put the cursor into the field, at once."""
        self.screen.set_focus(self._input)

    def show_problem(self, words: str) -> None:
        """Say below the field what is wrong; empty words take it away."""
        self.set_class(bool(words), "-wrong")
        self.query_one(".problem", Static).update(literal(f"✗ {words}", "$text-error"))

    def on_descendant_focus(self) -> None:
        """Light the label; `:focus-within` misses a focus that is set while the form is mounted."""
        self.add_class("-live")

    def on_descendant_blur(self) -> None:
        """Dim the label."""
        self.remove_class("-live")

    @on(Input.Changed)
    def _recount(self) -> None:
        for counter in self.query(".counter").results(Static):
            counter.update(counted(len(self.raw), self._limit))
        self.show_problem("")
