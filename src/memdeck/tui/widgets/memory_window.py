"""A window over an order of ids, however long, with a few pages of rows in hand.

No widget and no object exists per row. The owner of the list gives the order with `show` and rows with
`fill`; the list asks for rows it lacks with `PageNeeded` and draws `…` until they come.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime

from rich.style import Style
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memdeck.tui.widgets.memory_row import MemoryRow
from memdeck.tui.widgets.row_painter import Palette, RowState, paint, paint_missing

PAGE = 64
"""Rows asked for at a time."""
_ROWS_KEPT = PAGE * 32
_STRIPS_KEPT = 400


class MemoryWindow(ScrollView, can_focus=True):
    """Shows rows and a cursor; remembers the cursor by id, so that it survives every change."""

    COMPONENT_CLASSES = {
        "memory-list--cursor",
        "memory-list--title",
        "memory-list--text",
        "memory-list--muted",
        "memory-list--sign",
        "memory-list--mark",
        "memory-list--warning",
        "memory-list--lit",
    }
    DEFAULT_CSS = "MemoryWindow { overflow-x: hidden; overflow-y: scroll; }"

    cursor: reactive[int] = reactive(0, init=False, repaint=False)
    """Place of the cursor in the order."""
    row_height: reactive[int] = reactive(4, init=False, repaint=False)
    """Lines of a row: 1 is the compact form."""
    words: reactive[tuple[str, ...]] = reactive((), init=False, repaint=False)
    """Searchable words whose letters are lit."""

    class PageNeeded(Message):
        """Rows are in view that the list does not have."""

        def __init__(self, source: MemoryWindow, ids: list[str]) -> None:
            super().__init__()
            self.source = source
            self.ids = ids

        @property
        def control(self) -> MemoryWindow:
            """The list."""
            return self.source

    class CursorMoved(Message):
        """The cursor stands on another entry (None: the list is empty)."""

        def __init__(self, source: MemoryWindow, id: str | None) -> None:  # noqa: A002 - as the field
            super().__init__()
            self.source = source
            self.id = id

        @property
        def control(self) -> MemoryWindow:
            """The list."""
            return self.source

    def __init__(self, now: Callable[[], datetime], *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.ids: Sequence[str] = ()
        """The order; may be shorter than `total` while it is being read."""
        self.total = 0
        self.marks: set[str] = set()
        """The marked entries; `MemoryList` changes them."""
        self._now = now
        self._rows: OrderedDict[str, MemoryRow] = OrderedDict()
        self._asked: set[str] = set()
        self._strips: dict[tuple[object, ...], list[Strip]] = {}
        self._palette: Palette | None = None
        self._cursor_id: str | None = None

    # -- what the owner gives --------------------------------------------------------------------------

    def show(
        self,
        ids: Sequence[str],
        *,
        total: int | None = None,
        rows: Iterable[MemoryRow] = (),
        to_top: bool = False,
    ) -> None:
        """Show this order.

        Args:
            ids: the order, or its beginning.
            total: how many there are, when `ids` is not all yet.
            rows: rows at hand, so that they are drawn at once.
            to_top: go to the first row; otherwise the cursor stays on its entry, or where that one was.
        """
        at_top = to_top or not self.scroll_offset.y  # what is new at the top must come into view
        offset = self.cursor * self.row_height - self.scroll_offset.y
        self.ids = ids
        self.total = max(len(ids), total or 0)
        self._keep(rows)
        self._asked.clear()
        place = 0 if to_top else self._place_of_cursor()
        self._measure()
        self._set_cursor(place)
        self.scroll_to(
            y=0 if at_top else self.cursor * self.row_height - offset, animate=False, immediate=True
        )
        self._keep_in_view()
        self._ask()
        self.refresh()

    def fill(self, rows: Iterable[MemoryRow]) -> None:
        """Take rows that were asked for, or that changed."""
        self._keep(rows)
        self._strips.clear()
        self.refresh()

    def forget(self, ids: Iterable[str]) -> None:
        """Drop rows that are no longer true; they are asked for again when in view."""
        for id_ in ids:
            self._rows.pop(id_, None)
            self._asked.discard(id_)
        self._ask()

    @property
    def at_hand(self) -> list[str]:
        """The entries whose rows are at hand."""
        return list(self._rows)

    def flag(self, conflicts: Collection[str]) -> None:
        """Put the sign of a conflict on these rows, and take it from all others at hand."""
        changed = [row for row in self._rows.values() if row.conflicts is not (row.id in conflicts)]
        for row in changed:
            self._rows[row.id] = row._replace(conflicts=not row.conflicts)
        if changed:
            self._strips.clear()
            self.refresh()

    def point_at(self, id_: str) -> bool:
        """Put the cursor on an entry; return False when it is not in the list."""
        place = place_of(self.ids, id_)
        if place is None:
            return False
        self._move(place)
        return True

    def refresh_ages(self) -> None:
        """Draw again, because time went on."""
        self._strips.clear()
        self.refresh()

    # -- what the owner asks ---------------------------------------------------------------------------

    @property
    def cursor_id(self) -> str | None:
        """The entry under the cursor."""
        return self.ids[self.cursor] if self.cursor < len(self.ids) else None

    def row(self, id_: str) -> MemoryRow | None:
        """Return a row when it is at hand."""
        return self._rows.get(id_)

    # -- rows in hand ----------------------------------------------------------------------------------

    def _keep(self, rows: Iterable[MemoryRow]) -> None:
        for row in rows:
            self._rows[row.id] = row
            self._rows.move_to_end(row.id)
            self._asked.discard(row.id)
        while len(self._rows) > _ROWS_KEPT:
            self._rows.popitem(last=False)

    def _ask(self) -> None:
        """Ask for the rows in view that are not at hand, and for some around them."""
        if not self.ids or not self.size.height:
            return
        first = self.scroll_offset.y // self.row_height
        shown = self.size.height // self.row_height + 2
        wanted = self.ids[first : first + shown]
        if all(id_ in self._rows or id_ in self._asked for id_ in wanted):
            return
        start = max(0, first - PAGE // 4)
        missing = [
            id_
            for id_ in self.ids[start : start + max(PAGE, shown)]
            if id_ not in self._rows and id_ not in self._asked
        ]
        self._asked.update(missing)
        self.post_message(self.PageNeeded(self, missing))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Scrolling brings other rows into view."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self._ask()

    def on_resize(self) -> None:
        """Another width is another layout; more height needs more rows."""
        self._strips.clear()
        self._measure()
        self._keep_in_view()
        self._ask()

    def _measure(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, self.total * self.row_height)

    def watch_row_height(self, before: int, after: int) -> None:
        """Keep the cursor's row where it is on the screen."""
        line = self.cursor * before - self.scroll_offset.y
        self._strips.clear()
        self._measure()
        self.scroll_to(
            y=self.cursor * after - min(line, self.size.height - after), animate=False, immediate=True
        )
        self._keep_in_view()
        self._ask()
        self.refresh()

    def watch_words(self) -> None:
        """Other letters are lit."""
        self._strips.clear()
        self.refresh()

    # -- drawing ---------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen."""
        width = self.scrollable_content_region.width
        place, line = divmod(self.scroll_offset.y + y, self.row_height)
        if place >= self.total:
            return Strip.blank(width, self.palette.base)
        return self._row_strips(place, width)[line]

    def _row_strips(self, place: int, width: int) -> list[Strip]:
        row = self._rows.get(self.ids[place]) if place < len(self.ids) else None
        if row is None:
            return paint_missing(width, self.row_height, self.palette)
        state = RowState(place == self.cursor, self.has_focus, row.id in self.marks)
        key = (row, state, width, self.row_height)
        strips = self._strips.get(key)
        if strips is None:
            if len(self._strips) > _STRIPS_KEPT:
                self._strips.clear()
            strips = self._strips[key] = paint(
                row,
                state,
                width=width,
                height=self.row_height,
                palette=self.palette,
                words=self.words,
                now=self._now(),
            )
        return strips

    @property
    def palette(self) -> Palette:
        """The styles in force."""
        if self._palette is None:
            self._palette = Palette(
                base=self.rich_style,
                cursor=Style(bgcolor=self.get_component_rich_style("memory-list--cursor").bgcolor),
                **{
                    name: self._component(name)
                    for name in ("title", "text", "muted", "sign", "mark", "warning", "lit")
                },
            )
        return self._palette

    def _component(self, name: str) -> Style:
        full = self.get_component_rich_style(f"memory-list--{name}")
        return Style(color=full.color, bold=full.bold, italic=full.italic, underline=full.underline)

    def notify_style_update(self) -> None:
        """Another theme is another palette."""
        super().notify_style_update()
        self._palette = None
        self._strips.clear()

    def on_focus(self) -> None:
        """The cursor sign tells whether the keys go here."""
        self._draw_row(self.cursor)

    def on_blur(self) -> None:
        """The cursor sign tells whether the keys go here."""
        self._draw_row(self.cursor)

    def _draw_row(self, place: int) -> None:
        self.refresh_lines(place * self.row_height, self.row_height)

    # -- the cursor ------------------------------------------------------------------------------------

    def _place_of_cursor(self) -> int:
        if self._cursor_id is not None:
            place = place_of(self.ids, self._cursor_id)
            if place is not None:
                return place
        return self.cursor

    def _set_cursor(self, place: int) -> None:
        self.cursor = max(0, min(place, self.total - 1))
        if self.cursor_id != self._cursor_id:
            self._cursor_id = self.cursor_id
            self.post_message(self.CursorMoved(self, self._cursor_id))

    def watch_cursor(self, before: int, after: int) -> None:
        """Draw the two rows anew."""
        self._draw_row(before)
        self._draw_row(after)

    def _move(self, place: int) -> None:
        self._set_cursor(place)
        self._keep_in_view()

    def _keep_in_view(self) -> None:
        height = self.size.height
        if not height:
            return
        top = self.cursor * self.row_height
        view = self.scroll_offset.y
        if top < view:
            self.scroll_to(y=top, animate=False, immediate=True)
        elif top + self.row_height > view + height:
            self.scroll_to(y=top + self.row_height - height, animate=False, immediate=True)


def place_of(ids: Sequence[str], id_: str) -> int | None:
    """Return where an id stands, or None when it is not there."""
    try:
        return ids.index(id_)
    except ValueError:
        return None
