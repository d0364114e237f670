"""What a judge said about two statements, and which entries it was asked about."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables; without a judge they stay empty."""
    op.create_table(
        "verdict",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("contradiction", sa.Float(), nullable=False),
        sa.Column("duplicate", sa.Float(), nullable=False),
    )
    op.create_table(
        "judged",
        sa.Column(
            "memory_pk",
            sa.Integer(),
            sa.ForeignKey("memory.pk", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("judge", sa.String(), nullable=False),
    )
