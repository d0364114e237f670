"""Why each entry is in, and why the near misses are out, with bars and reasons; one row for each entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from memdeck.memory.printable import printable
from memdeck.tui.commands import moving_bindings
from memdeck.tui.widgets.block_view import bar

MUTED = "$foreground-muted"
_BAR = 8
_SCORE = 5
_SIGN = 4
_NARROW = 36
_ONE_LINE = 70
"""From this width each entry takes one line."""
_ROOMY = 100
"""From this width a reason has room whatever a title takes."""
_NEGLIGIBLE = 0.005


@dataclass(frozen=True, slots=True)
class WhyRow:
    """One entry of the outcome. Texts may be hostile."""

    id: str
    title: str
    sign: str
    """`1`, `2` … for what is in; a sign for what is out."""
    score: float
    detail: str
    """Why it is in or out."""
    is_in: bool
    touched: bool = False
    """True when it was pinned or excluded by hand."""


@dataclass(frozen=True, slots=True)
class WhyGroup:
    """Rows under one heading."""

    heading: str
    rows: Sequence[WhyRow]


class WhyList(OptionList):
    """The rows; the cursor stays on its entry when the outcome changes."""

    BINDINGS: ClassVar[list[BindingType]] = moving_bindings()

    @dataclass
    class Pointed(Message):
        """The cursor is on another entry, or on none."""

        id: str | None

    def __init__(self, *, list_id: str) -> None:
        super().__init__(id=list_id, markup=False, compact=True)
        self._groups: Sequence[WhyGroup] = ()
        self._drawn_width = 0

    @property
    def pointed(self) -> str | None:
        """The id of the entry under the cursor."""
        option = self.highlighted_option
        return option.id if option is not None else None

    def action_cursor_top(self) -> None:
        """Go to the first entry."""
        self.action_first()

    def action_cursor_bottom(self) -> None:
        """Go to the last entry."""
        self.action_last()

    def action_half_down(self) -> None:
        """Move a page down."""
        self.action_page_down()  # type: ignore[no-untyped-call]

    def action_half_up(self) -> None:
        """Move a page up."""
        self.action_page_up()  # type: ignore[no-untyped-call]

    async def _on_click(self, event: events.Click) -> None:
        """Point with one click, open with two, as in every other list."""
        event.prevent_default()  # the list's own way opens at once
        place = event.style.meta.get("option")
        if place is None or self.options[place].disabled:
            return
        self.highlighted = place
        if event.chain == 2:
            self.action_select()

    def show(self, groups: Sequence[WhyGroup], *, from_top: bool = False) -> None:
        """Show these rows, with the cursor on the entry where it was, or on the first one."""
        if from_top:
            self.highlighted = None
        if groups != self._groups or from_top:
            self._groups = groups
            self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """Bars and titles take the width that there is."""
        if self.scrollable_content_region.width != self._drawn_width:
            self._draw()

    def _draw(self) -> None:
        keep, place = self.pointed, self.highlighted
        width = self._drawn_width = self.scrollable_content_region.width
        best = max((row.score for group in self._groups for row in group.rows), default=0.0)
        options = []
        for group in self._groups:
            options.append(Option(Content.styled(group.heading, "bold $foreground-muted"), disabled=True))
            options += [Option(_row(row, width, best), id=row.id) for row in group.rows]
        with self.prevent(OptionList.OptionHighlighted):
            self.set_options(options)
            self.highlighted = self._place_of(keep, place)
        self.post_message(self.Pointed(self.pointed))

    def _place_of(self, keep: str | None, place: int | None) -> int | None:
        usable = [index for index, option in enumerate(self.options) if not option.disabled]
        for index in usable:
            if keep is not None and self.options[index].id == keep:
                return index
        if not usable:
            return None
        return min(usable, key=lambda index: abs(index - (place or 0)))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell the screen which entry is meant."""
        event.stop()
        self.post_message(self.Pointed(event.option_id))


def parts_in_words(parts: Mapping[str, float]) -> str:
    """Return `meaning 0.74 words 0.52`: the two that count most."""
    by_size = sorted(parts.items(), key=lambda part: -abs(part[1]))
    return " ".join(f"{name} {size:.2f}" for name, size in by_size[:2] if abs(size) >= _NEGLIGIBLE)


def _row(row: WhyRow, width: int, best: float) -> Content:
    """Lay a row out on two lines, or on one where there is room."""
    sign = (f"{row.sign:>2}  ", "bold $accent" if row.touched else "bold $foreground" if row.is_in else MUTED)
    title_style = "$foreground" if row.is_in else MUTED
    tail = _tail(row, width, best)
    room = max(4, width - _SIGN - tail.cell_length - 1)
    if width < _ONE_LINE:
        first = Content.assemble(sign, (_filled(row.title, room), title_style), " ", tail)
        return Content.assemble(first, "\n    ", (cut(printable(row.detail), max(4, width - _SIGN)), MUTED))
    share = room // 3 if width < _ROOMY else room * 2 // 5
    title = _filled(row.title, share)
    detail = _filled(row.detail, room - share - 2)
    return Content.assemble(sign, (title, title_style), "  ", (detail, MUTED), " ", tail)


def _tail(row: WhyRow, width: int, best: float) -> Content:
    figure = f"{round(row.score, 2) + 0.0:.2f}".rjust(_SCORE)  # never -0.00
    if width < _NARROW:
        return Content.styled(figure, MUTED)
    share = row.score / best if best > 0 else 0.0
    colour = "$primary" if row.is_in else "$foreground-disabled"
    return Content.assemble((bar(share, _BAR), f"{colour} on $panel"), (figure, MUTED))


def _filled(text: str, room: int) -> str:
    shown = cut(printable(text), room)
    return shown + " " * (room - cell_len(shown))


def cut(text: str, room: int) -> str:
    """Return `text` in at most `room` cells, with … where something is missing."""
    if cell_len(text) <= room:
        return text
    kept = ""
    for sign in text:
        if cell_len(kept + sign) > room - 1:
            break
        kept += sign
    return kept + "…"
