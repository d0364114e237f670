"""`MEMORY.md`: one line per entry, among headings and prose that people wrote.

Accepted lines: `- [Title](file.md) — hook`, with an en dash, a hyphen or a colon instead; `*` or `+` as
bullet; with or without `.md`; with folders in the link; and ByteChef's `- file.md — [TYPE] title — hook`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote

from memdeck.exchange.file_text import LINE_END, FileText
from memdeck.exchange.header import split

LINES_LIMIT = 200
"""Lines of an index that Claude Code reads."""

BYTES_LIMIT = 25_000
"""Bytes of an index that Claude Code reads ("25 KB", taken as the smaller of its two meanings)."""

_LINK = re.compile(
    r"[ \t]*[-*+][ \t]+\[(?P<title>(?:\\.|[^\[\]\\]|\[[^\[\]]*\])*)\]"
    r"\((?:<(?P<angle>[^<>]*)>|(?P<target>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*))\)(?P<rest>.*)",
    re.DOTALL,
)
_PLAIN = re.compile(r"[ \t]*[-*+][ \t]+(?P<target>\S+\.md)(?P<rest>[ \t]*(?:[—–:]|-(?=[ \t])).*)", re.DOTALL)
_BEFORE_HOOK = re.compile(r"[ \t]*(?:[—–:]|-(?=[ \t]|$))[ \t]*")
_TYPED = re.compile(r"\[(?P<type>[A-Z_]+)\][ \t]+(?P<title>.*?)(?:[ \t]+—[ \t]+(?P<hook>.*))?", re.DOTALL)
_COMMENT = re.compile(r"^[ \t]*<!--.*?-->[ \t]*(?:\n|$)", re.DOTALL | re.MULTILINE)
_ESCAPE = re.compile(r"\\([\\\[\]()<>`*_])")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


@dataclass(frozen=True, slots=True)
class IndexLine:
    """One line that points to a file."""

    line: int
    """1-based, in the file."""
    target: str
    """Path below the index's folder, with `/` and `.md`; `../` or `/` in front when it leaves the folder."""
    title: str
    """The link's text; empty when it only repeats the file's name."""
    hook: str
    loaded: bool
    """False when the line lies past what Claude Code reads."""


@dataclass(frozen=True, slots=True)
class Index:
    """What a MEMORY.md says. Lines and bytes are counted as Claude Code counts them: without a header
    and without HTML comments that stand on lines of their own.
    """

    lines: tuple[IndexLine, ...]
    line_count: int
    byte_count: int

    @property
    def over_limit(self) -> bool:
        """True when Claude Code does not read the whole index."""
        return self.line_count > LINES_LIMIT or self.byte_count > BYTES_LIMIT

    def titles(self) -> dict[str, str]:
        """Return file → title; the first line of a file counts."""
        return {line.target: line.title for line in reversed(self.lines) if line.title}

    def dead(self, files: Iterable[str]) -> list[IndexLine]:
        """Return the lines that point to no file."""
        known = {folded_path(file) for file in files}
        return [line for line in self.lines if folded_path(line.target) not in known]

    def missing(self, files: Iterable[str]) -> list[str]:
        """Return the files that no line points to, in their given order."""
        known = {folded_path(line.target) for line in self.lines}
        return [file for file in files if folded_path(file) not in known]

    def not_loaded(self) -> list[IndexLine]:
        """Return the lines past the limits: Claude Code never sees them."""
        return [line for line in self.lines if not line.loaded]


def read_index(file: FileText) -> Index:
    """Read an index; prose, headings and anything else that is no entry is passed over.

    Raises:
        FileFault: it opens a header that is never closed.
    """
    parts = split(file)
    body = LINE_END.sub("\n", parts.body)
    if parts.header is not None:
        body = body[1:] if body.startswith("\n") else body
    first_line = parts.body_line + (LINE_END.sub("\n", parts.body) != body)
    kept = _without_comments(body)
    found: list[IndexLine] = []
    size = 0
    for count, (number, text) in enumerate(kept, start=1):
        size += len(text.encode("utf-8", "surrogatepass")) + 1
        loaded = count <= LINES_LIMIT and size <= BYTES_LIMIT + 1
        line = _index_line(text, first_line + number, loaded)
        if line is not None:
            found.append(line)
    return Index(tuple(found), len(kept), size)


def _without_comments(body: str) -> list[tuple[int, str]]:
    """Return (0-based line, text) of the lines that count."""
    blanked = _COMMENT.sub(lambda match: "\0\n" * match.group().count("\n"), body)
    lines = blanked.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return [(number, text) for number, text in enumerate(lines) if text != "\0"]


def _index_line(text: str, number: int, loaded: bool) -> IndexLine | None:
    match = _LINK.fullmatch(text)
    if match is not None:
        target = _target(match["angle"] if match["angle"] is not None else match["target"])
        if target is None:
            return None
        title = _ESCAPE.sub(r"\1", match["title"]).strip()
        if folded_path(title) in {folded_path(target), folded_path(target.removesuffix(".md"))}:
            title = ""
        return IndexLine(number, target, title, _hook(match["rest"]), loaded)
    match = _PLAIN.fullmatch(text)
    target = _target(match["target"]) if match is not None else None
    if match is None or target is None:
        return None
    hook = _hook(match["rest"])
    typed = _TYPED.fullmatch(hook)
    if typed is not None:
        return IndexLine(number, target, typed["title"].strip(), (typed["hook"] or "").strip(), loaded)
    return IndexLine(number, target, "", hook, loaded)


def _hook(rest: str) -> str:
    return _BEFORE_HOOK.sub("", rest, count=1).strip() if _BEFORE_HOOK.match(rest) else rest.strip()


def _target(link: str) -> str | None:
    """Return the file a link means, or None for a link to somewhere else."""
    link = unquote(link.partition("#")[0]).replace("\\", "/")
    if not link or _SCHEME.match(link) or link.endswith("/") or "\0" in link:
        return None
    parts: list[str] = []
    for part in link.split("/"):
        if part == ".." and parts and parts[-1] not in {"..", ""}:
            parts.pop()
        elif part != "." and (part or not parts):
            parts.append(part)
    path = "/".join(parts)
    return path if path[-3:].casefold() == ".md" else f"{path}.md"


def folded_path(path: str) -> str:
    """Return a path in the form in which two spellings of one file are equal."""
    return unicodedata.normalize("NFC", path).casefold()
