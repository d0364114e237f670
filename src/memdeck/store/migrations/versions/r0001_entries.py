"""Entries, their history, what was deleted, and which folder a project stands for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the first tables."""
    sqlite = op.get_context().dialect.name == "sqlite"
    live = sa.text("deleted_at IS NULL")
    op.create_table(
        "memory",
        sa.Column("pk", sa.Integer(), primary_key=True),
        sa.Column("id", sa.String(), nullable=False, unique=True),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("description", sa.String(), nullable=False),
        sa.Column("content", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("importance", sa.String(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("source_writer", sa.String(), nullable=False),
        sa.Column("source_conversation", sa.String()),
        sa.Column("source_file", sa.String()),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.Column("valid_from", UTCDateTime()),
        sa.Column("valid_to", UTCDateTime()),
        sa.Column("superseded_by", sa.String()),
        sa.Column("expires_at", UTCDateTime()),
        sa.Column("access_count", sa.Integer(), nullable=False),
        sa.Column("last_accessed", UTCDateTime()),
        sa.Column("deleted_at", UTCDateTime()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("content_hash", sa.String(), nullable=False),
        sa.Column("head", sa.String(), nullable=False),
    )
    op.create_index("ix_memory_owner", "memory", ["owner"])
    op.create_index("ix_memory_order", "memory", ["deleted_at", "updated_at", "id"])
    op.create_index("ix_memory_content_hash", "memory", ["content_hash"])
    op.create_index("ix_memory_name", "memory", ["name"])
    op.create_index("ix_memory_facets", "memory", ["deleted_at", "type", "owner", "status"])
    op.create_index(
        "uq_memory_owner_name",
        "memory",
        ["owner", "name"],
        unique=True,
        sqlite_where=live,
        postgresql_where=live,
    )
    if sqlite:
        # The list, its counts and the search at each key stroke read this index and no row:
        # a hundred thousand entries in one scan. PostgreSQL limits an index entry to 2,700 bytes.
        op.create_index(
            "ix_memory_list",
            "memory",
            ["deleted_at", "updated_at", "id", "owner", "type", "status", "head"],
        )
    op.create_table(
        "memory_body",
        sa.Column(
            "memory_pk", sa.Integer(), sa.ForeignKey("memory.pk", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("body", sa.String(), nullable=False),
    )
    op.create_table(
        "revision",
        sa.Column("seq", sa.Integer(), primary_key=True),
        sa.Column("batch", sa.String(), nullable=False),
        sa.Column("memory_id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("writer", sa.String(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True)),
        sa.Column("after", sa.JSON(none_as_null=True)),
        sa.Column("undoes", sa.String()),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_revision_batch", "revision", ["batch"])
    op.create_index("ix_revision_memory_id", "revision", ["memory_id"])
    op.create_table(
        "tombstone",
        sa.Column("pk", sa.Integer(), primary_key=True),
        sa.Column("memory_id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("content_hash", sa.String(), nullable=False),
        sa.Column("source_file", sa.String()),
        sa.Column("purged", sa.Boolean(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
    )
    op.create_index("ix_tombstone_memory_id", "tombstone", ["memory_id"])
    op.create_index("ix_tombstone_owner", "tombstone", ["owner"])
    op.create_table(
        "project",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("root", sa.String(), nullable=False, unique=True),
    )
