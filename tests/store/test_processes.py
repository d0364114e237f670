"""Several programs on one store: no lock error, no lost change, nothing half-written."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from memdeck import Deck
from memdeck.memory.errors import StoreFault


def _start(code: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_many_writers_lose_nothing_on_a_new_store(tmp_path: Path) -> None:
    """S35: four programs start together on a store that is not there yet, and write at once."""
    code = """
        import sys
        from memdeck import Deck
        from memdeck.memory.errors import VersionConflict
        with Deck.open(sys.argv[1]) as deck:
            shared = None
            for number in range(25):
                deck.add(f"Entry {sys.argv[2]} {number}", "x", owner="project:" + sys.argv[2])
                hits = deck.list(owner="user:me")
                if not hits:
                    try:
                        deck.add("Counter", "0", name="counter")
                    except Exception as error:
                        assert type(error).__name__ == "NameTaken", error
                while True:
                    counter = deck.get("counter", owner="user:me")
                    try:
                        deck.edit(counter.id, version=counter.version, content=str(int(counter.content) + 1))
                        break
                    except VersionConflict:
                        continue
    """
    home = tmp_path / "home"
    running = [_start(code, home, number) for number in range(4)]
    for process in running:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    with Deck.open(home) as deck:
        assert deck.get("counter").content == "100"
        assert deck.count() == 101
        assert deck.get("counter").version == 101


def test_a_save_waits_for_another_programs_transaction_and_reading_does_not(tmp_path: Path) -> None:
    """S35: a write lock held for a second."""
    with Deck.open(tmp_path) as deck:
        deck.add("First", "x")
        holder = sqlite3.connect(tmp_path / "memdeck.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        start = time.monotonic()
        assert deck.count() == 1
        assert time.monotonic() - start < 0.5
        waiting = _start(
            "import sys; from memdeck import Deck; deck = Deck.open(sys.argv[1]); deck.add('Second', 'x')",
            tmp_path,
        )
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(timeout=1.5)
        holder.execute("COMMIT")
        holder.close()
        assert waiting.wait(timeout=30) == 0
        waiting.communicate()
        assert deck.count() == 2


def test_a_killed_writer_leaves_all_or_nothing(tmp_path: Path) -> None:
    """S37: kill -9 in the middle of adding."""
    with Deck.open(tmp_path) as deck:
        deck.add("Before", "x")
    code = """
        import sys
        from memdeck import Deck
        deck = Deck.open(sys.argv[1])
        print("go", flush=True)
        while True:
            deck.add_many([{"title": f"T{i}", "content": "x" * 500} for i in range(300)])
    """
    for pause in (0.35, 0.6):
        process = _start(code, tmp_path)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(pause)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        with Deck.open(tmp_path) as deck:
            assert deck.count() % 300 == 1
            assert len(deck.history(limit=10**6)) == deck.count()
            deck.add_many([{"title": f"After {i}", "content": "x"} for i in range(300)])


@pytest.mark.parametrize("damage", ["header", "half", "text"])
def test_a_damaged_store_is_named_and_left_alone(tmp_path: Path, damage: str) -> None:
    with Deck.open(tmp_path) as deck:
        deck.add_many([{"title": f"T{i}", "content": "x" * 900} for i in range(50)])
    file = tmp_path / "memdeck.db"
    for side in ("-wal", "-shm"):
        file.with_name(file.name + side).unlink(missing_ok=True)
    whole = file.read_bytes()
    broken = {
        "header": b"\x00" * 100 + whole[100:],
        "half": whole[: len(whole) // 2],
        "text": b"hello\n" * 99,
    }
    file.write_bytes(broken[damage])
    with pytest.raises(StoreFault) as caught, Deck.open(tmp_path) as deck:
        deck.list()
        deck.facets()
        deck.find_text("x")
    assert "memdeck.db" in str(caught.value) and "\n" not in str(caught.value)
    assert file.read_bytes() == broken[damage]


def test_a_folder_that_can_not_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with Deck.open(tmp_path / "home") as deck:
        monkeypatch.setattr(Path, "mkdir", refused)
        with pytest.raises(StoreFault, match="can't be written"):
            deck.add("A", "x")


def test_a_home_below_a_file_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreFault, match="file is a file, so no memories can lie there"):
        Deck.open(tmp_path / "file" / "home")


def test_a_failing_statement_never_prints_an_entry(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    deck.add("First", "x", name="same")
    from memdeck.store.batch import Batch

    monkeypatch.setattr(Batch, "names_taken", lambda self, owner: set())
    with pytest.raises(StoreFault) as caught:
        deck.add("ORCHID", "canary-ORCHID", name="same")
    assert "ORCHID" not in str(caught.value)
    assert deck.count() == 1


def test_the_log_stays_while_a_program_that_wrote_is_open(tmp_path: Path) -> None:
    """A file opened and closed beside SQLite drops the locks of its process: the next program that ended then
    took the write-ahead log away from under the first one, and the store was damaged.
    """
    home = tmp_path / "home"
    with Deck.open(home) as deck:
        deck.add("one", "x")
    with Deck.open(home) as deck:
        assert deck.count() == 1  # reads first, writes later: one connection is there before the other
        deck.add("two", "x")
        code = """
            import sys
            from memdeck import Deck
            with Deck.open(sys.argv[1]) as deck:
                deck.add("three", "x")
        """
        other = _start(code, home)
        _, errors = other.communicate(timeout=60)
        assert other.returncode == 0, errors
        assert (home / "memdeck.db-wal").exists()
        assert deck.count() == 3
