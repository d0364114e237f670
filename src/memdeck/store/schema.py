"""Which form the tables have, and bringing them to the one this program needs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from memdeck.memory.errors import StoreFault
from memdeck.store.kept_copies import copy_of
from memdeck.store.private_file import make_private

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

HEAD = "0005"
"""The newest migration. A test compares it with the files, so that reading needs no Alembic."""


def check_not_newer(found: str | None) -> None:
    """Refuse a store that a newer program made; its tables may mean something else."""
    if found is not None and found > HEAD:
        raise StoreFault(
            f"The store has form {found}, this program knows {HEAD}.",
            "Nothing was changed. Update memdeck to open it.",
        )


def migrate(engine: Engine, database_file: Path | None) -> None:
    """Create the tables or bring them up to HEAD; a file that exists is copied beside itself first."""
    with engine.begin() as connection:
        found = _found_form(connection)
        check_not_newer(found)
        if found == HEAD:
            return
        if found is not None and database_file is not None:
            _keep_copy(database_file, found)
        _upgrade(connection)


def _found_form(connection: Connection) -> str | None:
    import sqlalchemy

    if not sqlalchemy.inspect(connection).has_table("alembic_version"):
        return None
    found = connection.scalar(sqlalchemy.text("SELECT version_num FROM alembic_version"))
    return None if found is None else str(found)


def _upgrade(connection: Connection) -> None:
    from importlib import resources

    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(resources.files("memdeck.store") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _keep_copy(database_file: Path, form: str) -> None:
    copy = copy_of(database_file, form)
    if copy.exists():
        return
    # A second connection reads the last committed state, while ours holds the write lock.
    make_private(copy)
    with closing(sqlite3.connect(database_file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
