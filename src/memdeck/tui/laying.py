"""Blocks laid out for a width: wrapped by cells, with a hanging indent."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, get_character_cell_size
from textual.content import Content

from memdeck.tui.markdown_blocks import MUTED, Block


def laid_out(blocks: Iterable[Block], width: int) -> Content:
    """Return the blocks as one text whose lines fit `width` cells."""
    lines: list[Content] = []
    for block in blocks:
        if block.gap and lines:
            lines.append(Content())
        if block.rule:
            lines.append(Content.styled("─" * width, MUTED))
            continue
        lines += _lines(block, width)
    return Content("\n").join(lines)


def _lines(block: Block, width: int) -> list[Content]:
    lines: list[Content] = []
    text = block.text
    if block.narrow is not None and text.cell_length > width:
        text = block.narrow
    for part in text.split("\n", allow_blank=True) or [Content()]:
        room = max(8, width - cell_len(block.rest))
        for piece in wrapped(part, room):
            before = block.rest if lines else block.first
            lines.append(Content.assemble((before, MUTED), piece) if before else piece)
    return lines


def wrapped(text: Content, width: int) -> list[Content]:
    """Break one line at blanks, or anywhere when a word is longer than the line or has no blanks."""
    if text.cell_length <= width:
        return [text]
    plain = text.plain
    cuts: list[int] = []
    start = 0
    while start < len(plain):
        end = _end(plain, start, width)
        if end >= len(plain):
            break
        cuts.append(end)
        start = end
    return [piece.rstrip() for piece in text.divide(cuts)]


def _end(plain: str, start: int, width: int) -> int:
    """Return where the line that begins at `start` ends (the next one begins there)."""
    cells = 0
    blank = 0
    for place in range(start, len(plain)):
        sign = plain[place]
        cells += get_character_cell_size(sign)
        if cells > width:
            if sign == " ":
                return place + 1
            return blank if blank > start + (place - start) // 3 else max(place, start + 1)
        if sign == " ":
            blank = place + 1
    return len(plain)
