"""Between entries and what the database holds: raw rows, table rows, and the snapshots of revisions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from memdeck.memory.entry import SNAPSHOT_FIELDS, Memory, Source
from memdeck.memory.kinds import Importance, MemoryType, Status, Writer
from memdeck.memory.revision import Action, Author, Revision
from memdeck.memory.searchable import search_head

MEMORY_COLUMNS = (
    "id", "owner", "name", "title", "description", "content", "type", "status", "importance", "confidence",
    "tags", "source_writer", "source_conversation", "source_file", "extra", "created_at", "updated_at",
    "valid_from", "valid_to", "superseded_by", "expires_at", "access_count", "last_accessed", "deleted_at",
    "version",
)  # fmt: skip
"""The columns of `memory` that `memory_from_row` takes, in its order."""

REVISION_COLUMNS = (
    "seq", "batch", "memory_id", "owner", "name", "action", "writer", "author", "reason", "at", "before",
    "after", "undoes", "undone",
)  # fmt: skip

_TIMES = frozenset(
    {"created_at", "updated_at", "valid_from", "valid_to", "expires_at", "last_accessed", "deleted_at"}
)


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


def _json(value: Any) -> Any:
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
        tags=tuple(_json(tags)),
        source=Source(Writer(writer), conversation, file),
        extra=_json(extra),
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


def snapshot(memory: Memory) -> dict[str, Any]:
    """Return an entry as plain JSON values, for a revision."""
    values = {field: getattr(memory, field) for field in SNAPSHOT_FIELDS}
    for field in _TIMES:
        if values[field] is not None:
            values[field] = values[field].isoformat()
    values["tags"] = list(memory.tags)
    values["extra"] = dict(memory.extra)
    values["source"] = asdict(memory.source)
    return values


def from_snapshot(values: Mapping[str, Any]) -> Memory:
    """Build an entry from a snapshot; keys of a newer program are passed over."""
    known = {field: values[field] for field in SNAPSHOT_FIELDS if field in values}
    for field in _TIMES:
        known[field] = moment(known.get(field))
    known["type"] = MemoryType(known["type"])
    known["status"] = Status(known["status"])
    known["importance"] = Importance(known["importance"])
    known["tags"] = tuple(known["tags"])
    source = dict(known["source"])
    known["source"] = Source(Writer(source.pop("writer")), **source)
    return Memory(**known)


def revision_from_row(row: Sequence[Any]) -> Revision:
    """Build a revision from the REVISION_COLUMNS of one raw row."""
    seq, batch, memory_id, owner, name, action, writer, author, reason, at, before, after, undoes, undone = (
        row
    )
    made_at = moment(at)
    assert made_at  # noqa: S101 - the column is NOT NULL
    before, after = _json(before), _json(after)
    return Revision(
        seq=seq,
        batch=batch,
        memory_id=memory_id,
        action=Action(action),
        author=Author(Writer(writer), author),
        reason=reason,
        at=made_at,
        before=from_snapshot(before) if before else None,
        after=from_snapshot(after) if after else None,
        name=name,
        owner=owner,
        undoes=undoes,
        undone=bool(undone),
    )
