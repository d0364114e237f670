"""Removed entries lose their vectors, and moved ones change hands, in the transaction that does it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdeck.memory.entry import Memory
from memdeck.store.vectors.matrix_file import FOLDER, forget_files

if TYPE_CHECKING:
    from sqlalchemy import Connection


def follow_entries(connection: Connection, memories: Sequence[Memory]) -> None:
    """A `WriteHook`: no vector of a removed text stays, and none keeps an owner it no longer has."""
    from sqlalchemy import delete, select, update

    from memdeck.store import tables

    row: Any = tables.EmbeddingRow
    vector_row: Any = tables.VectorRow
    embedding, vector = row.__table__, vector_row.__table__
    if any(memory.deleted_at is not None for memory in memories):
        _forget_matrices(connection)
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


def _forget_matrices(connection: Connection) -> None:
    """Done before the change is certain: a file too few costs a tenth of a second, one too many a text."""
    database = connection.engine.url.database
    if connection.dialect.name == "sqlite" and database:
        forget_files(Path(database).parent / FOLDER)
