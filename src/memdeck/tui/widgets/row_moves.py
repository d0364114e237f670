"""The moves of a list of rows: by one, by half a page, by a page, to either end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.scroll_view import ScrollView

if TYPE_CHECKING:
    _Base = ScrollView
else:
    _Base = object


class RowMoves(_Base):
    """Mixin for a list whose rows take one line: it says where the cursor is, and moves it."""

    cursor: int
    """The number of the row under the cursor, from 0."""

    @property
    def rows(self) -> Sequence[object]:
        """The rows that it shows."""
        raise NotImplementedError

    def move_to(self, place: int) -> None:
        """Put the cursor on a row; the nearest one when there is no such row."""
        raise NotImplementedError

    def action_cursor_down(self) -> None:
        """Move down a row."""
        self.move_to(self.cursor + 1)

    def action_cursor_up(self) -> None:
        """Move up a row."""
        self.move_to(self.cursor - 1)

    def action_cursor_top(self) -> None:
        """Go to the first row."""
        self.move_to(0)

    def action_cursor_bottom(self) -> None:
        """Go to the last row."""
        self.move_to(len(self.rows) - 1)

    def action_half_down(self) -> None:
        """Move down half a page."""
        self.move_to(self.cursor + max(1, self.size.height // 2))

    def action_half_up(self) -> None:
        """Move up half a page."""
        self.move_to(self.cursor - max(1, self.size.height // 2))

    def action_page_down(self) -> None:
        """Move down a page; the last row stays in view."""
        self.move_to(self.cursor + max(1, self.size.height - 1))

    def action_page_up(self) -> None:
        """Move up a page; the first row stays in view."""
        self.move_to(self.cursor - max(1, self.size.height - 1))
