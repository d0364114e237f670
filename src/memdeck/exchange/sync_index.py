"""Keeping the lines of a `MEMORY.md` in step with its files; prose and headings are never touched."""

from __future__ import annotations

import re

from memdeck.exchange.file_text import BOM, LINE_END, of
from memdeck.exchange.index_file import IndexLine, folded_path, read_index
from memdeck.exchange.index_form import index_line, link_text, shown_hook
from memdeck.memory.entry import Memory

_HEADING = re.compile(r"^#{1,6}[ \t]", re.MULTILINE)


def with_entry(text: str, file: str, memory: Memory) -> str:
    """Add the line of a file that has none: above the others, or below them in an index with headings.

    In a list the newest stands first; under headings the place would be a guess.
    """
    if _line_of(text, file) is not None:
        return text
    lines = _lines(text)
    newline = of(text.removeprefix(BOM)).newline
    fresh = index_line(memory, file).replace("\n", newline)
    known = read_index(of(text.removeprefix(BOM))).lines
    if not known:
        place = len(lines)
    elif _HEADING.search(text):
        place = known[-1].line
    else:
        place = known[0].line - 1
    if place and not LINE_END.search(lines[place - 1]):
        lines[place - 1] += newline
    return "".join([*lines[:place], fresh, *lines[place:]])


def without_entry(text: str, file: str) -> str:
    """Take the lines of a file away."""
    while (found := _line_of(text, file)) is not None:
        lines = _lines(text)
        del lines[found.line - 1]
        text = "".join(lines)
    return text


def with_changes(text: str, file: str, before: Memory, after: Memory) -> str:
    """Follow a new title or description, where the line repeated the old one; own words of a line stay."""
    found = _line_of(text, file)
    if found is None:
        return text
    lines = _lines(text)
    line = lines[found.line - 1]
    if found.title and found.title == before.title and after.title != before.title:
        line = line.replace(f"[{_between(line)}]", f"[{link_text(after.title)}]", 1)
    if found.hook and found.hook == shown_hook(before) != shown_hook(after):
        end = line[len(line.rstrip("\r\n")) :]
        body = line.rstrip("\r\n").rstrip()
        if body.endswith(found.hook):
            body = body[: -len(found.hook)] + shown_hook(after)
            line = (body if shown_hook(after) else body.rstrip(" —–-:\t")) + end
    lines[found.line - 1] = line
    return "".join(lines)


def _between(line: str) -> str:
    match = re.search(r"\[((?:\\.|[^\[\]\\]|\[[^\[\]]*\])*)\]\(", line)
    return match[1] if match is not None else ""


def _line_of(text: str, file: str) -> IndexLine | None:
    wanted = folded_path(file)
    lines = read_index(of(text.removeprefix(BOM))).lines
    return next((line for line in lines if folded_path(line.target) == wanted), None)


def _lines(text: str) -> list[str]:
    found, start = [], 0
    for end in LINE_END.finditer(text):
        found.append(text[start : end.end()])
        start = end.end()
    return [*found, text[start:]] if start < len(text) else found
