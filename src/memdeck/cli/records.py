"""Entries and changes as plain data for `--json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdeck.cli.moments import stamp
from memdeck.memory.entry import Memory
from memdeck.memory.revision import Revision

if TYPE_CHECKING:
    from memdeck.deck import Change

Record = dict[str, object]


def listed(memory: Memory) -> Record:
    """Return the fields of `memdeck list --json`."""
    return {
        "id": memory.id,
        "name": memory.name,
        "title": memory.title,
        "description": memory.description,
        "type": memory.type.value,
        "owner": memory.owner,
        "status": memory.status.value,
        "importance": memory.importance.value,
        "tags": list(memory.tags),
        "created_at": stamp(memory.created_at),
        "updated_at": stamp(memory.updated_at),
        "version": memory.version,
    }


def whole(memory: Memory) -> Record:
    """Return every field of an entry."""
    source = memory.source
    return {
        **listed(memory),
        "content": memory.content,
        "confidence": memory.confidence,
        "source": {
            "writer": source.writer.value,
            "conversation": source.conversation,
            "file": source.file,
        },
        "extra": dict(memory.extra),
        "valid_from": stamp(memory.valid_from),
        "valid_to": stamp(memory.valid_to),
        "superseded_by": memory.superseded_by,
        "expires_at": stamp(memory.expires_at),
        "access_count": memory.access_count,
        "last_accessed": stamp(memory.last_accessed),
        "deleted_at": stamp(memory.deleted_at),
    }


def change(revision: Revision) -> Record:
    """Return one change of the history, with the entry before and after it."""
    return {
        "seq": revision.seq,
        "batch": revision.batch,
        "action": revision.action.value,
        "at": stamp(revision.at),
        "by": {"writer": revision.author.writer.value, "label": revision.author.label},
        "reason": revision.reason,
        "memory_id": revision.memory_id,
        "name": revision.name,
        "owner": revision.owner,
        "title": revision.title,
        "undone": revision.undone,
        "undoes": revision.undoes,
        "before": whole(revision.before) if revision.before else None,
        "after": whole(revision.after) if revision.after else None,
    }


def undone(done: Change) -> Record:
    """Return what an undo or a redo did."""
    return {
        "batch": done.batch,
        "summary": done.summary,
        "changes": [change(revision) for revision in done.revisions],
    }
