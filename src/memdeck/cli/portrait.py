"""One entry as plain text: its data as `key: value` lines, a blank line, the content."""

from __future__ import annotations

from collections.abc import Iterator

from memdeck.cli.moments import local_minute
from memdeck.memory.entry import Memory
from memdeck.memory.kinds import Importance
from memdeck.memory.printable import printable


def portrait(memory: Memory) -> str:
    """Return the text of `memdeck show`; every character is safe to show."""
    lines = [f"{key + ':':13}{printable(value)}" for key, value in _facts(memory) if value]
    return "\n".join((*lines, "", printable(memory.content, one_line=False).rstrip("\n")))


def _facts(memory: Memory) -> Iterator[tuple[str, str]]:
    yield "title", memory.title
    yield "name", memory.name
    yield "description", memory.description
    yield "type", memory.type
    yield "owner", memory.owner
    yield "status", memory.status
    yield "importance", "" if memory.importance is Importance.NORMAL else memory.importance
    yield "confidence", "" if memory.confidence == 1 else f"{memory.confidence:g}"
    yield "tags", ", ".join(memory.tags)
    yield "source", " ".join(filter(None, (memory.source.writer, memory.source.file)))
    for field in ("created_at", "updated_at", "valid_from", "valid_to", "expires_at", "deleted_at"):
        moment = getattr(memory, field)
        yield field.removesuffix("_at").replace("_", " "), local_minute(moment) if moment else ""
    yield "replaced by", memory.superseded_by or ""
    yield "used", f"{memory.access_count} times" if memory.access_count else ""
    yield "version", str(memory.version)
    yield "id", memory.id
