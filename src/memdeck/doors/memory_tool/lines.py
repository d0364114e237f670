"""Lines of a file, as all dialects count them: `\\n` ends one; a CR before it belongs to the line."""

from __future__ import annotations

from collections.abc import Sequence

LINES_LIMIT = 999_999
NUMBER_WIDTH = 6


def split_lines(text: str) -> list[str]:
    """Return the lines; a text that ends with a line end has no empty line after it."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def numbered(lines: Sequence[str], first: int = 1, mark: str = "\t") -> list[str]:
    """Return lines with right-aligned numbers before them, counted from `first`."""
    return [f"{number:>{NUMBER_WIDTH}}{mark}{line}" for number, line in enumerate(lines, start=first)]


def around(text: str, at: int, length: int, context: int) -> tuple[list[str], int]:
    """Return the lines of a stretch of the text with `context` lines on both sides, and the first's number.

    Args:
        text: the whole text.
        at: where the stretch begins, in characters.
        length: how long it is.
        context: lines before and after it.
    """
    lines = text.split("\n")
    first = text.count("\n", 0, at)
    last = first + text.count("\n", at, at + length)
    start = max(0, first - context)
    return lines[start : last + context + 1], start + 1


def short_size(size: int) -> str:
    """Return bytes as people read them: `17B`, `4K`, `5.5K`, `1.2M`."""
    value, unit = float(size), 0
    while value >= 1024 and unit < 3:
        value /= 1024
        unit += 1
    return f"{value:.1f}".removesuffix(".0") + "BKMG"[unit]
