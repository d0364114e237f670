"""Keeping the lines of a `MEMORY.md` in step with its files; prose and headings are never touched."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from memdeck.exchange.file_text import BOM, LINE_END, of
from memdeck.exchange.index_file import BYTES_LIMIT, LINES_LIMIT, IndexLine, folded_path, read_index
from memdeck.exchange.index_form import index_line, link_text, shown_hook
from memdeck.memory.entry import Memory

_HEADING = re.compile(r"^#{1,6}[ \t]", re.MULTILINE)
_LINK_TEXT = re.compile(r"\[((?:\\.|[^\[\]\\]|\[[^\[\]]*\])*)\]\(")


@dataclass(frozen=True, slots=True)
class KeptIndex:
    """An index after a sync."""

    text: str
    unlisted: tuple[str, ...] = ()
    """Files that got no line, because an assistant would not read it there."""


def kept_in_step(
    text: str,
    *,
    gone: Collection[str] = (),
    changed: Mapping[str, tuple[Memory, Memory]] | None = None,
    present: Sequence[tuple[str, Memory]] = (),
) -> KeptIndex:
    """Let an index follow its files.

    Args:
        text: the index.
        gone: files whose lines go.
        changed: entries before and after; where a line repeated the old title or description it follows.
        present: files that are to have a line, with their entries, the most important first. New lines stand
            above the others, or below them in an index with headings: there the place would be a guess.

    Raises:
        FileFault: the index can't be understood.
    """
    lines = _lines(text)
    found = read_index(of(text.removeprefix(BOM))).lines
    known = {folded_path(line.target): line for line in reversed(found)}
    out = {folded_path(file) for file in gone}
    for file, (before, after) in (changed or {}).items():
        line = known.get(folded_path(file))
        if line is not None:
            lines[line.line - 1] = _followed(lines[line.line - 1], line, before, after)
    dropped = {line.line - 1 for line in found if folded_path(line.target) in out}
    missing = [(file, memory) for file, memory in present if folded_path(file) not in known.keys() - out]
    kept = [line for line in found if line.line - 1 not in dropped]
    place = _place(text, lines, kept)
    fresh, unlisted = _fresh(text, missing, lines, dropped)
    if fresh and place and not LINE_END.search(lines[place - 1]):
        lines[place - 1] += of(text).newline
    upper = [line for number, line in enumerate(lines[:place]) if number not in dropped]
    lower = [line for number, line in enumerate(lines[place:], place) if number not in dropped]
    return KeptIndex("".join([*upper, *fresh, *lower]), unlisted)


def _place(text: str, lines: Sequence[str], kept: Sequence[IndexLine]) -> int:
    if not kept:
        return len(lines)
    return kept[-1].line if _HEADING.search(text) else kept[0].line - 1


def _fresh(
    text: str, missing: Sequence[tuple[str, Memory]], lines: Sequence[str], dropped: Collection[int]
) -> tuple[list[str], tuple[str, ...]]:
    """Return the new lines, as many as an assistant reads, and the files that stay without."""
    newline = of(text.removeprefix(BOM)).newline
    rooms = LINES_LIMIT - (len(lines) - len(dropped))
    size = BYTES_LIMIT - sum(len(line.encode()) for line in lines)
    fresh: list[str] = []
    for file, memory in missing:
        line = index_line(memory, file).replace("\n", newline)
        rooms, size = rooms - 1, size - len(line.encode())
        if rooms < 0 or size < 0:
            break
        fresh.append(line)
    return fresh, tuple(file for file, _ in missing[len(fresh) :])


def _followed(text: str, line: IndexLine, before: Memory, after: Memory) -> str:
    if line.title and line.title == before.title and after.title != before.title:
        match = _LINK_TEXT.search(text)
        if match is not None:
            text = f"{text[: match.start(1)]}{link_text(after.title)}{text[match.end(1) :]}"
    if line.hook and line.hook == shown_hook(before) != shown_hook(after):
        end = text[len(text.rstrip("\r\n")) :]
        body = text.rstrip("\r\n").rstrip()
        if body.endswith(line.hook):
            body = body[: -len(line.hook)] + shown_hook(after)
            text = (body if shown_hook(after) else body.rstrip(" —–-:\t")) + end
    return text


def _lines(text: str) -> list[str]:
    found, start = [], 0
    for end in LINE_END.finditer(text):
        found.append(text[start : end.end()])
        start = end.end()
    return [*found, text[start:]] if start < len(text) else found
