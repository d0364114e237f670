"""A pane that shows what changed, field by field."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from memdeck.tui.difference_lines import CONTEXT, FieldChange, difference_content


class DifferenceView(VerticalScroll):
    """Shows changes; scrolls with the usual keys."""

    DEFAULT_CSS = """
    DifferenceView { padding: 0 1; }
    DifferenceView Static { width: 1fr; height: auto; }
    """

    def compose(self) -> ComposeResult:
        """One text for all fields."""
        yield Static("", markup=False)

    def show(
        self, changes: Sequence[FieldChange], *, head: Content | None = None, context: int = CONTEXT
    ) -> None:
        """Show these changes below `head`."""
        parts = [head] if head is not None else []
        if changes:
            parts.append(difference_content(changes, context=context))
        self.query_one(Static).update(Content("\n\n").join(parts))
        self.scroll_home(animate=False)
