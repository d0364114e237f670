"""The SQLModel tables. A change here needs a migration in `migrations/versions` and HEAD in `schema.py`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, UniqueConstraint, text
from sqlmodel import Field, SQLModel

_LIVE = text("deleted_at IS NULL")


class MemoryRow(SQLModel, table=True):
    """One entry; what each column means stands in `memdeck.memory.entry.Memory`."""

    __tablename__: ClassVar[str] = "memory"
    __table_args__ = (
        Index(
            "uq_memory_owner_name", "owner", "name", unique=True, sqlite_where=_LIVE, postgresql_where=_LIVE
        ),
        Index("ix_memory_order", "deleted_at", "updated_at", "id"),
        Index("ix_memory_content_hash", "content_hash"),
        Index("ix_memory_created", "owner", "created_at"),
        Index("ix_memory_name", "name"),
        Index("ix_memory_facets", "deleted_at", "type", "owner", "status"),
    )

    pk: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    owner: str = Field(index=True)
    name: str
    title: str
    description: str
    content: str
    type: str
    status: str
    importance: str
    confidence: float
    tags: list[str] = Field(sa_column=Column(JSON, nullable=False))
    source_writer: str
    source_conversation: str | None
    source_file: str | None
    extra: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    created_at: datetime
    updated_at: datetime
    valid_from: datetime | None
    valid_to: datetime | None
    superseded_by: str | None
    expires_at: datetime | None
    access_count: int
    last_accessed: datetime | None
    deleted_at: datetime | None
    version: int
    content_hash: str
    head: str
    """`searchable(title \\n description \\n name)`: what the list searches at each key stroke."""


class MemoryBodyRow(SQLModel, table=True):
    """The searchable copy of an entry's content, apart so that listing never reads it."""

    __tablename__: ClassVar[str] = "memory_body"

    memory_pk: int = Field(
        sa_column=Column(Integer, ForeignKey("memory.pk", ondelete="CASCADE"), primary_key=True)
    )
    body: str


class RevisionRow(SQLModel, table=True):
    """One change to one entry; `before` and `after` are whole entries, or null."""

    __tablename__: ClassVar[str] = "revision"
    __table_args__ = ({"sqlite_autoincrement": True},)

    seq: int | None = Field(default=None, primary_key=True)
    batch: str = Field(index=True)
    memory_id: str = Field(index=True)
    owner: str
    name: str
    action: str
    writer: str
    author: str
    reason: str
    at: datetime
    before: dict[str, Any] | None = Field(sa_column=Column(JSON(none_as_null=True)))
    after: dict[str, Any] | None = Field(sa_column=Column(JSON(none_as_null=True)))
    undoes: str | None
    undone: bool


class TombstoneRow(SQLModel, table=True):
    """What was removed or purged here, so that an import or a sync does not bring it back."""

    __tablename__: ClassVar[str] = "tombstone"

    pk: int | None = Field(default=None, primary_key=True)
    memory_id: str = Field(index=True)
    owner: str = Field(index=True)
    name: str
    content_hash: str
    source_file: str | None
    purged: bool
    at: datetime


class ProjectRow(SQLModel, table=True):
    """Which folder on this machine a project key stands for."""

    __tablename__: ClassVar[str] = "project"

    key: str = Field(primary_key=True)
    root: str = Field(unique=True)


class InjectionRow(SQLModel, table=True):
    """One injection really made; `entries` names what was in it, `text` is exactly what was given."""

    __tablename__: ClassVar[str] = "injection"

    pk: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    at: datetime = Field(index=True)
    prompt: str
    session: str | None = Field(index=True)
    client: str
    owners: list[str] = Field(sa_column=Column(JSON, nullable=False))
    text: str
    tokens: int
    bytes: int
    entries: list[dict[str, Any]] = Field(sa_column=Column(JSON, nullable=False))


class SearchStateRow(SQLModel, table=True):
    """Facts about the search tables: which form the words have, and this store's own name."""

    __tablename__: ClassVar[str] = "search_state"

    key: str = Field(primary_key=True)
    value: str


