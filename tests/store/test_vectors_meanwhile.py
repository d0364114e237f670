"""Vectors in SQL and their file, while other programs begin anew, purge, or are killed."""

from __future__ import annotations

import math
import sqlite3
import struct
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from direction_model import DirectionModel
from memdeck import Deck
from memdeck.deck.drafting import draft_from
from memdeck.memory.author import Author
from memdeck.memory.clock import utc_now
from memdeck.memory.kinds import Writer
from memdeck.settings import Settings
from memdeck.store.database import FILE_NAME, Database
from memdeck.store.vectors import matrix
from memdeck.store.vectors.catching_up import CatchingUp
from memdeck.store.vectors.lookup import VectorLookup
from memdeck.store.vectors.matrix_file import FOLDER, Rows, Stamp, forget_files, write_rows
from postgres_server import PostgresServer

OWNERS = ("user:me",)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with Deck.open(tmp_path / "home") as deck:
        deck.add_many({"title": f"note {n}", "content": f"alpha{n} beta{n}"} for n in range(200))
    return tmp_path / "home"


@pytest.fixture
def database(home: Path):
    with closing(Database(home / FILE_NAME)) as database:
        yield database


def embedded(home: Path) -> tuple[int, int]:
    """Return how many entries have vectors, and how many there are."""
    with closing(sqlite3.connect(home / FILE_NAME)) as connection:
        sql = "SELECT (SELECT count(*) FROM embedding WHERE pieces > 0), (SELECT count(*) FROM memory)"
        found: tuple[int, int] = connection.execute(sql).fetchone()
    return found


def test_another_program_begins_anew_while_this_one_embeds(home: Path, database: Database) -> None:
    """S33: the new row of the model has the old one's number; what was done before doesn't count for it."""
    mine, other = CatchingUp(database, DirectionModel()), CatchingUp(database, DirectionModel())
    seen: list[int] = []

    def progress(done: int, _: int) -> None:
        seen.append(done)
        if len(seen) == 2:
            other.start_over()
            other._register()

    assert mine.run(progress=progress).complete
    assert embedded(home) == (200, 200)


def test_another_program_drops_this_model_while_this_one_embeds(home: Path, database: Database) -> None:
    """Nothing is written for a model that stands under the same number now."""
    mine, other = CatchingUp(database, DirectionModel()), CatchingUp(database, DirectionModel(name="other"))
    seen: list[int] = []

    def progress(done: int, _: int) -> None:
        seen.append(done)
        if len(seen) == 1:
            other.forget_others()
            other._register()

    assert mine.run(progress=progress).complete
    assert embedded(home) == (200, 200)
    assert other.standing().seq == 0


def test_beginning_anew_takes_files_of_vectors_away(home: Path, database: Database) -> None:
    """Their keys are given to other rows, so later changes would be laid over the wrong ones."""
    vectors = CatchingUp(database, DirectionModel())
    vectors.run()
    for begin in (vectors.start_over, CatchingUp(database, DirectionModel(name="other")).forget_others):
        (home / FOLDER).mkdir(exist_ok=True)
        (home / FOLDER / "some.rows").write_bytes(b"vectors")
        begin()
        assert not list((home / FOLDER).iterdir())
        vectors.run()


def test_a_file_of_a_killed_program_goes_with_the_others(tmp_path: Path) -> None:
    """It holds vectors, and nobody would ever look at it again."""
    (tmp_path / ".making-x1").write_bytes(b"vectors")
    (tmp_path / "a.rows").write_bytes(b"vectors")
    (tmp_path / "of somebody").write_bytes(b"else")
    forget_files(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["of somebody"]


def test_no_file_holds_what_was_purged_while_it_was_written(
    home: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows were read before the purge, and the file came after it."""
    model = DirectionModel()
    standing = CatchingUp(database, model).run()
    monkeypatch.setattr(matrix, "_WORTH_A_FILE", 1)

    def purge_first(folder: Path, stamp: Stamp, rows: Rows) -> None:
        with Deck.open(home) as other:
            other.purge(other.list(limit=1)[0].id)
        write_rows(folder, stamp, rows)
        assert list(folder.glob("*.rows"))

    monkeypatch.setattr(matrix, "write_rows", purge_first)
    VectorLookup(database, model, 20_000, may_write=True).search("alpha3", OWNERS, standing).best(3)
    assert not list((home / FOLDER).iterdir())


@pytest.mark.postgres
def test_no_change_is_passed_over_because_it_was_committed_late(
    tmp_path: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number is given before the commit: whoever embeds up to a greater one must have seen the smaller."""
    monkeypatch.setattr("memdeck.deck.search_parts.chosen_embedder", lambda *_: DirectionModel())
    settings = Settings()
    settings = replace(settings, storage=replace(settings.storage, database_url=postgres.new_database()))
    with Deck.open(tmp_path, settings) as slow, Deck.open(tmp_path, settings) as quick:
        slow.add("first", "alpha")
        entry = {"title": "late", "content": "beta"}
        with slow._writer.batch(Author()) as batch:
            batch.insert([draft_from(entry, utc_now(), Writer.PERSON)])
            other = threading.Thread(target=lambda: quick.add("early", "gamma"))
            other.start()
            other.join(0.5)
            with Deck.open(tmp_path, settings) as third:
                third.embed_waiting()
        other.join()
        assert quick.embed_waiting() == 0
        rows = quick.parts.database.rows("SELECT count(*) FROM embedding WHERE pieces > 0")
        assert rows == [(3,)]
        assert sorted(revision.name for revision in quick.changed_since(1)) == ["early", "late"]


def test_a_vector_of_no_numbers_hides_its_entry_alone(home: Path, database: Database) -> None:
    """S25: the others are found as before, and no score is a thing that can't be compared."""
    model = DirectionModel()
    standing = CatchingUp(database, model).run()
    with closing(sqlite3.connect(home / FILE_NAME)) as connection:
        (key, pk) = connection.execute("SELECT pk, memory_pk FROM embedding ORDER BY pk LIMIT 1").fetchone()
        damage = struct.pack("<32f", *[math.nan] * 32)
        connection.execute("UPDATE vector SET data = ? WHERE embedding_pk = ?", (damage, key))
        connection.commit()
    search = VectorLookup(database, model, 20_000).search("alpha7 beta7", OWNERS, standing)
    nearest = search.best(3)
    similar = search.of([pk, *nearest])
    assert pk not in similar
    assert len(nearest) == 3
    assert similar[nearest[0]] > 0.6
