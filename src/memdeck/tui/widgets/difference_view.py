"""A pane that shows what changed, field by field."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static


class DifferenceView(VerticalScroll):
    """Shows changes; scrolls with the usual keys."""

    DEFAULT_CSS = """
    DifferenceView { padding: 0 1; }
    DifferenceView Static { width: 1fr; height: auto; }
    """

    def compose(self) -> ComposeResult:
        """One text for all fields."""
        yield Static("", markup=False)

    def show(self, content: Content) -> None:
        """Show a difference (`difference_content`), from its beginning."""
        self.query_one(Static).update(content)
        self.scroll_home(animate=False)
