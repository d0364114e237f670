"""From the text of a file, as an assistant wrote it, to the fields of an entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from memdeck.exchange.entry_file import FileFacts, read_entry
from memdeck.exchange.extra_keys import default_link
from memdeck.exchange.file_text import BOM, LINE_END, FileText, of
from memdeck.exchange.header import Header, read_header, split
from memdeck.exchange.problem import FileFault
from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import MemoryType, Status
from memdeck.memory.rules import choice

HEAD_LIMIT = 8_192
"""Longest header that is kept as it was written, in characters."""

_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Said:
    """What a file's text says. `head + content + tail` is the text itself, to the character."""

    head: str
    """The header with its fences and one blank line after it; empty without one."""
    content: str
    tail: str
    """The line end that closes the file, if one does."""
    title: str
    description: str
    type: MemoryType
    status: Status | None
    """None when the header says nothing of it."""
    tags: tuple[str, ...]
    link: str | None
    """The header's `name`, when it names this file."""
    conversation: str | None
    extra: Mapping[str, object] = field(default_factory=dict)
    """Keys that mean nothing here, for the way out into a folder."""


def read_file(text: str, name: str) -> Said:
    """Read the text of an entry's file.

    Args:
        text: the whole text.
        name: the entry's name; a header that gives another is refused.

    Raises:
        FileFault: the header can't be understood, with its line.
    """
    head, content, tail = _cut(text)
    file = _as_file(head)
    if len(head) > HEAD_LIMIT:
        raise FileFault(f"the header is longer than {HEAD_LIMIT:,} characters.", 1)
    header = read_header(file, split(file)) if head else Header()
    facts = FileFacts(f"{name}.md", "", name, name, "", _NO_TIME)
    found = read_entry(file, facts).memory
    extra = dict(found.extra)
    extra.pop("status", None)
    link = _link(header, name)
    if link is not None:
        extra.pop("name", None)
    return Said(
        head=head,
        content=content,
        tail=tail,
        title=found.title,
        description=found.description,
        type=found.type,
        status=_status(header),
        tags=found.tags,
        link=link,
        conversation=found.source.conversation,
        extra=extra,
    )


def _cut(text: str) -> tuple[str, str, str]:
    bom = BOM if text.startswith(BOM) else ""
    parts = split(_as_file(text))
    head = ""
    body = text
    if parts.header is not None:
        body = parts.body
        blank = LINE_END.match(body)
        body = body[blank.end() :] if blank is not None else body
        head = text[: len(text) - len(body)]
    elif bom:
        head, body = bom, text[1:]
    tail = "\r\n" if body.endswith("\r\n") else "\n" if body.endswith("\n") else ""
    return head, body[: len(body) - len(tail)], tail


def _as_file(text: str) -> FileText:
    """Return a text as its file; one that is a header alone gets the title as its content."""
    bom = text.startswith(BOM)
    return of(text[1:] if bom else text, bom=bom)


def _status(header: Header) -> Status | None:
    word = header.values.get("status", "")
    try:
        return choice("status", Status, word) if isinstance(word, str) and word else None
    except InvalidField:
        return None  # somebody else's key of the same name


def _link(header: Header, name: str) -> str | None:
    """Return the header's `name` when it means this file; refuse one that means another.

    Claude Code's headers are let through: in the older form `name` is the title, and beside `metadata` it
    is what other files link to.
    """
    given = header.values.get("name", "")
    if not isinstance(given, str) or not given:
        return None
    if default_link(given.removesuffix(".md")) == default_link(name):
        return given
    is_title = (" " in given or given != given.lower()) and "title" not in header.values
    if is_title or "metadata" in header.values:
        return None
    raise FileFault(
        f"name: differs from the file's name, {name!r}. Leave the line as it is, or rename the file.",
        header.lines.get(("name",)),
    )
