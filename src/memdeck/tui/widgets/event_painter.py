"""How one line of the list of events is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from memdeck.memory.printable import printable
from memdeck.tui.cells import cut, fit
from memdeck.tui.event_rows import EventRow

_WHO, _WHAT = 16, 10
_NOTE = 18
"""Cells that a note may take from a long title; a short title leaves it more."""


@dataclass(frozen=True, slots=True)
class RowPaint:
    """Styles of one row."""

    base: Style
    muted: Style
    cursor: bool
    focus: bool


def event_strip(row: EventRow, more: str, width: int, paint: RowPaint) -> Strip:
    """Draw one row: time, who, what, entry, and as much of the notes as fits."""
    plain = paint.muted if row.faded else paint.base
    tail = printable(" · ".join(part for part in (more, row.note) if part))
    entry = printable(row.entry)
    sign = "▏" if paint.cursor else " "
    segments = [
        Segment(f"{sign}{row.at.astimezone():%H:%M}  ", paint.muted),
        Segment(fit(printable(row.who), _WHO) + " ", plain),
        Segment(fit(row.what, _WHAT) + " ", plain),
    ]
    room = width - sum(cell_len(segment.text) for segment in segments) - 1
    beside = min(cell_len(tail) + 2, _NOTE) if room >= _NOTE * 2 else 0
    size = min(cell_len(entry), room - beside)
    segments.append(Segment(cut(entry, size), plain + Style(bold=paint.cursor and paint.focus)))
    room -= min(size, cell_len(entry)) + 2
    if room > 4 and tail:
        segments.append(Segment(f"  {cut(tail, room)}", paint.muted))
    return fitted(segments, width, paint.base)


def day_words(day: date, today: date | None) -> str:
    """Return `Today · Monday 30 November 2026`, or without the first word."""
    words = f"{day:%A} {day.day} {day:%B} {day.year}"
    if today is not None and day == today:
        return f"Today · {words}"
    if today is not None and day == today - timedelta(days=1):
        return f"Yesterday · {words}"
    return words


def fitted(segments: list[Segment], width: int, base: Style) -> Strip:
    """Return segments as a strip of exactly `width` cells."""
    return Strip(segments).adjust_cell_length(width, base).simplify()
