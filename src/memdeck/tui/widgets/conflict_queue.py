"""The queue of findings, one line each. It draws only what is seen (Line API)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memdeck.tui.ages import age, short_age
from memdeck.tui.cells import fit
from memdeck.tui.commands import moving_bindings
from memdeck.tui.conflict_words import QueueRow
from memdeck.tui.widgets.row_moves import RowMoves

_SIGN, _AGE, _SHORT_AGE, _SETTLED = 5, 15, 5, 21
_WIDE = 100
_NAMED = 70
"""From this width the age says that it is that of the finding, not of a text."""


class ConflictQueue(RowMoves, ScrollView, can_focus=True):
    """Shows rows; the cursor stays on its row, or moves to the one that takes its place."""

    DEFAULT_CSS = """
    ConflictQueue {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "conflict-queue--cursor",
        "conflict-queue--muted",
        "conflict-queue--sign",
    }
    BINDINGS: ClassVar[list[BindingType]] = moving_bindings()

    @dataclass
    class Pointed(Message):
        """The cursor is on another row (or on none)."""

        key: str | None

    class Scrolled(Message):
        """Other rows came into view."""

    @dataclass
    class Opened(Message):
        """A row was double-clicked."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._rows: Sequence[QueueRow] = ()
        self._now = datetime.now(UTC)
        self.cursor = 0
        """The number of the row under the cursor, from 0."""

    @property
    def rows(self) -> Sequence[QueueRow]:
        """What it shows."""
        return self._rows

    @property
    def pointed(self) -> str | None:
        """The key of the row under the cursor."""
        return self._rows[self.cursor].key if self._rows else None

    def show(self, rows: Sequence[QueueRow], now: datetime, cursor: int | None = None) -> None:
        """Show these rows with the cursor on one of them; None leaves it at its place."""
        self._rows, self._now = rows, now
        self.cursor = max(0, min(self.cursor if cursor is None else cursor, len(rows) - 1))
        self._measure()
        self._keep_in_view()
        self.refresh()
        self.post_message(self.Pointed(self.pointed))

    def point_at(self, key: str) -> bool:
        """Put the cursor on a row; False when it is not shown."""
        for place, row in enumerate(self._rows):
            if row.key == key:
                self.move_to(place)
                return True
        return False

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Say that other rows came into view."""
        super().watch_scroll_y(old_value, new_value)
        self.post_message(self.Scrolled())

    # -- moving ----------------------------------------------------------------------------------------

    def _measure(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, len(self._rows))

    def move_to(self, place: int) -> None:
        """Put the cursor on a row, and say so."""
        if self._rows:
            self.cursor = max(0, min(place, len(self._rows) - 1))
            self._keep_in_view()
            self.refresh()
            self.post_message(self.Pointed(self.pointed))

    def _keep_in_view(self) -> None:
        height, top = self.size.height, self.scroll_offset.y
        if height and not top <= self.cursor < top + height:
            y = self.cursor if self.cursor < top else self.cursor - height + 1
            self.scroll_to(y=y, animate=False, immediate=True)

    def on_click(self, event: events.Click) -> None:
        """Put the cursor where the mouse is; a double click opens."""
        place = event.get_content_offset_capture(self).y + self.scroll_offset.y
        if place < len(self._rows):
            self.move_to(place)
            if event.chain > 1:
                self.post_message(self.Opened())

    def on_resize(self) -> None:
        """Take the new width, and keep the cursor in view."""
        self._measure()
        self._keep_in_view()

    # -- drawing ---------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """Draw one line of the view."""
        place, width = y + self.scroll_offset.y, self.size.width
        if place >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        here = place == self.cursor
        base = self.get_component_rich_style("conflict-queue--cursor") if here else self.rich_style
        return self._strip(self._rows[place], width, base, here)

    def _strip(self, row: QueueRow, width: int, base: Style, here: bool) -> Strip:
        muted = base + Style(color=self.get_component_rich_style("conflict-queue--muted").color)
        sign = base + Style(color=self.get_component_rich_style("conflict-queue--sign").color)
        wide = width >= _WIDE
        subject, owner = (24, 18) if wide else (16, 9)
        ends = fit(row.settled, _SETTLED) if row.settled else fit(row.owner, owner)
        found = "" if row.settled or width < _NAMED else "found "
        when = (
            fit(found + age(row.when, self._now), _AGE + len(found))
            if wide
            else fit(found + short_age(row.when, self._now), _SHORT_AGE + len(found))
        )
        room = max(0, width - _SIGN - subject - cell_len(ends) - cell_len(when) - 3)
        cursor = ("▌" if self.has_focus else "▏") if here else " "
        segments = [
            Segment(f"{cursor} ", sign),
            Segment(fit(row.sign, _SIGN - 2), sign),
            Segment(fit(row.subject, subject) + " ", base),
            Segment(fit(row.values, room) + " ", base + Style(bold=here)),
            Segment(f"{ends} {when}", muted),
        ]
        return Strip(segments).adjust_cell_length(width, base)

    def on_focus(self) -> None:
        """The cursor's sign tells whether the keys go here."""
        self.refresh()

    def on_blur(self) -> None:
        """The cursor's sign tells whether the keys go here."""
        self.refresh()
