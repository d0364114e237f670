"""One of the two entries: what it is, its text, its use and origin."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

_NOTHING = Content("")


class ConflictSide(Vertical):
    """Shows an entry beside another; its text scrolls."""

    DEFAULT_CSS = """
    ConflictSide Static { width: 1fr; height: auto; }
    ConflictSide > Static { max-height: 2; }
    ConflictSide VerticalScroll { height: 1fr; }
    """

    def __init__(self, place: str, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._place = place

    def compose(self) -> ComposeResult:
        """Heading, facts, text."""
        yield Static("", classes="side-head", markup=False)
        yield Static("", classes="side-facts", markup=False)
        with VerticalScroll():
            yield Static("", classes="side-text", markup=False)
            yield Static("", classes="side-rest", markup=False)

    def show(
        self,
        title: str,
        line: str,
        text: Content,
        facts: str,
        *,
        place: str = "",
        rest: Content = _NOTHING,
        from_top: bool = True,
    ) -> None:
        """Show an entry; the words are safe to show.

        Args:
            title: its title.
            line: what stands behind the title.
            text: its content.
            facts: one line of use and origin.
            place: what it is to the other one, when that is not what was said at first.
            rest: what else it holds, below the text.
            from_top: begin at the text's first line.
        """
        self._place = place or self._place
        head = Content.assemble(
            (f"{self._place}  ", "$foreground-muted"), (title, "bold"), (f" · {line}", "$foreground-muted")
        )
        self.query_one(".side-head", Static).update(head)
        self.query_one(".side-text", Static).update(text)
        self.query_one(".side-rest", Static).update(rest)
        self.query_one(".side-facts", Static).update(Content.styled(facts, "$foreground-muted"))
        if from_top:
            self.query_one(VerticalScroll).scroll_home(animate=False)
