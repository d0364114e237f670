"""A markdown document by its headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADING = re.compile(r"(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*")
_FENCE = re.compile(r"[ \t]{0,3}(?:`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading, up to the next of any level."""

    headings: tuple[str, ...]
    text: str
    line: int
    """1-based line of the heading."""

    @property
    def heading(self) -> str:
        """The nearest heading, or nothing."""
        return self.headings[-1] if self.headings else ""


def sections(text: str, *, deepest: int = 6) -> Iterator[Section]:
    """Yield the sections of a text that are not empty; headings below level `deepest` belong to the text."""
    levels: list[tuple[int, str]] = []
    lines: list[str] = []
    start, fenced = 1, False
    for number, line in enumerate(text.split("\n"), start=1):
        fenced ^= bool(_FENCE.match(line))
        match = None if fenced else _HEADING.fullmatch(line)
        if match is None or len(match[1]) > deepest:
            lines.append(line)
            continue
        yield from _made(levels, lines, start)
        while levels and levels[-1][0] >= len(match[1]):
            levels.pop()
        levels.append((len(match[1]), match[2].strip()))
        lines, start = [], number
    yield from _made(levels, lines, start)


def _made(levels: list[tuple[int, str]], lines: list[str], start: int) -> Iterator[Section]:
    text = "\n".join(lines).strip()
    if text:
        yield Section(tuple(words for _, words in levels), text, start)
