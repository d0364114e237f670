"""Between revisions and what the database holds: raw rows, and snapshots of entries. For the history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from memdeck.memory.author import Author
from memdeck.memory.entry import SNAPSHOT_FIELDS, Memory, Source
from memdeck.memory.kinds import Importance, MemoryType, Status, Writer
from memdeck.memory.revision import Action, Revision
from memdeck.store.rows import from_json, moment

REVISION_COLUMNS = (
    "seq", "batch", "memory_id", "owner", "name", "action", "writer", "author", "reason", "at", "before",
    "after", "undoes", "undone",
)  # fmt: skip
"""The columns of `revision` that `revision_from_row` takes, in its order."""

_TIMES = frozenset(
    {"created_at", "updated_at", "valid_from", "valid_to", "expires_at", "last_accessed", "deleted_at"}
)


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
    before, after = from_json(before), from_json(after)
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
