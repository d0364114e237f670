"""SQLite's write-ahead log must not grow with every hook that ran, nor keep what was purged."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memdeck import Deck
from memdeck.memory.errors import StoreFault
from memdeck.memory.injection import RecordedInjection
from memdeck.store import writer
from memdeck.store.database import FILE_NAME, Database
from memdeck.store.injections import InjectionLog
from memdeck.store.short_wal import LONGEST, shorten_wal
from memdeck.store.vectors.raw_writing import raw_transaction

_TEXT = "x" * 100_000
_ROUNDS = 30


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with Deck.open(tmp_path / "home") as deck:
        deck.add("Build setup", "Always build with Gradle.", type="USER")
    return tmp_path / "home" / FILE_NAME


def log_of(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def recorded(number: int) -> RecordedInjection:
    at = datetime(2026, 11, 30, tzinfo=UTC)
    return RecordedInjection(
        id=f"inj_{number}",
        at=at,
        prompt="",
        session=None,
        client="hook",
        access=(),
        text=_TEXT,
        tokens=0,
        bytes=0,
    )


def test_hooks_that_come_and_go_leave_a_short_log(file: Path) -> None:
    """Each opens the store to read, records, and closes the reading connection last, as a hook does."""
    longest = 0
    for number in range(_ROUNDS):
        database = Database(file)
        assert database.rows("SELECT count(*) FROM injection") == [(number,)]
        InjectionLog(database).record(recorded(number))
        database.close()
        longest = max(longest, log_of(file).stat().st_size)
    assert _ROUNDS * len(_TEXT) > 2 * LONGEST > longest > len(_TEXT)
    with Deck.open(file.parent) as deck:
        assert deck.injection_count() == _ROUNDS


def test_vectors_written_by_hooks_leave_a_short_log(file: Path) -> None:
    with closing(Database(file)) as database:
        assert database.current()
        with raw_transaction(database) as store:
            values = [(f"key {number}", _TEXT) for number in range(_ROUNDS)]
            store.many("INSERT INTO search_state (key, value) VALUES (?, ?)", values)
        assert log_of(file).stat().st_size == 0
        assert database.rows("SELECT count(*) FROM search_state WHERE key LIKE 'key %'") == [(_ROUNDS,)]


def test_a_reader_is_not_waited_for(file: Path) -> None:
    """Somebody reads the state before the record: it keeps seeing that, and the record is kept."""
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM injection").fetchone() == (0,)
        with closing(sqlite3.connect(file, timeout=5, isolation_level=None)) as writer:
            writer.execute("UPDATE memory SET access_count = 3")
            shorten_wal(writer, file, longest=0)
            assert log_of(file).stat().st_size > 0
            assert writer.execute("PRAGMA busy_timeout").fetchone() == (5000,)
        assert reader.execute("SELECT max(access_count) FROM memory").fetchone() == (0,)
        reader.execute("COMMIT")
        assert reader.execute("SELECT max(access_count) FROM memory").fetchone() == (3,)


def test_a_purged_text_is_in_no_file_while_another_program_has_the_store_open(file: Path) -> None:
    with Deck.open(file.parent) as other:
        assert other.list()
        with Deck.open(file.parent) as deck:
            kept = deck.add("Door", "The code of the door is xq7canary.", type="REFERENCE")
            deck.edit(kept.id, content="The code of the door was xq7canary, and is xq8canary now.")
            deck.purge(kept.id)
            for place in file.parent.iterdir():
                assert not place.is_file() or b"canary" not in place.read_bytes(), place
        assert [each.title for each in other.list()] == ["Build setup"]


def test_a_purge_waits_for_a_reader_that_is_soon_done(file: Path) -> None:
    reading = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    with closing(reading) as reader, Deck.open(file.parent) as deck:
        kept = deck.add("Door", "The code of the door is xq7canary.", type="REFERENCE")
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM memory").fetchone() == (2,)
        done = threading.Timer(0.2, lambda: reader.execute("COMMIT"))
        done.start()
        deck.purge(kept.id)
        assert log_of(file).stat().st_size == 0
        done.join()
        assert b"xq7canary" not in file.read_bytes()


def test_a_purge_that_a_reader_outlasted_is_made_good_by_the_next_change(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_LOG_SECONDS", 0.01)
    with closing(sqlite3.connect(file, isolation_level=None)) as reader, Deck.open(file.parent) as deck:
        kept = deck.add("Door", "The code of the door is xq7canary.", type="REFERENCE")
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM memory").fetchone() == (2,)
        deck.purge(kept.id)
        assert b"xq7canary" in log_of(file).read_bytes()
        reader.execute("COMMIT")
        deck.add("Window", "It stays shut.")
        assert b"xq7canary" not in log_of(file).read_bytes() + file.read_bytes()


def test_a_record_does_not_bring_back_what_was_purged_before_it(file: Path) -> None:
    """A hook gives its block, the entry is purged, and only then the hook records what it gave."""
    with Deck.open(file.parent) as deck, Deck.open(file.parent) as other:
        kept = deck.add("Door", "The code of the door is xq7canary.", type="REFERENCE")
        made = deck.inject("What is the code of the door?", give=lambda _: other.purge(kept.id))
        assert "xq7canary" in made.text
        (record,) = deck.injections()
        assert (record.text, [entry.id for entry in record.entries]) == ("", [kept.id])


def test_a_full_disk_is_named(file: Path) -> None:
    """SQLite ends the transaction by itself then, and taking it back once more hid the reason."""
    with (
        closing(Database(file)) as database,
        pytest.raises(StoreFault, match="full"),
        raw_transaction(database) as store,
    ):
        store.rows("PRAGMA max_page_count = 1")  # as many as there are
        store.rows("INSERT INTO search_state (key, value) VALUES ('key', ?)", (_TEXT * 10,))
