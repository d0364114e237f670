"""A writer looks for its turn often and at no fixed pace: who writes all the time can't keep it out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdeck import Deck
from memdeck.memory.errors import StoreFault
from memdeck.store import engine, fair_begin
from memdeck.store.fair_begin import begin_immediate


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "memdeck.db"
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=wal")
    connection.execute("CREATE TABLE t (a)")
    connection.close()
    return file


@pytest.fixture
def other(file: Path) -> Iterator[sqlite3.Connection]:
    """Another program that is writing."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    yield connection
    connection.close()


@pytest.fixture
def ours(file: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(file, isolation_level=None, timeout=1.5)
    yield connection
    connection.close()


def timeout(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA busy_timeout").fetchone()[0])


def test_short_random_pauses_until_the_other_has_written(
    ours: sqlite3.Connection, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's own pauses grow to 100 ms: one of several writers got no turn for many seconds."""
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 50:
            other.execute("COMMIT")

    monkeypatch.setattr(fair_begin.time, "sleep", pause)
    begin_immediate(ours)
    assert ours.in_transaction
    assert len(pauses) == 50
    assert pauses[0] <= 0.002
    assert 0.008 <= min(pauses[5:]) < max(pauses[5:]) <= 0.040
    assert timeout(ours) == 1500


def test_it_gives_up_when_the_time_is_over(
    ours: sqlite3.Connection, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(fair_begin.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(fair_begin.time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        begin_immediate(ours)
    assert 101.5 <= now[0] < 101.6
    assert timeout(ours) == 1500
    other.execute("COMMIT")
    begin_immediate(ours)


def test_what_is_no_other_writer_is_not_waited_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: float) -> None:
        raise AssertionError

    monkeypatch.setattr(fair_begin.time, "sleep", refused)
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN")
    with pytest.raises(sqlite3.OperationalError, match="within a transaction"):
        begin_immediate(connection)
    connection.close()


def test_a_deck_says_so_and_writes_when_the_other_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.05)
    with Deck.open(tmp_path) as deck:
        deck.add("One", "x")
        other = sqlite3.connect(tmp_path / "memdeck.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFault, match="Another program has been writing"):
            deck.add("Two", "x")
        other.execute("COMMIT")
        other.close()
        deck.add("Two", "x")
        assert deck.count() == 2
