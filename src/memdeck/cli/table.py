"""Rows on stdout: aligned and cut to the terminal for people, tab-separated and whole for programs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import click

from memdeck.memory.printable import printable

_GAP = 2
_NARROWEST = 12
"""Cells that the last column keeps, however narrow the terminal is."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column; `widest` cuts it on a terminal, in cells."""

    title: str
    widest: int = 40


def print_plain(rows: Iterable[Sequence[str]]) -> None:
    """Write rows for a program: tab-separated, nothing cut, no head line. No cell can hold a tab."""
    click.echo("".join("\t".join(map(printable, row)) + "\n" for row in rows), nl=False)


def print_table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
    """Write rows for a person; the last column takes what the terminal has left."""
    safe = [[printable(cell) for cell in row] for row in rows]
    if not safe:
        return
    widths = _widths(columns, safe, shutil.get_terminal_size().columns)
    head = _line([column.title for column in columns], widths)
    lines = [head if os.environ.get("NO_COLOR") else click.style(head, bold=True)]
    lines += [_line(row, widths) for row in safe]
    click.echo("\n".join(lines))


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[str]], room: int) -> list[int]:
    from rich.cells import cell_len  # 14 ms, and only a terminal needs it

    widths = [
        min(column.widest, max(cell_len(cell) for cell in (column.title, *(row[place] for row in rows))))
        for place, column in enumerate(columns[:-1])
    ]
    return [*widths, max(_NARROWEST, room - sum(widths) - _GAP * len(widths))]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    from rich.cells import cell_len, set_cell_size

    fitted = [
        text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"
        for text, width in zip(cells, widths, strict=True)
    ]
    padded = [text + " " * (width - cell_len(text)) for text, width in zip(fitted, widths, strict=True)]
    return (" " * _GAP).join(padded).rstrip()
