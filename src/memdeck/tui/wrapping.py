"""Breaking lines by cells, so that a gutter stays beside every row of a long line."""

from __future__ import annotations

from rich.cells import cell_len, get_character_cell_size


def wrapped_rows(line: str, width: int) -> list[str]:
    """Return the rows that a line takes in `width` cells, each with the line's own indent.

    Breaks at blanks where there are any, else anywhere: Chinese has none. No row is wider than `width`,
    unless a single character is.
    """
    if cell_len(line) <= width:
        return [line]
    indent = " " * min(
        len(line) - len(line.lstrip(" ")) + (2 if line.lstrip().startswith("- ") else 0), width // 2
    )
    rows: list[str] = []
    rest = line
    while cell_len(rest) > width:
        cut = _cut(rest, width, len(indent) if rows else 0)
        rows.append(rest[:cut].rstrip(" "))
        rest = indent + rest[cut:].lstrip(" ")
    if rest.strip() or not rows:
        rows.append(rest)
    return rows


def _cut(text: str, width: int, start: int) -> int:
    """Return where to break `text`: after the last blank that fits, but not before `start`."""
    cells, fits, blank = 0, 0, 0
    for place, sign in enumerate(text):
        cells += get_character_cell_size(sign)
        if cells > width:
            break
        fits = place + 1
        if sign == " " and place > start:
            blank = place + 1
    return blank if blank > start + (fits - start) // 3 else max(fits, start + 1)
