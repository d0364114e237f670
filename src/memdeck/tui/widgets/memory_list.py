"""The list of memories: moving about in it, marking, and the mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from textual import events
from textual.message import Message

from memdeck.tui.commands import bindings
from memdeck.tui.widgets.memory_window import MemoryWindow, place_of


class MemoryList(MemoryWindow):
    """Takes keys and clicks: a cursor that walks, rows that are marked one by one or in a range."""

    BINDINGS = bindings("list")

    class Opened(Message):
        """An entry was double-clicked."""

        def __init__(self, source: MemoryList, id: str) -> None:  # noqa: A002 - as the field
            super().__init__()
            self.source = source
            self.id = id

        @property
        def control(self) -> MemoryList:
            """The list."""
            return self.source

    class MarksChanged(Message):
        """Entries were marked or unmarked."""

        def __init__(self, source: MemoryList) -> None:
            super().__init__()
            self.source = source

        @property
        def control(self) -> MemoryList:
            """The list."""
            return self.source

    def __init__(self, now: Callable[[], datetime], *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(now, id=id)
        self._anchor: int | None = None

    @property
    def chosen(self) -> list[str]:
        """What a command works on: the marked entries in their order, else the one under the cursor."""
        if self.marks:
            if len(self.marks) * 20 < len(self.ids):
                known = sorted(
                    (place, id_) for id_ in self.marks if (place := place_of(self.ids, id_)) is not None
                )
                return [id_ for _, id_ in known]
            return [id_ for id_ in self.ids if id_ in self.marks]
        return [self.cursor_id] if self.cursor_id is not None else []

    # -- moving ----------------------------------------------------------------------------------------

    @property
    def _rows_in_view(self) -> int:
        return max(1, self.size.height // self.row_height)

    def action_cursor_down(self) -> None:
        """Move down."""
        self._walk(1)

    def action_cursor_up(self) -> None:
        """Move up."""
        self._walk(-1)

    def action_cursor_top(self) -> None:
        """Go to the first row."""
        self._walk(-self.total)

    def action_cursor_bottom(self) -> None:
        """Go to the last row."""
        self._walk(self.total)

    def action_half_down(self) -> None:
        """Move half a page down."""
        self._walk(max(1, self._rows_in_view // 2))

    def action_half_up(self) -> None:
        """Move half a page up."""
        self._walk(-max(1, self._rows_in_view // 2))

    def action_page_down(self) -> None:
        """Move a page down."""
        self._walk(self._rows_in_view)

    def action_page_up(self) -> None:
        """Move a page up."""
        self._walk(-self._rows_in_view)

    def _walk(self, step: int) -> None:
        self._anchor = None
        self._move(self.cursor + step)

    # -- marks -----------------------------------------------------------------------------------------

    def mark_only(self, ids: Iterable[str]) -> None:
        """Mark these and no others."""
        self.marks = set(ids)
        self._marks_changed()

    def toggle_mark(self) -> None:
        """Mark or unmark the row under the cursor, and move on."""
        if self.cursor_id is None:
            return
        self.marks ^= {self.cursor_id}
        self._marks_changed()
        self._walk(1)

    def mark_all(self) -> None:
        """Mark every row."""
        self.mark_only(self.ids)

    def invert_marks(self) -> None:
        """Mark what is not marked."""
        self.mark_only(set(self.ids) - self.marks)

    def clear_marks(self) -> None:
        """Unmark everything."""
        self.mark_only(())

    def action_range_down(self) -> None:
        """Mark from where the range began down to the next row."""
        self._stretch(self.cursor + 1)

    def action_range_up(self) -> None:
        """Mark from where the range began up to the row before."""
        self._stretch(self.cursor - 1)

    def _stretch(self, place: int) -> None:
        place = max(0, min(place, len(self.ids) - 1))
        if self._anchor is None:
            self._anchor = self.cursor
        before = sorted((self._anchor, self.cursor))
        after = sorted((self._anchor, place))
        self.marks -= set(self.ids[before[0] : before[1] + 1])
        self.marks |= set(self.ids[after[0] : after[1] + 1])
        self._move(place)
        self._marks_changed()

    def _marks_changed(self) -> None:
        self.refresh()
        self.post_message(self.MarksChanged(self))

    # -- the mouse -------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Click puts the cursor, on the gutter it marks; shift stretches a range; twice opens."""
        spot = event.get_content_offset_capture(self)
        place = (self.scroll_offset.y + spot.y) // self.row_height
        if place >= len(self.ids):
            return
        event.stop()
        if event.shift:
            self._stretch(place)
            return
        self._anchor = None
        self._move(place)
        if event.ctrl or spot.x < 2:
            self.marks ^= {self.ids[place]}
            self._marks_changed()
        elif event.chain == 2:
            self.post_message(self.Opened(self, self.ids[place]))
