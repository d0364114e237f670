"""The side bar: filters with their counts. Arrow keys move, Enter picks one, Space adds one."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memdeck.tui.cells import fit
from memdeck.tui.commands import bindings
from memdeck.tui.filters import FilterLine

PICKED = "▸"


class FilterPanel(ScrollView, can_focus=True):
    """Draws lines; the owner gives them and acts on `Picked`."""

    BINDINGS = bindings("filters")
    COMPONENT_CLASSES = {
        "filter-panel--heading",
        "filter-panel--picked",
        "filter-panel--cursor",
        "filter-panel--count",
        "filter-panel--none",
    }
    DEFAULT_CSS = "FilterPanel { overflow-x: hidden; overflow-y: auto; }"

    class Picked(Message):
        """A line was picked."""

        def __init__(self, panel: FilterPanel, section: str, value: str, add: bool) -> None:
            super().__init__()
            self.panel = panel
            self.section = section
            self.value = value
            self.add = add

        @property
        def control(self) -> FilterPanel:
            """The panel."""
            return self.panel

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._lines: Sequence[FilterLine] = ()
        self._cursor = 1

    def show(self, lines: Sequence[FilterLine]) -> None:
        """Show these lines; the cursor stays on its line when that is still there."""
        if lines == self._lines:
            return
        here = self._lines[self._cursor] if self._cursor < len(self._lines) else None
        self._lines = lines
        if here is not None:
            same = [
                at
                for at, line in enumerate(lines)
                if (line.section, line.value) == (here.section, here.value)
            ]
            self._cursor = same[0] if same else min(self._cursor, len(lines) - 1)
        self.virtual_size = Size(self.size.width, len(lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen."""
        place = self.scroll_offset.y + y
        width = self.size.width
        base = self.rich_style
        if place >= len(self._lines):
            return Strip.blank(width, base)
        line = self._lines[place]
        if line.value is None:
            heading = Segment(f"   {line.label}", self._style("heading"))
            return Strip([heading]).adjust_cell_length(width).apply_style(base)
        sign = PICKED if line.picked else " "
        count = f"{line.held:,}"
        room = max(1, width - len(count) - 5)
        edge = " " if cell_len(line.label) <= room else ""  # the last column, before an ellipsis
        label = fit(line.label, room + 1 - len(edge))
        here = place == self._cursor and self.has_focus
        name = "picked" if line.picked else "none" if not line.held else "label"
        segments = [
            Segment(f" {sign} ", self._style("picked")),
            Segment(f"{label} ", None if name == "label" else self._style(name)),
            Segment(f"{count}{edge}", self._style("count")),
        ]
        strip = Strip(segments).adjust_cell_length(width)
        return strip.apply_style(base + self._style("cursor") if here else base)

    def _style(self, name: str) -> Style:
        full = self.get_component_rich_style(f"filter-panel--{name}")
        if name == "cursor":
            return Style(bgcolor=full.bgcolor)
        return Style(color=full.color, bold=full.bold)

    def on_resize(self) -> None:
        """More room may need no scroll bar."""
        self.virtual_size = Size(self.size.width, len(self._lines))

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()

    def action_cursor_down(self) -> None:
        """Move down to the next line that can be picked."""
        self._walk(1)

    def action_cursor_up(self) -> None:
        """Move up to the next line that can be picked."""
        self._walk(-1)

    def action_cursor_top(self) -> None:
        """Go to the first line."""
        self._cursor = 0
        self._walk(1)

    def action_cursor_bottom(self) -> None:
        """Go to the last line."""
        self._cursor = len(self._lines)
        self._walk(-1)

    def start_at(self, section: str) -> None:
        """Put the cursor on a section's first line, with its heading at the top."""
        places = [at for at, line in enumerate(self._lines) if line.section == section]
        if places:
            self._cursor = places[0]
            self._walk(1 if self._lines[places[0]].value is None else 0)
            self.scroll_to(y=places[0], animate=False, immediate=True)

    def action_pick(self) -> None:
        """Show only this."""
        self._pick(self._cursor, add=False)

    def action_pick_more(self) -> None:
        """Show this too."""
        self._pick(self._cursor, add=True)

    def _walk(self, step: int) -> None:
        place = self._cursor + step
        while 0 <= place < len(self._lines) and self._lines[place].value is None:
            place += step
        if 0 <= place < len(self._lines):
            self._cursor = place
            self.scroll_to_region_of(place)
        self.refresh()

    def scroll_to_region_of(self, place: int) -> None:
        """Scroll so that a line is in view."""
        top, height = self.scroll_offset.y, self.size.height
        if place < top:
            self.scroll_to(y=max(0, place - 1), animate=False, immediate=True)
        elif place >= top + height:
            self.scroll_to(y=place - height + 1, animate=False, immediate=True)

    def _pick(self, place: int, *, add: bool) -> None:
        if place < len(self._lines):
            line = self._lines[place]
            if line.value is not None:
                self.post_message(self.Picked(self, line.section, line.value, add))

    def on_click(self, event: events.Click) -> None:
        """Click picks one, with ctrl it adds one."""
        place = self.scroll_offset.y + event.get_content_offset_capture(self).y
        if place < len(self._lines) and self._lines[place].value is not None:
            self._cursor = place
            self._pick(place, add=event.ctrl)
