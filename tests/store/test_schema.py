"""Migrations: they end where the program thinks they do, and where the tables are described."""

from __future__ import annotations

import sqlite3
import sys
from importlib import resources
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import SQLModel

from memdeck import Deck
from memdeck.memory.errors import StoreFault
from memdeck.store.schema import HEAD

_ONLY_IN_SQL = {"ix_memory_list", "ix_words_terms"}
"""Indexes that only one of the databases has, so they stand in the migration alone."""


def test_the_newest_migration_is_the_one_the_program_expects() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(resources.files("memdeck.store") / "migrations"))
    script = ScriptDirectory.from_config(config)
    assert script.get_heads() == [HEAD]


def test_migrations_give_the_tables_that_are_described(any_deck: Deck) -> None:
    any_deck.add("A", "x")
    engine = any_deck._writer._ready_engine()
    with engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), SQLModel.metadata)
    differences = [item for item in found if not (item[0] == "remove_index" and item[1].name in _ONLY_IN_SQL)]
    differences = [item for item in differences if not _is_search_table(item)]
    assert differences == []


def _is_search_table(item: object) -> bool:
    """Virtual full-text tables of SQLite are made in SQL and described nowhere else."""
    table = item[1] if isinstance(item, tuple) and item[0] == "remove_table" else None
    return table is not None and getattr(table, "name", "").startswith("words_")


def test_a_store_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    with Deck.open(tmp_path) as deck:
        deck.add("A", "x")
    with sqlite3.connect(tmp_path / "memdeck.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreFault, match="Update memdeck"):
        Deck.open(tmp_path)


def test_text_survives_the_way_through_a_store_file(tmp_path: Path) -> None:
    with Deck.open(tmp_path) as deck:
        added = deck.add("NUL and friends", "a\x00b\u202e\x1b]0;x\x07")
    with Deck.open(tmp_path) as deck:
        assert deck.get(added.id) == added


@pytest.mark.postgres
def test_postgres_says_what_it_can_not_hold(any_deck: Deck) -> None:
    if any_deck.parts.database.dialect == "sqlite":
        pytest.skip("SQLite holds a NUL character")
    with pytest.raises(StoreFault, match="NUL"):
        any_deck.add("A", "a\x00b")
    assert any_deck.count() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="has other rights")
def test_the_files_of_a_store_are_for_its_person_alone(tmp_path: Path) -> None:
    """Also in a folder of the person's that others can read."""
    home = tmp_path / "open"
    home.mkdir(mode=0o755)
    with Deck.open(home) as deck:
        deck.add("A", "x")
        files = [file for file in home.iterdir() if file.name.startswith("memdeck.db")]
        assert len(files) == 3, "with journal and shared memory"
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
