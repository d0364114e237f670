"""Between entries and what the database holds: raw rows and table rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from memdeck.memory.entry import SNAPSHOT_FIELDS, Memory, Source
from memdeck.memory.kinds import Importance, MemoryType, Status, Writer
from memdeck.memory.searchable import search_head

MEMORY_COLUMNS = (
    "id", "owner", "name", "title", "description", "content", "type", "status", "importance", "confidence",
    "tags", "source_writer", "source_conversation", "source_file", "extra", "created_at", "updated_at",
    "valid_from", "valid_to", "superseded_by", "expires_at", "access_count", "last_accessed", "deleted_at",
    "version",
)  # fmt: skip
"""The columns of `memory` that `memory_from_row` takes, in its order."""


def moment(value: str | datetime | None) -> datetime | None:
    """Read a time as either database gives it; both hold UTC."""
    if value is None:
        return None
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def sql_time(value: datetime) -> str:
    """Write a time as SQLite's column holds it; PostgreSQL reads the same text as UTC."""
    return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


def from_json(value: Any) -> Any:
    """Read a JSON column; PostgreSQL gives what is in it, SQLite its text."""
    if value == "[]":  # most tags and extras are empty, and a parser takes its time
        return []
    if value == "{}":
        return {}
    return json.loads(value) if isinstance(value, str) else value


def memory_from_row(row: Sequence[Any]) -> Memory:
    """Build an entry from the MEMORY_COLUMNS of one raw row."""
    (
        id_, owner, name, title, description, content, type_, status, importance, confidence, tags, writer,
        conversation, file, extra, created, updated, valid_from, valid_to, superseded_by, expires, count,
        accessed, deleted, version,
    ) = row  # fmt: skip
    created_at, updated_at = moment(created), moment(updated)
    assert created_at and updated_at  # noqa: S101 - the columns are NOT NULL
    return Memory(
        id=id_,
        owner=owner,
        name=name,
        title=title,
        description=description,
        content=content,
        type=MemoryType(type_),
        status=Status(status),
        importance=Importance(importance),
        confidence=confidence,
        tags=tuple(from_json(tags)),
        source=Source(Writer(writer), conversation, file),
        extra=from_json(extra),
        created_at=created_at,
        updated_at=updated_at,
        valid_from=moment(valid_from),
        valid_to=moment(valid_to),
        superseded_by=superseded_by,
        expires_at=moment(expires),
        access_count=count,
        last_accessed=moment(accessed),
        deleted_at=moment(deleted),
        version=version,
    )


def memory_values(memory: Memory) -> dict[str, Any]:
    """Return the column values of an entry, for a table row."""
    values = {
        field: getattr(memory, field) for field in SNAPSHOT_FIELDS if field not in {"source", "tags", "extra"}
    }
    return values | {
        "type": memory.type.value,
        "status": memory.status.value,
        "importance": memory.importance.value,
        "tags": list(memory.tags),
        "extra": dict(memory.extra),
        "source_writer": memory.source.writer.value,
        "source_conversation": memory.source.conversation,
        "source_file": memory.source.file,
        "content_hash": memory.content_hash,
        "head": search_head(memory.name, memory.title, memory.description),
    }
