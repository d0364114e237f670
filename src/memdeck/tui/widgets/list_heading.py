"""The names of the list's columns; a click orders by one."""

from __future__ import annotations

from rich.cells import set_cell_size
from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from memdeck.memory.query import Sort
from memdeck.tui.widgets.row_columns import GUTTER, columns_for

DOWN, UP = "↓", "↑"


class ListHeading(Widget):
    """One line above the list, in its columns."""

    DEFAULT_CSS = "ListHeading { height: 1; }"

    class SortPicked(Message):
        """A column was clicked."""

        def __init__(self, sort: Sort) -> None:
            super().__init__()
            self.sort = sort

    def __init__(self) -> None:
        super().__init__()
        self._sort: Sort | None = Sort.UPDATED
        self._reverse = False
        self._compact = False

    def show(self, sort: Sort | None, reverse: bool, *, compact: bool) -> None:
        """Show the order in force; None when it is that of no column."""
        if (sort, reverse, compact) != (self._sort, self._reverse, self._compact):
            self._sort, self._reverse, self._compact = sort, reverse, compact
            self.refresh()

    def _columns(self) -> list[tuple[str, Sort | None, int]]:
        columns = columns_for(self.size.width - 1, self._compact)
        updated = (
            Sort.CREATED
            if self._sort is Sort.CREATED
            else Sort.USED
            if self._sort is Sort.USED
            else Sort.UPDATED
        )
        last = {Sort.CREATED: "CREATED", Sort.USED: "USED"}.get(updated, "UPDATED")
        return [
            ("", None, GUTTER),
            ("TITLE", Sort.TITLE, columns.title),
            ("TYPE", Sort.TYPE, columns.kind),
            ("OWNER", None, columns.owner),
            ("AGE" if columns.short_ages and last == "UPDATED" else last, updated, columns.updated),
        ]

    def render(self) -> Content:
        """Lay the names out over their columns."""
        parts: list[tuple[str, str]] = []
        for name, sort, width in self._columns():
            here = sort is not None and sort is self._sort
            down = (sort in (Sort.TITLE, Sort.TYPE)) == self._reverse
            label = f"{name}{DOWN if down else UP}" if here else name
            parts.append((set_cell_size(label, width), "$foreground" if here else "$foreground-muted"))
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """Order by the column under the mouse."""
        right = 0
        for _, sort, width in self._columns():
            right += width
            if event.x < right:
                if sort is not None:
                    self.post_message(self.SortPicked(sort))
                return
