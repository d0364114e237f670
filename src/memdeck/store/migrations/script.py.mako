"""${message}."""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    ${upgrades if upgrades else "pass"}
