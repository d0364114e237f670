"""The parts of the vector index that need no Chroma: messages, the folder, batches, surroundings."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vector_sources import DictSource

from memdeck.store.vectorindex import Changes, EntryVectors, IndexState, VectorIndex
from memdeck.store.vectorindex.feeding import portions
from memdeck.store.vectorindex.folder import IndexFolder
from memdeck.store.vectorindex.frames import TimedPipe, packed, read_message, write_message
from memdeck.store.vectorindex.place import hashed_name
from memdeck.store.vectorindex.surroundings import child_environment


def test_messages_pass_both_ways_and_end_with_the_pipe() -> None:
    to_child, from_program = os.pipe()
    to_program, from_child = os.pipe()
    pipe = TimedPipe(to_program, from_program)
    pipe.send(packed({"op": "x", "owner": "é\ud800"}, b"\0\1"), time.monotonic() + 5)
    message = read_message(to_child)
    assert message is not None
    assert (message.fields, message.blob) == ({"op": "x", "owner": "é\ud800"}, b"\0\1")
    write_message(from_child, {"ok": 1}, b"tail")
    assert pipe.receive(time.monotonic() + 5).blob == b"tail"
    os.close(from_program)
    assert read_message(to_child) is None
    os.close(from_child)
    with pytest.raises(EOFError):
        pipe.receive(time.monotonic() + 5)


def test_nothing_is_waited_for_longer_than_told() -> None:
    read, write = os.pipe()
    pipe = TimedPipe(read, write)
    with pytest.raises(TimeoutError):
        pipe.receive(time.monotonic() + 0.02)
    with pytest.raises(TimeoutError):
        pipe.send(b"x" * 10_000_000, time.monotonic() + 0.02)


def test_an_absurd_length_is_refused() -> None:
    read, write = os.pipe()
    os.write(write, b"\xff" * 8)
    with pytest.raises(ValueError, match="bytes"):
        TimedPipe(read, write).receive(time.monotonic() + 5)


def test_one_program_holds_the_folder(tmp_path: Path) -> None:
    first, second = IndexFolder(tmp_path / "index"), IndexFolder(tmp_path / "index")
    assert first.acquire()
    assert not second.acquire()
    assert second.holder() == f"process {os.getpid()}"
    first.release()
    assert second.acquire()
    second.release()


def test_the_pointer_switches_in_one_step_and_only_to_what_exists(tmp_path: Path) -> None:
    folder = IndexFolder(tmp_path / "index")
    folder.acquire()
    assert folder.current() is None
    first, second = folder.fresh(), folder.fresh()
    folder.switch(first)
    (folder.root / "current.new").write_text("g-00")  # a program died while writing beside it
    assert folder.current() == first
    folder.switch(second)
    folder.sweep((second,))
    assert folder.current() == second
    assert [path.name for path in folder.root.glob("g-*")] == [second]
    for odd in ("", "../elsewhere", "g-999999", "\0"):
        (folder.root / "current").write_text(odd)
        assert folder.current() is None
    (folder.root / "current").write_bytes(b"\0")
    os.truncate(folder.root / "current", 2**40)  # takes no room, and is not read
    assert folder.current() is None
    (folder.root / "current").unlink()
    (folder.root / "current").write_bytes(b"\xff\xfe")
    assert folder.current() is None
    assert folder.fresh() == "g-000003"
    folder.release()


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), max_size=30), st.integers(1, 8))
def test_batches_never_note_a_number_whose_entries_are_not_all_in(
    steps: list[tuple[bool, int]], size: int
) -> None:
    seq, entries = 10, []
    for number, (next_seq, pieces) in enumerate(steps):
        seq += next_seq
        entries.append(EntryVectors(f"m{number}", "user:me", seq, (b"",) * pieces))
    changes = Changes(tuple(entries), seq + 3, False)
    applied: list[EntryVectors] = []
    last = 0
    for batch, noted in portions(changes, size, since=9):
        applied += batch
        assert noted >= last
        assert all(entry in applied for entry in entries if entry.seq <= noted)
        last = noted
    assert applied == entries
    assert last == changes.seq


def test_the_child_sees_a_list_of_names_and_not_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    given_names = {
        "PATH": "/bin",
        "MIGRATIONS": "yes",
        "CHROMA_SERVER_HOST": "evil",
        "is_persistent": "0",
        "HTTP_PROXY": "p",
    }
    names = child_environment(given_names, for_server=False)
    assert set(names) == {"PATH", "OPENBLAS_NUM_THREADS", "PYTHONPATH", "PYTHONUTF8"}
    assert str(tmp_path) not in names["PYTHONPATH"].split(os.pathsep)
    assert child_environment(given_names, for_server=True)["HTTP_PROXY"] == "p"


@pytest.mark.parametrize("name", ["é", "m", "", "a/b", "x" * 2000])
def test_any_name_gives_a_collection_name_that_chroma_takes(name: str) -> None:
    """S34: Chroma wants 3 to 512 ASCII characters."""
    assert hashed_name(name).isascii()
    assert 3 <= len(hashed_name(name)) <= 512
    assert hashed_name(name) != hashed_name(name + "x")


def test_importing_it_loads_neither_numpy_nor_chroma() -> None:
    code = (
        "import sys, memdeck.store.vectorindex as v; "
        "print([name for name in ('numpy', 'chromadb', 'sqlalchemy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_where_the_system_has_no_such_locks_it_is_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memdeck.store.vectorindex.index.LOCKING", False)
    with VectorIndex.open(tmp_path, "m", 4, DictSource()) as index:
        assert index.state is IndexState.OFF
        assert "lock" in index.reason
        assert index.catch_up() == 0


def test_a_folder_that_cannot_be_used_is_said_and_hinders_nobody(tmp_path: Path) -> None:
    """S25."""
    (tmp_path / "index").write_text("in the way")
    with VectorIndex.open(tmp_path, "m", 4, DictSource()) as index:
        assert index.state is IndexState.DAMAGED
        assert "index" in index.reason
        assert index.catch_up() == 0
        assert index.state is IndexState.DAMAGED
