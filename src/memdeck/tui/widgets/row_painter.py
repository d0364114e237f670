"""Draws rows of the list as strips of cells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from memdeck.tui.ages import age, short_age
from memdeck.tui.cells import fit, wrap
from memdeck.tui.widgets.memory_row import MemoryRow
from memdeck.tui.widgets.row_columns import GUTTER, Columns, columns_for

CURSOR = "▌"
CURSOR_UNFOCUSED = "▏"
MARK = "●"
CONFLICT = "⚡"


class Palette(NamedTuple):
    """The styles a list is drawn with."""

    base: Style
    cursor: Style
    title: Style
    text: Style
    muted: Style
    sign: Style
    mark: Style
    warning: Style
    lit: Style


class RowState(NamedTuple):
    """What the list knows about a row beside its text."""

    cursor: bool = False
    focused: bool = False
    marked: bool = False


def paint(
    row: MemoryRow,
    state: RowState,
    *,
    width: int,
    height: int,
    palette: Palette,
    words: Sequence[str],
    now: datetime,
) -> list[Strip]:
    """Return the row as `height` strips of `width` cells."""
    compact = height == 1
    columns = columns_for(width, compact)
    ground = palette.cursor if state.cursor else palette.base
    lines = [_first(row, columns, palette, words, now)]
    if not compact:
        lines.append(_second(row, columns, palette))
        described = wrap(row.description, columns.text, height - 2)
        lines += [_lit(line, palette.text, palette.lit, words) for line in described]
    strips = []
    for place in range(height):
        body = lines[place] if place < len(lines) else []
        gutter = _gutter(state, palette, place)
        strips.append(Strip([*gutter, *body]).adjust_cell_length(width).apply_style(ground))
    return strips


def paint_missing(width: int, height: int, palette: Palette) -> list[Strip]:
    """Return the strips of a row that is still being read."""
    waiting = Strip([Segment(" " * GUTTER), Segment("…", palette.muted)])
    blank = Strip([])
    return [
        (blank if place else waiting).adjust_cell_length(width).apply_style(palette.base)
        for place in range(height)
    ]


def _gutter(state: RowState, palette: Palette, place: int) -> list[Segment]:
    sign = (CURSOR if state.focused else CURSOR_UNFOCUSED) if state.cursor else " "
    mark = MARK if state.marked and place == 0 else " "
    return [Segment(sign, palette.sign), Segment(mark, palette.mark), Segment(" ")]


def _first(
    row: MemoryRow, columns: Columns, palette: Palette, words: Sequence[str], now: datetime
) -> list[Segment]:
    title = fit(row.title, columns.title - 1) + " " if columns.title else ""
    segments = _lit(title, palette.title, palette.lit, words)
    if columns.kind:
        segments.append(Segment(f"{row.kind:<{columns.kind - 2}}", palette.muted))
        segments.append(Segment(fit(CONFLICT if row.conflicts else "", 2), palette.warning))
    if columns.owner:
        segments.append(Segment(fit(row.owner, columns.owner - 1) + " ", palette.muted))
    words_for_age = short_age if columns.short_ages else age
    segments.append(Segment(fit(words_for_age(row.updated_at, now), columns.updated), palette.muted))
    return segments


def _second(row: MemoryRow, columns: Columns, palette: Palette) -> list[Segment]:
    name = fit(row.name, columns.title - 1) + " " if columns.title else ""
    return [Segment(name, palette.muted), Segment(row.state, palette.muted)]


def _lit(text: str, plain: Style, lit: Style, words: Sequence[str]) -> list[Segment]:
    if not words:
        return [Segment(text, plain)]
    from memdeck.retrieve.headsearch.lit import lit_ranges

    segments: list[Segment] = []
    at = 0
    for start, end in lit_ranges(text, words):
        segments += [Segment(text[at:start], plain), Segment(text[start:end], plain + lit)]
        at = end
    segments.append(Segment(text[at:], plain))
    return [segment for segment in segments if segment.text]
