"""Three texts into one: what two people made of the same text. Line by line, and nothing is ever lost.

Changes to different lines are both taken. Where both changed the same or touching lines, both versions
stand in the result between marks, for a person to settle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memdeck.tui.difference import Block, blocks, lines_of

MINE_MARK = "<<<<<<< yours"
MIDDLE_MARK = "======="
THEIRS_MARK = ">>>>>>> theirs"


@dataclass(frozen=True, slots=True)
class Merged:
    """The joined text, and how many places hold both versions between marks."""

    text: str
    clashes: int

    @property
    def clean(self) -> bool:
        """True when the changes did not touch each other."""
        return self.clashes == 0


def merged(base: str, mine: str, theirs: str) -> Merged:
    """Join what was made of `base` on two sides."""
    if mine == theirs or theirs == base:
        return Merged(mine, 0)
    if mine == base:
        return Merged(theirs, 0)
    base_lines, mine_lines, their_lines = lines_of(base), lines_of(mine), lines_of(theirs)
    found: list[str] = []
    clashes = 0
    done = 0
    for region in _regions(blocks(base_lines, mine_lines), blocks(base_lines, their_lines)):
        found += base_lines[done : region.start]
        done = region.end
        ours = mine_lines[region.mine0 : region.mine1]
        others = their_lines[region.theirs0 : region.theirs1]
        old = base_lines[region.start : region.end]
        if ours == others or others == old:
            found += ours
        elif ours == old:
            found += others
        else:
            clashes += 1
            found += _both(ours, others)
    found += base_lines[done:]
    return Merged(_closed(found), clashes)


@dataclass(frozen=True, slots=True)
class _Region:
    """A range of the base that at least one side replaced, and what stands there on each side."""

    start: int
    end: int
    mine0: int
    mine1: int
    theirs0: int
    theirs1: int


def _regions(mine: list[Block], theirs: list[Block]) -> Iterator[_Region]:
    """Join replaced ranges of the two sides that overlap or touch."""
    changes = sorted((block.a0, block.a1) for block in (*mine, *theirs) if not block.equal)
    spans: list[tuple[int, int]] = []
    for start, end in changes:
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    for start, end in spans:
        yield _Region(start, end, *_image(mine, start, end), *_image(theirs, start, end))


def _image(side: list[Block], start: int, end: int) -> tuple[int, int]:
    """Return the range of a side's lines that stands for the base's lines `start` to `end`."""
    low: int | None = None
    high = 0
    for block in side:
        if block.a1 < start or block.a0 > end:
            continue
        if block.equal:
            first = block.b0 + max(start, block.a0) - block.a0
            last = block.b0 + min(end, block.a1) - block.a0
        else:
            first, last = block.b0, block.b1
        low = first if low is None else min(low, first)
        high = max(high, last)
    return (low or 0, high)


def _both(ours: list[str], others: list[str]) -> list[str]:
    return [
        f"{MINE_MARK}\n", *ours, f"{MIDDLE_MARK}\n", *others, f"{THEIRS_MARK}\n",
    ]  # fmt: skip


def _closed(lines: list[str]) -> str:
    """Join lines; one that lost its place at the end of the text gets the line end it never needed."""
    ended = [line if line.endswith("\n") else f"{line}\n" for line in lines[:-1]]
    return "".join([*ended, *lines[-1:]])
