"""A document that people write for an assistant, taken apart: its list items, and sections without any."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memdeck.exchange.file_text import FileText
from memdeck.exchange.header import split
from memdeck.exchange.problem import FileFault

_HEADING = re.compile(r"(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*")
_ITEM = re.compile(r"([ \t]{0,3})(?:[-*+]|[0-9]{1,3}[.)])[ \t]+(?P<text>\S.*)", re.DOTALL)
_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_IMPORT = re.compile(r"[ \t]*@[^\s@]+[ \t]*")
_RULE = re.compile(r"[ \t]*(?:[-*_=][ \t]*){3,}")
_CHECKBOX = re.compile(r"\[(?P<mark>[ xX-])\][ \t]+(?P<text>.+)", re.DOTALL)

COMMENT_BEGIN, COMMENT_END = "<!--", "-->"
OWN_BEGIN, OWN_END = "<!-- memdeck:begin", "<!-- memdeck:end -->"
"""The marks of the block that `memdeck export --format agents-md` keeps; it is never read back."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One item, or the text of a section that has no items."""

    text: str
    headings: tuple[str, ...]
    """The headings above it, the outermost first."""
    line: int
    """1-based, in the file."""
    item: bool
    done: bool | None = None
    """For an item with a checkbox: whether it is ticked."""

    @property
    def heading(self) -> str:
        """The nearest heading, or nothing."""
        return self.headings[-1] if self.headings else ""


@dataclass(frozen=True, slots=True)
class Document:
    """A document taken apart."""

    pieces: tuple[Piece, ...]
    imports: tuple[tuple[int, str], ...]
    """Lines such as `@docs/style.md` that name another file, with their line number."""


def read_document(text: FileText) -> Document:
    """Take a markdown document apart. Headers, HTML comments and Memdeck's own block are passed over."""
    try:
        parts = split(text)
        body, first = parts.body, parts.body_line
    except FileFault:
        body, first = text.text, 1
    reader = _Reader()
    for number, line in enumerate(text.unified(body).split("\n"), start=first):
        reader.line(number, line)
    reader.end()
    return Document(tuple(reader.pieces()), tuple(reader.imports))


@dataclass(slots=True)
class _Section:
    headings: tuple[str, ...]
    line: int
    items: list[tuple[int, list[str]]]
    prose: list[tuple[int, str]]


class _Reader:
    def __init__(self) -> None:
        self.imports: list[tuple[int, str]] = []
        self._sections = [_Section((), 1, [], [])]
        self._levels: list[tuple[int, str]] = []
        self._fence = ""
        self._comment = ""
        self._indent: int | None = None
        self._blank = False

    def line(self, number: int, line: str) -> None:
        if self._skips_comment(line):
            return
        fence = _FENCE.match(line)
        if self._fence:
            self._keep(number, line)
            if fence and fence[1].startswith(self._fence) and not line.strip().strip("`~"):
                self._fence = ""
            return
        if fence:
            self._fence = fence[1]
            self._keep(number, line)
            return
        heading = _HEADING.fullmatch(line)
        if heading:
            self._open(number, len(heading[1]), heading[2].strip())
        elif not line.strip():
            self._blank = True
            if self._indent is None or self._sections[-1].items:
                self._keep(number, "")
        elif _IMPORT.fullmatch(line):
            self.imports.append((number, line.strip()))
        elif not _RULE.fullmatch(line):
            self._text(number, line)
            self._blank = False

    def end(self) -> None:
        self._fence = self._comment = ""

    def pieces(self) -> Iterator[Piece]:
        for section in self._sections:
            for number, lines in section.items:
                text = _trimmed(lines)
                box = _CHECKBOX.fullmatch(text)
                done = None if box is None else box["mark"] not in {" ", "-"}
                yield Piece(box["text"] if box else text, section.headings, number, True, done)
            prose = _trimmed([line for _, line in section.prose])
            if prose and not (section.items and _only_leads(prose)):
                first = next(number for number, line in section.prose if line.strip())
                yield Piece(prose, section.headings, first, False)

    def _skips_comment(self, line: str) -> bool:
        if self._comment:
            if self._comment in line:
                self._comment = ""
            return True
        stripped = line.strip()
        if self._fence or not stripped.startswith(COMMENT_BEGIN):
            return False
        own = stripped.startswith(OWN_BEGIN)
        ending = OWN_END if own else COMMENT_END
        if ending not in line:
            self._comment = ending
        return own or stripped.endswith(COMMENT_END) or ending not in line

    def _open(self, number: int, level: int, words: str) -> None:
        while self._levels and self._levels[-1][0] >= level:
            self._levels.pop()
        self._levels.append((level, words))
        self._sections.append(_Section(tuple(words for _, words in self._levels), number, [], []))
        self._indent, self._blank = None, False

    def _text(self, number: int, line: str) -> None:
        item = _ITEM.fullmatch(line)
        indent = len(line) - len(line.lstrip(" \t"))
        if item and (self._indent is None or indent <= self._indent):
            self._sections[-1].items.append((number, [item["text"].rstrip()]))
            self._indent = indent
        elif self._indent is not None and self._blank and indent == 0:
            self._indent = None
            self._sections[-1].prose.append((number, line))
        else:
            self._keep(number, line)

    def _keep(self, number: int, line: str) -> None:
        section = self._sections[-1]
        if self._indent is not None and section.items:
            section.items[-1][1].append(line)
        else:
            section.prose.append((number, line))


def _trimmed(lines: list[str]) -> str:
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    while lines and not lines[0].strip():
        lines = lines[1:]
    if not lines:
        return ""
    inner = [len(line) - len(line.lstrip(" ")) for line in lines[1:] if line.strip()]
    cut = min(inner, default=0)
    return "\n".join([lines[0].rstrip(), *(line[cut:].rstrip() for line in lines[1:])])


def _only_leads(prose: str) -> bool:
    """Tell whether a text only introduces the list under it."""
    return prose.count("\n") == 0 and prose.rstrip().endswith((":", "："))
