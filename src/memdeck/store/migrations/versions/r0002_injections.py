"""Every injection really made: what was asked, by whom, and the exact text that was given."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the record of injections."""
    op.create_table(
        "injection",
        sa.Column("pk", sa.Integer(), primary_key=True),
        sa.Column("id", sa.String(), nullable=False, unique=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("prompt", sa.String(), nullable=False),
        sa.Column("session", sa.String()),
        sa.Column("client", sa.String(), nullable=False),
        sa.Column("owners", sa.JSON(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("entries", sa.JSON(), nullable=False),
    )
    op.create_index("ix_injection_session", "injection", ["session"])
    op.create_index("ix_injection_at", "injection", ["at"])
