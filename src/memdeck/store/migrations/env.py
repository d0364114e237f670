"""Alembic's environment: it is handed an open connection and never reads a configuration file."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

import memdeck.store.tables  # noqa: F401 - fills the metadata that is compared

connection = context.config.attributes["connection"]
context.configure(
    connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True, transactional_ddl=False
)
context.run_migrations()