class WordsRow(SQLModel, table=True):
    """The terms of one live entry, as `memdeck.store.words` makes them."""

    __tablename__: ClassVar[str] = "words"
    __table_args__ = (
        Index("ix_words_owner", "owner", "memory_pk", "length", "concepts"),
        Index("ix_words_speaker", "speaker", "owner"),
    )

    memory_pk: int = Field(
        sa_column=Column(Integer, ForeignKey("memory.pk", ondelete="CASCADE"), primary_key=True)
    )
    owner: str
    length: int
    """How many words, counted as often as they occur."""
    concepts: int
    speaker: str | None
    conversation: str | None
    terms: str
    """Each term once, parted by blanks."""
    repeats: str
    """`term count` for each term that occurs more than once, parted by blanks."""


class EmbeddingModelRow(SQLModel, table=True):
    """A model that vectors were made with, and the last change whose entries have theirs."""

    __tablename__: ClassVar[str] = "embedding_model"

    pk: int | None = Field(default=None, primary_key=True)
    identity: str = Field(unique=True)
    dimension: int
    seq: int


class EmbeddingRow(SQLModel, table=True):
    """What one model made of one entry. No pieces: the entry has no vectors, because it was removed."""

    __tablename__: ClassVar[str] = "embedding"
    __table_args__ = (
        UniqueConstraint("memory_id", "model", name="uq_embedding_memory_model"),
        Index("ix_embedding_owner", "model", "owner", "pieces"),
        Index("ix_embedding_seq", "model", "seq", "pieces"),
    )

    pk: int | None = Field(default=None, primary_key=True)
    model: int = Field(
        sa_column=Column(Integer, ForeignKey("embedding_model.pk", ondelete="CASCADE"), nullable=False)
    )
    memory_id: str
    memory_pk: int
    owner: str
    seq: int
    content_hash: str
    pieces: int


class VectorRow(SQLModel, table=True):
    """One vector: little-endian float32 of length one."""

    __tablename__: ClassVar[str] = "vector"

    embedding_pk: int = Field(
        sa_column=Column(Integer, ForeignKey("embedding.pk", ondelete="CASCADE"), primary_key=True)
    )
    piece: int = Field(primary_key=True)
    data: bytes


class ConflictRow(SQLModel, table=True):
    """What two entries are to each other. Whether it waits to be settled is worked out when it is read."""

    __tablename__: ClassVar[str] = "conflict"
    __table_args__ = (
        UniqueConstraint("one", "other", name="uq_conflict_pair"),
        Index("ix_conflict_other", "other"),
    )

    pk: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    """Made from the pair, so that it is the same whoever finds it."""
    one: str
    """The entry of the pair whose id sorts first."""
    other: str
    newer: str
    """The id of the one that was changed last; of a project's entry when it overrides a person's."""
    kind: str
    attribute: str
    older_says: str
    newer_says: str
    evidence: str
    score: float
    found_at: datetime
    holds: bool
    """False when the texts were changed so that nothing is found between them any longer."""
    one_hash: str
    """What the finding was made from: see `memdeck.store.substance`."""
    other_hash: str
    resolution: str | None
    resolved_at: datetime | None
    batch: str | None
    """The action that settled it; when that is undone, it is open again."""
    one_settled: str | None
    """What stood there when it was settled; another text makes it open again."""
    other_settled: str | None


class ConflictKeyRow(SQLModel, table=True):
    """What an entry speaks of, as numbers that say nothing by themselves: finds its neighbours."""

    __tablename__: ClassVar[str] = "conflict_key"
    __table_args__ = (Index("ix_conflict_key_memory", "memory_pk"), {"sqlite_with_rowid": False})

    key: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    memory_pk: int = Field(
        sa_column=Column(Integer, ForeignKey("memory.pk", ondelete="CASCADE"), primary_key=True)
    )


class ConflictPendingRow(SQLModel, table=True):
    """An entry that was changed among many, and is still to be compared with its neighbours."""

    __tablename__: ClassVar[str] = "conflict_pending"

    memory_id: str = Field(primary_key=True)


class VerdictRow(SQLModel, table=True):
    """What a judge said about two statements; the key is a hash of the judge and of both."""

    __tablename__: ClassVar[str] = "verdict"

    key: str = Field(primary_key=True)
    contradiction: float
    duplicate: float


class JudgedRow(SQLModel, table=True):
    """An entry that a judge was asked about, as it was in this version."""

    __tablename__: ClassVar[str] = "judged"

    memory_pk: int = Field(
        sa_column=Column(
            Integer, ForeignKey("memory.pk", ondelete="CASCADE"), primary_key=True, autoincrement=False
        )
    )
    version: int
    judge: str
