"""A list of events, newest first, with a heading for each day. It draws only what is seen (Line API)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memdeck.tui.commands import moving_bindings
from memdeck.tui.event_rows import EventRow
from memdeck.tui.widgets.event_painter import RowPaint, day_words, event_strip, fitted
from memdeck.tui.widgets.row_moves import RowMoves

AHEAD = 200
"""More rows are asked for when the cursor or the view comes this near to the end."""


class EventList(RowMoves, ScrollView, can_focus=True):
    """Shows EventRows. It keeps the cursor on its row, by key, when rows come and go."""

    DEFAULT_CSS = """
    EventList {
        height: 1fr;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "event-list--day",
        "event-list--cursor",
        "event-list--muted",
        "event-list--faded",
    }
    BINDINGS: ClassVar[list[BindingType]] = moving_bindings()

    today: reactive[date | None] = reactive(None)

    @dataclass
    class Highlighted(Message):
        """The cursor is on another row (or on none)."""

        row: EventRow | None

    @dataclass
    class Opened(Message):
        """A row was double-clicked."""

        row: EventRow

    @dataclass
    class MoreWanted(Message):
        """An end of what is loaded comes near: the beginning when `newer`, else the end."""

        newer: bool = False

    @dataclass
    class EndWanted(Message):
        """The person goes to the newest of all rows, or to the oldest, loaded or not."""

        newest: bool

    @dataclass
    class Seen(Message):
        """These rows are in view."""

        keys: tuple[str, ...]

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._rows: list[EventRow] = []
        self._tops: list[int] = []  # the line of each row
        self._days: dict[int, date] = {}  # the lines that are headings
        self._notes: dict[str, str] = {}
        self.cursor = 0
        """The number of the row under the cursor, from 0."""
        self._told: str | None = None

    # -- what it holds ---------------------------------------------------------------------------------

    @property
    def rows(self) -> Sequence[EventRow]:
        """The rows that are loaded."""
        return self._rows

    @property
    def row(self) -> EventRow | None:
        """The row under the cursor."""
        return self._rows[self.cursor] if self._rows else None

    def show(self, rows: Iterable[EventRow]) -> None:
        """Show these rows instead; cursor and view stay where they are, by key."""
        key = self.row.key if self.row else None
        offset = self._line_of_cursor - self.scroll_offset.y
        at_top = self.scroll_offset.y == 0 and self.cursor == 0
        self._rows, self._tops, self._days = [], [], {}
        self._append(rows)
        places = {row.key: place for place, row in enumerate(self._rows)} if key else {}
        self.cursor = places.get(key or "", min(self.cursor, max(0, len(self._rows) - 1)))
        if not at_top or self.cursor:
            self.scroll_to(y=max(0, self._line_of_cursor - offset), animate=False, immediate=True)
        self._told = None
        self._settle()

    def extend(self, rows: Iterable[EventRow]) -> None:
        """Add rows at the end."""
        self._append(rows)
        self._settle()

    def prepend(self, rows: Sequence[EventRow]) -> None:
        """Add rows before the first; what is in view stays there."""
        if not rows:
            return
        old_rows, old_tops, old_days = self._rows, self._tops, self._days
        self._rows, self._tops, self._days = [], [], {}
        self._append(rows)
        shift = self._tops[-1] + 1
        if old_rows and rows[-1].at.astimezone().date() == old_days.get(0):
            del old_days[0]  # the day goes on: one heading is enough
            shift -= 1
        self._rows += old_rows
        self._tops += [line + shift for line in old_tops]
        self._days.update({line + shift: day for line, day in old_days.items()})
        self.cursor += len(rows)
        before = self.scroll_offset.y
        self._settle()
        self.scroll_to(y=before + shift, animate=False, immediate=True)

    def note(self, notes: Mapping[str, str]) -> None:
        """Say more about rows, by key."""
        self._notes.update(notes)
        self.refresh()

    def forget_notes(self) -> None:
        """Forget what was said about rows."""
        self._notes.clear()

    def point_at(self, key: str) -> bool:
        """Move the cursor to the row of that key; False when it is not loaded."""
        for place, row in enumerate(self._rows):
            if row.key == key:
                self.move_to(place)
                return True
        return False

    def _append(self, rows: Iterable[EventRow]) -> None:
        line = self._tops[-1] + 1 if self._tops else 0
        day = self._rows[-1].at.astimezone().date() if self._rows else None
        for row in rows:
            its_day = row.at.astimezone().date()
            if its_day != day:
                self._days[line] = day = its_day
                line += 1
            self._rows.append(row)
            self._tops.append(line)
            line += 1

    def _settle(self) -> None:
        height = self._tops[-1] + 1 if self._tops else 0
        self.virtual_size = Size(self.size.width, height)
        self.refresh()
        self._tell()

    def _tell(self) -> None:
        key = self.row.key if self.row else None
        if key != self._told or key is None:
            self._told = key
            self.post_message(self.Highlighted(self.row))
        self.call_after_refresh(self._tell_what_is_seen)

    def _tell_what_is_seen(self) -> None:
        top = self.scroll_offset.y
        first = bisect_right(self._tops, top - 1)
        last = bisect_right(self._tops, top + self.size.height)
        wanted = tuple(row.key for row in self._rows[first:last] if row.key not in self._notes)
        if wanted:
            self.post_message(self.Seen(wanted))
        if self._rows and max(last, self.cursor) + AHEAD >= len(self._rows):
            self.post_message(self.MoreWanted())
        if self._rows and min(first, self.cursor) <= AHEAD:
            self.post_message(self.MoreWanted(newer=True))

    # -- moving ----------------------------------------------------------------------------------------

    @property
    def _line_of_cursor(self) -> int:
        return self._tops[self.cursor] if self._tops else 0

    def move_to(self, place: int) -> None:
        """Put the cursor on a row, with its day in view, and say so."""
        if not self._rows:
            return
        before = self._line_of_cursor
        self.cursor = max(0, min(place, len(self._rows) - 1))
        line = self._line_of_cursor
        first = self.cursor == 0 or line - 1 in self._days
        top = 0 if self.cursor == 0 else line - 1 if first else line
        self.scroll_to_region(
            Region(0, top, self.size.width, line - top + 1), animate=False, immediate=True, force=True
        )
        self.refresh_line(before - self.scroll_offset.y)
        self.refresh()
        self._tell()

    def action_cursor_top(self) -> None:
        """Go to the newest, which may not be loaded."""
        self.move_to(0)
        self.post_message(self.EndWanted(newest=True))

    def action_cursor_bottom(self) -> None:
        """Go to the oldest, which may not be loaded yet."""
        self.to_end()
        self.post_message(self.EndWanted(newest=False))

    def to_end(self) -> None:
        """Go to the last row that is loaded."""
        self.move_to(len(self._rows) - 1)

    def on_click(self, event: events.Click) -> None:
        """Put the cursor where the mouse is; a double click opens."""
        line = event.y + self.scroll_offset.y
        place = bisect_right(self._tops, line) - 1
        if place >= 0 and self._tops[place] == line:
            self.move_to(place)
            if event.chain > 1 and self.row:
                self.post_message(self.Opened(self.row))

    def on_resize(self) -> None:
        """Take the new width, and keep the cursor in view."""
        self._settle()
        self.move_to(self.cursor)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Ask for what came into view."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self._tell_what_is_seen()

    # -- drawing ---------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """Draw one line of the view."""
        width = self.size.width
        line = y + self.scroll_offset.y
        base = self.rich_style
        if line in self._days:
            style = self.get_component_rich_style("event-list--day")
            return fitted([Segment(f" {day_words(self._days[line], self.today)}", style)], width, base)
        place = bisect_right(self._tops, line) - 1
        if place < 0 or not self._tops or self._tops[place] != line:
            return Strip.blank(width, base)
        return self._row_strip(place, width)

    def _row_strip(self, place: int, width: int) -> Strip:
        row, cursor = self._rows[place], place == self.cursor
        base = self.get_component_rich_style("event-list--cursor") if cursor else self.rich_style
        muted = base + Style(color=self.get_component_rich_style("event-list--muted").color)
        paint = RowPaint(base, muted, cursor=cursor, focus=self.has_focus)
        return event_strip(row, self._notes.get(row.key, ""), width, paint)
