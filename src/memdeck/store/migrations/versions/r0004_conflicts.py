"""Findings between two entries, what finds them again quickly, and what was not looked at yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables; a store without the mark of a scan is looked through at the first chance."""
    op.create_table(
        "conflict",
        sa.Column("pk", sa.Integer(), primary_key=True),
        sa.Column("id", sa.String(), nullable=False, unique=True),
        sa.Column("one", sa.String(), nullable=False),
        sa.Column("other", sa.String(), nullable=False),
        sa.Column("newer", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("attribute", sa.String(), nullable=False),
        sa.Column("older_says", sa.String(), nullable=False),
        sa.Column("newer_says", sa.String(), nullable=False),
        sa.Column("evidence", sa.String(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("found_at", UTCDateTime(), nullable=False),
        sa.Column("holds", sa.Boolean(), nullable=False),
        sa.Column("one_hash", sa.String(), nullable=False),
        sa.Column("other_hash", sa.String(), nullable=False),
        sa.Column("resolution", sa.String()),
        sa.Column("resolved_at", UTCDateTime()),
        sa.Column("batch", sa.String()),
        sa.Column("one_settled", sa.String()),
        sa.Column("other_settled", sa.String()),
        sa.UniqueConstraint("one", "other", name="uq_conflict_pair"),
    )
    op.create_index("ix_conflict_other", "conflict", ["other"])
    op.create_table(
        "conflict_key",
        sa.Column("key", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column(
            "memory_pk", sa.Integer(), sa.ForeignKey("memory.pk", ondelete="CASCADE"), primary_key=True
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_conflict_key_memory", "conflict_key", ["memory_pk"])
    op.create_table("conflict_pending", sa.Column("memory_id", sa.String(), primary_key=True))
