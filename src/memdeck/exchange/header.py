"""The `---` header of a memory file, in every form that is found on disks.

| form | example | written by |
|---|---|---|
| flat | `name`, `description`, `type: user`, perhaps `originSessionId` | Claude Code, first generations |
| nested | `name`, `description: "…"`, `metadata:` with `type` … | Claude Code, since mid-2026; Memdeck |
| plain | `title`, `description`, `type: USER`: lines split at the first colon | ByteChef |

Reading is strict: what can't be understood is a FileFault with its line, and nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from memdeck.exchange.file_text import LINE_END, FileText
from memdeck.exchange.problem import FileFault
from memdeck.exchange.yaml_text import Path, Value, root_mapping, values

HEADER_LIMIT = 131_072
"""Longest header, in characters."""

_FENCE = re.compile(r"---[ \t]*")
_TEXT_KEYS = frozenset({"name", "title", "description"})
_PLAIN_KEYS = _TEXT_KEYS | {"type"}
_PLAIN_LINE = re.compile(r"(name|title|description|type|memdeck_[a-z_]+):(?:[ \t]+(.*?))?[ \t]*", re.DOTALL)
_UPPER_TYPE = re.compile(r"[A-Z][A-Z_]+")
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'", re.DOTALL)
_HIDDEN_TEXT = re.compile(r"[^:]*:[ \t]+(?P<text>[^\s\"'|>\[{&*!%@`#].*?[ \t]#[^\s#].*?)[ \t]*", re.DOTALL)
BODY_START = 1
"""The line on which a file without a header begins."""


@dataclass(frozen=True, slots=True)
class Split:
    """A file cut at its fences. Offsets count characters of `FileText.text`."""

    header: str | None
    """The lines between the fences, with their own line ends; None without a header."""
    start: int
    """Where `header` begins."""
    body: str
    """What follows the closing fence, with its own line ends."""
    body_line: int
    """1-based line on which `body` begins."""


@dataclass(frozen=True, slots=True)
class Header:
    """The values of a header, all as text."""

    values: dict[str, Value] = field(default_factory=dict)
    lines: dict[Path, int] = field(default_factory=dict)
    """1-based line in the file of each key."""
    plain: bool = False
    """True for the form whose lines are split at the first colon."""
    notes: tuple[tuple[int, str], ...] = ()
    """What was understood otherwise than YAML would: line and remark."""


def split(file: FileText) -> Split:
    """Find the header's fences; raise FileFault when a header is opened and never closed."""
    text = file.text
    lines = _lines(text)
    first = next(lines, None)
    if first is None or not _FENCE.fullmatch(text, first[0], first[1]):
        return Split(None, 0, text, BODY_START)
    start = first[2]
    for number, (offset, stop, following) in enumerate(lines, start=2):
        if offset - start > HEADER_LIMIT:
            raise FileFault(f"the header is longer than the limit of {HEADER_LIMIT:,} characters.", 1)
        if _FENCE.fullmatch(text, offset, stop):
            return Split(text[start:offset], start, text[following:], number + 1)
    raise FileFault("the header that '---' opens is never closed by a second '---' line.", 1)


def _lines(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield where each line starts, where it ends, and where the next one starts."""
    start = 0
    while start < len(text):
        end = LINE_END.search(text, start)
        if end is None:
            yield start, len(text), len(text)
            return
        yield start, end.start(), end.end()
        start = end.end()


def read_header(file: FileText, parts: Split) -> Header:
    """Read the values between the fences; an empty Header when there are none."""
    if parts.header is None:
        return Header()
    header = LINE_END.sub("\n", parts.header)
    plain = plain_values(header)
    try:
        node = root_mapping(header, 2)
    except FileFault:
        if plain is None:
            raise
        return plain
    if plain is not None:
        return plain
    if node is None:
        return Header()
    found, lines = values(node, 2)
    return _with_hidden_text(header, found, lines)


def plain_values(header: str) -> Header | None:
    """Read the plain form, or return None when the lines are not of that form.

    It is recognised by an upper-case type, and by having no other keys: in such a header a second colon or
    a `#` is ordinary text.
    """
    raw: dict[str, str] = {}
    lines: dict[Path, int] = {}
    for number, line in enumerate(header.split("\n"), start=2):
        if not line.strip(" \t"):
            continue
        match = _PLAIN_LINE.fullmatch(line)
        if match is None or match[1] in raw:
            return None
        raw[match[1]] = match[2] or ""
        lines[(match[1],)] = number
    if not _UPPER_TYPE.fullmatch(raw.get("type", "")):
        return None
    found: dict[str, Value] = {key: _unquoted(text) for key, text in raw.items()}
    return Header(found, lines, plain=True)


def needs_quotes(text: str) -> bool:
    """Tell whether a text can't stand as it is in the plain form."""
    return bool(_QUOTED.fullmatch(text)) or text != text.strip(" \t") or "\n" in text or "\r" in text


def _unquoted(text: str) -> str:
    if not _QUOTED.fullmatch(text):
        return text
    try:
        node = root_mapping(f"value: {text}", 2)
        return str(values(node, 2)[0]["value"]) if node is not None else text
    except FileFault:
        return text


def _with_hidden_text(header: str, found: dict[str, Value], lines: dict[Path, int]) -> Header:
    """Give back what YAML takes for a comment in an unquoted text: `fixed in release #212 now`."""
    notes = []
    header_lines = header.split("\n")
    for key in _TEXT_KEYS & found.keys():
        line = lines[(key,)]
        match = _HIDDEN_TEXT.fullmatch(header_lines[line - 2])
        if match is None or found[key] != match["text"].partition(" #")[0].rstrip(" \t"):
            continue
        found[key] = match["text"]
        notes.append((line, f"{key} holds an unquoted ' #', which YAML reads as a comment; taken as text."))
    return Header(found, lines, notes=tuple(sorted(notes)))
