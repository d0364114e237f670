"""Writing vectors, from a hook as well: without SQLAlchemy."""

from __future__ import annotations

from contextlib import AbstractContextManager

from memdeck.store.database import Database
from memdeck.store.short_transaction import Statements, short_transaction

_BUSY_SECONDS = 15.0


def raw_transaction(database: Database) -> AbstractContextManager[Statements]:
    """Open a transaction on an existing store, as `short_transaction` does; raise StoreFault as it does."""
    return short_transaction(
        database,
        failed="The vectors can't be written",
        hint="Search by words goes on.",
        busy_seconds=_BUSY_SECONDS,
    )
