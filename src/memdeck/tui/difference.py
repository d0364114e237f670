"""What changed between two texts, line by line and within lines word by word (Chinese: sign by sign).

Pure functions over text; nothing is lost: the kept and removed parts give back the text before, the kept
and added parts the text after.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_JOINING = "\u0300-\u036f\u200d\ufe0f"
_TOKEN = re.compile(
    rf"[{_CJK}]|(?:(?![{_CJK}])[\w{_JOINING}])+|\n|[^\S\n]+|[^\w\s][{_JOINING}\U0001f3fb-\U0001f3ff]*"
)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")

TABLE_LIMIT = 64_000_000
"""Most cells of one alignment (8 MB of bits); two longer texts count as replaced as a whole."""

ALIKE = 0.3
"""Replaced lines that share less than this part of their signs are shown as replaced as a whole."""


class Kind(Enum):
    """What became of a piece of text."""

    SAME = " "
    REMOVED = "-"
    ADDED = "+"


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of text and what became of it."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Hunk:
    """Whole lines that are the same, or whole lines that were replaced."""

    changed: bool
    segments: tuple[Segment, ...]

    @property
    def before(self) -> str:
        """The lines as they were."""
        return "".join(part.text for part in self.segments if part.kind is not Kind.ADDED)

    @property
    def after(self) -> str:
        """The lines as they are now."""
        return "".join(part.text for part in self.segments if part.kind is not Kind.REMOVED)


def lines_of(text: str) -> list[str]:
    """Split at line feeds only and keep them: `"".join` gives the text back."""
    return _LINE.findall(text)


def tokens_of(text: str) -> list[str]:
    """Split into words, single Chinese, Japanese and Korean signs, blanks and marks; nothing is lost."""
    return _TOKEN.findall(text)


@dataclass(frozen=True, slots=True)
class Block:
    """Two ranges that correspond: equal ones, or one replaced by the other."""

    equal: bool
    a0: int
    a1: int
    b0: int
    b1: int


def blocks(a: Sequence[str], b: Sequence[str]) -> list[Block]:
    """Align two sequences by their longest common subsequence; equal and replaced blocks alternate."""
    start = 0
    shorter = min(len(a), len(b))
    while start < shorter and a[start] == b[start]:
        start += 1
    end = 0
    while end < shorter - start and a[-1 - end] == b[-1 - end]:
        end += 1
    found = [Block(True, 0, start, 0, start)] if start else []
    found += _aligned(a[start : len(a) - end], b[start : len(b) - end], start)
    if end:
        found.append(Block(True, len(a) - end, len(a), len(b) - end, len(b)))
    return found


def _aligned(a: Sequence[str], b: Sequence[str], offset: int) -> list[Block]:
    if not a and not b:
        return []
    if not a or not b or len(a) * len(b) > TABLE_LIMIT:
        return [Block(False, offset, offset + len(a), offset, offset + len(b))]
    from rapidfuzz.distance import LCSseq

    found: list[Block] = []
    pending: Block | None = None
    for step in LCSseq.opcodes(a, b):
        a0, a1 = offset + step.src_start, offset + step.src_end
        b0, b1 = offset + step.dest_start, offset + step.dest_end
        if step.tag == "equal":
            if pending:
                found.append(pending)
            pending = None
            found.append(Block(True, a0, a1, b0, b1))
        elif pending:
            pending = Block(False, pending.a0, a1, pending.b0, b1)
        else:
            pending = Block(False, a0, a1, b0, b1)
    if pending:
        found.append(pending)
    return found


def hunks(before: str, after: str) -> list[Hunk]:
    """Return the lines that stayed and the lines that were replaced, in order."""
    old, new = lines_of(before), lines_of(after)
    found = []
    for block in blocks(old, new):
        a = "".join(old[block.a0 : block.a1])
        if block.equal:
            found.append(Hunk(False, (Segment(Kind.SAME, a),)))
        else:
            found.append(Hunk(True, tuple(_within(a, "".join(new[block.b0 : block.b1])))))
    return found


def difference(before: str, after: str) -> list[Segment]:
    """Return the pieces that stayed, went and came, in order; neighbours of one kind are joined."""
    return _joined([part for hunk in hunks(before, after) for part in hunk.segments])


def _within(a: str, b: str) -> list[Segment]:
    old, new = tokens_of(a), tokens_of(b)
    found = blocks(old, new)
    kept = sum(len("".join(old[block.a0 : block.a1]).strip()) for block in found if block.equal)
    if kept < ALIKE * min(len(a.strip()), len(b.strip())):
        return _replaced(a, b)
    parts: list[Segment] = []
    for block in _without_crumbs(found, old):
        gone = "".join(old[block.a0 : block.a1])
        parts += (
            [Segment(Kind.SAME, gone)] if block.equal else _replaced(gone, "".join(new[block.b0 : block.b1]))
        )
    return parts


def _replaced(a: str, b: str) -> list[Segment]:
    return [part for part in (Segment(Kind.REMOVED, a), Segment(Kind.ADDED, b)) if part.text]


def _without_crumbs(found: Sequence[Block], old: Sequence[str]) -> Iterator[Block]:
    """Join two changes that only blanks or marks keep apart: words between them read as one change."""
    pending: Block | None = None
    for place, block in enumerate(found):
        inside = 0 < place < len(found) - 1
        if block.equal and not (inside and _is_crumb("".join(old[block.a0 : block.a1]))):
            if pending:
                yield pending
            pending = None
            yield block
        elif pending:
            pending = Block(False, pending.a0, block.a1, pending.b0, block.b1)
        else:
            pending = Block(False, block.a0, block.a1, block.b0, block.b1)
    if pending:
        yield pending


def _is_crumb(text: str) -> bool:
    return len(text) <= 3 and "\n" not in text and not any(sign.isalnum() for sign in text)


def _joined(parts: Sequence[Segment]) -> list[Segment]:
    found: list[Segment] = []
    for part in parts:
        if found and found[-1].kind is part.kind:
            found[-1] = Segment(part.kind, found[-1].text + part.text)
        elif part.text:
            found.append(part)
    return found
