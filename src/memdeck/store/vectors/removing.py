"""Removed entries lose their vectors, and moved ones change hands, in the transaction that does it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from memdeck.memory.entry import Memory

if TYPE_CHECKING:
    from sqlalchemy import Connection


def follow_entries(connection: Connection, memories: Sequence[Memory]) -> None:
    """A `WriteHook`: no vector of a removed text stays, and none keeps an owner it no longer has."""
    from sqlalchemy import delete, select, update

    from memdeck.store import tables

    row: Any = tables.EmbeddingRow
    vector_row: Any = tables.VectorRow
    embedding, vector = row.__table__, vector_row.__table__
    for memory in memories:
        if memory.version == 1 and memory.deleted_at is None:
            continue  # new: it has none yet
        mine = embedding.c.memory_id == memory.id
        if memory.deleted_at is None:
            connection.execute(update(embedding).where(mine).values(owner=memory.owner))
            continue
        keys = select(embedding.c.pk).where(mine)
        connection.execute(delete(vector).where(vector.c.embedding_pk.in_(keys)))
        connection.execute(update(embedding).where(mine).values(pieces=0, content_hash="", owner=""))
