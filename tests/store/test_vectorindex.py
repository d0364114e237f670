"""The embedded vector index with real Chroma: answering, following the store, sharing, hanging, dying."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy
import pytest
from built_index import (
    DIMENSION,
    LIMITS,
    MODEL,
    assert_right,
    build,
    copied,
    filled_source,
    open_index,
    vector,
)
from vector_sources import DictSource

from memdeck.store.vectorindex import IndexState, IndexUnavailable, VectorIndex

pytestmark = pytest.mark.slow

_HERE = str(Path(__file__).parent)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, DictSource]:
    home, source = tmp_path_factory.mktemp("prepared"), filled_source()
    build(home, source)
    return home, source


@pytest.fixture
def home(prepared: tuple[Path, DictSource], tmp_path: Path) -> Path:
    return copied(prepared[0], tmp_path)


@pytest.fixture
def source(prepared: tuple[Path, DictSource]) -> DictSource:
    return prepared[1].copy()


def test_it_is_built_on_demand_and_found_again(tmp_path: Path) -> None:
    source = filled_source(20)
    steps: list[tuple[int, int]] = []
    with open_index(tmp_path, source) as index:
        assert index.state is IndexState.MISSING
        with pytest.raises(IndexUnavailable) as caught:
            index.nearest(vector(3), 5)
        assert caught.value.state is IndexState.MISSING
        assert index.catch_up(lambda done, total: steps.append((done, total))) == 20
        assert steps[-1] == (20, 20)
        assert_right(index, source)
    assert index.state is IndexState.OFF
    with open_index(tmp_path, source) as again:
        assert_right(again, source)
        assert again.catch_up() == 0


def test_odd_requests_are_fine(home: Path, source: DictSource) -> None:
    """S34: k=0, no owners, odd and unknown owners; also more than there is, and senseless vectors."""
    with open_index(home, source) as index:
        assert index.nearest(vector(3), 0) == []
        assert index.nearest(vector(3), -1) == []
        assert index.nearest(vector(3), 5, []) == []
        assert index.nearest(vector(3), 5, ["project:é", "project:m"]) == []
        assert [one for one, _ in index.nearest(vector(3), 1, ["project:é3"])] == ["mem_00003"]
        assert "mem_00003" not in dict(index.nearest(vector(3), 50, ["project:é4", "project:é5"]))
        assert len(index.nearest(vector(3), 500, ["project:é3", "project:é4"])) == 260
        assert len(index.nearest(vector(3), 10**6)) == 1300
        assert len(index.nearest(b"\0" * 4 * DIMENSION, 3)) == 3
        assert len(index.nearest([float("nan")] * DIMENSION, 3)) == 3
        with pytest.raises(ValueError, match="16"):
            index.nearest(b"\0" * 12, 3)
        assert index.nearest([1.0] * DIMENSION, 3) == index.nearest([5.0] * DIMENSION, 3)
        similarities = [similarity for _, similarity in index.nearest(vector(3), 50)]
        assert similarities == sorted(similarities, reverse=True)
        assert similarities[0] == pytest.approx(1.0, abs=1e-5)
        source.put("mem_strange", b"\xff" * 4 * DIMENSION, b"\0" * 4 * DIMENSION, owner="user:me")
        index.catch_up()
        assert_right(index, source.copy())


def test_it_follows_the_store(home: Path, source: DictSource) -> None:
    """S28, S29: what was deleted takes no place; what was edited is found by its new vector and owner."""
    with open_index(home, source) as index:
        source.put("twin", vector(3), owner="user:me")
        source.drop("mem_00003")
        assert [one for one, _ in index.nearest(vector(3), 1)] == ["twin"]
        source.put("twin", vector("monday"), owner="project:new")
        assert [one for one, _ in index.nearest(vector("monday"), 1, ["project:new"])] == ["twin"]
        assert index.nearest(vector("monday"), 1, ["user:me"]) == []
        assert index.nearest(vector(3), 1)[0][1] < 0.99
        for number in range(100, 900):
            source.drop(f"mem_{number:05}")
        assert index.catch_up() == 800
        assert_right(index, source)
    with open_index(home, source) as again:
        assert_right(again, source)
        assert not {"mem_00003", "mem_00100"} & set(dict(again.nearest(vector(3), 2000)))


def test_an_entry_of_many_pieces_counts_once_and_leaves_whole(home: Path, source: DictSource) -> None:
    with open_index(home, source) as index:
        source.put("long", *(vector(f"piece {number}") for number in range(40)))
        hits = index.nearest(vector("piece 39"), 5)
        assert hits[0][0] == "long"
        assert len({one for one, _ in hits}) == 5
        source.put("long", vector("piece 0"), vector("piece 1"))
        assert index.nearest(vector("piece 39"), 1)[0][0] != "long"
        assert index.nearest(vector("piece 1"), 1)[0][0] == "long"
        source.drop("long")
        assert index.nearest(vector("piece 0"), 1)[0][0] != "long"
        assert index.health().dead == 40
        assert_right(index, source)


def test_another_model_or_dimension_is_named_and_built_anew(home: Path, source: DictSource) -> None:
    """S33: also when the dimension is the same, where nothing would fail and everything would be wrong."""
    with VectorIndex.open(home, "other model", DIMENSION, source, limits=LIMITS) as index:
        assert index.state is IndexState.DAMAGED
        assert MODEL in index.reason
        assert "other model" in index.reason
        index.catch_up()
        assert_right(index, source)
    small = DictSource()
    small.put("one", vector(1)[:32])
    with VectorIndex.open(home, "other model", 8, small, limits=LIMITS) as index:
        assert "16 dimensions" in index.reason
        index.catch_up()
        assert index.nearest(vector(1)[:32], 1)[0][0] == "one"


def test_a_store_from_a_backup_is_noticed(home: Path, source: DictSource) -> None:
    """The index knows changes that the store never had: everything in it is doubtful."""
    older = filled_source(1200)
    with open_index(home, older) as index:
        assert "the store is at change 1200" in index.reason
        index.catch_up()
        assert_right(index, older)
    other = filled_source(1199)
    other.put("mem_01199", vector("something else"))
    with open_index(home, other) as index:
        assert "differ" in index.reason


def test_the_folder_and_the_environment_of_a_repository_change_nothing(
    home: Path, source: DictSource, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = tmp_path / "cloned"
    repository.mkdir()
    (repository / ".env").write_text(
        "MIGRATIONS=yes\nCHROMA_API_IMPL=chromadb.api.fastapi.FastAPI\nCHROMA_SERVER_HOST=192.0.2.1\n"
    )
    (repository / "chromadb.py").write_text("raise SystemExit('taken over')")
    monkeypatch.chdir(repository)
    monkeypatch.setenv("MIGRATIONS", "yes")
    monkeypatch.setenv("CHROMA_API_IMPL", "chromadb.api.fastapi.FastAPI")
    monkeypatch.setenv("CHROMA_SERVER_HOST", "192.0.2.1")
    with open_index(home, source) as index:
        assert_right(index, source)


def test_a_second_program_does_without_until_the_first_one_ends(home: Path, source: DictSource) -> None:
    """S31, S32: two programs never open the folder together, and no vector is lost on the way."""
    code = (
        "import sys; from pathlib import Path; from built_index import *\n"
        "index = open_index(Path(sys.argv[1]), filled_source()); print(index.state, flush=True)\n"
        "sys.stdin.read(1); index.close(); print(index.state, flush=True)"
    )
    first = subprocess.Popen(
        [sys.executable, "-c", code, str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": _HERE},
    )
    with first, open_index_after(first, home, source) as second:
        assert second.state is IndexState.ELSEWHERE
        assert second.reason == f"process {first.pid} has it"
        with pytest.raises(IndexUnavailable):
            second.nearest(vector(1), 1)
        with pytest.raises(IndexUnavailable):
            second.rebuild()
        source.put("b", vector("b"))
        source.drop("mem_00000")
        assert second.catch_up() == 0
        first.communicate("x")
        second.catch_up()
        assert_right(second, source)
        assert second.nearest(vector("b"), 1)[0][0] == "b"


def open_index_after(first: subprocess.Popen[str], home: Path, source: DictSource) -> VectorIndex:
    assert first.stdout is not None
    assert first.stdout.readline() == "ok\n"
    return open_index(home, source)


def test_a_hung_child_is_ended_and_the_whole_index_kept(home: Path, source: DictSource) -> None:
    with open_index(home, source, replace(LIMITS, query=0.3)) as index:
        before = index.health()
        assert before.pid is not None
        os.kill(before.pid, signal.SIGSTOP)
        began = time.monotonic()
        with pytest.raises(IndexUnavailable, match="no answer"):
            index.nearest(vector(1), 1)
        assert time.monotonic() - began < 3
        assert index.state is IndexState.DAMAGED
        with pytest.raises(ProcessLookupError):
            os.kill(before.pid, 0)
        index.catch_up()
        assert index.health().generation == before.generation
        assert_right(index, source)


def test_a_child_that_hangs_again_and_again_gets_a_new_index(home: Path, source: DictSource) -> None:
    with open_index(home, source, replace(LIMITS, query=0.3)) as index:
        generation = index.health().generation
        for _ in range(2):
            os.kill(index.health().pid or 0, signal.SIGSTOP)
            with pytest.raises(IndexUnavailable):
                index.nearest(vector(1), 1)
            index.catch_up()
        assert index.health().generation != generation
        assert_right(index, source)


def test_a_child_killed_while_it_takes_changes_in(home: Path, source: DictSource) -> None:
    """S32: nothing that was acknowledged is missing, and nothing that wasn't is forgotten."""
    with open_index(home, source) as index:
        for number in range(2000, 3500):
            source.put(f"mem_{number:05}", vector(number))
        killed: list[int] = []

        def kill_once(done: int, total: int) -> None:
            if not killed and done > 2000:
                killed.append(index.health().pid or 0)
                os.kill(killed[0], signal.SIGKILL)

        index.catch_up(kill_once)
        assert killed
        assert_right(index, source)


def test_a_program_killed_while_building(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from built_index import *\n"
        "index = open_index(Path(sys.argv[1]), filled_source())\n"
        "index.catch_up(lambda done, total: print(done, flush=True))"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": _HERE},
    )
    with program:
        assert program.stdout is not None
        program.stdout.readline()
        program.kill()
    with (tmp_path / "index" / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # returns when the orphaned child has noticed
    source = filled_source()
    with open_index(tmp_path, source) as index:
        assert index.state is IndexState.MISSING
        index.catch_up()
        assert_right(index, source)
    assert len(list((tmp_path / "index").glob("g-*"))) == 1


def test_a_rebuild_switches_at_its_end_and_answers_meanwhile(home: Path, source: DictSource) -> None:
    pointer = home / "index" / "current"
    old = pointer.read_text()
    seen: set[tuple[str, str]] = set()
    with open_index(home, source) as index:

        def look(done: int, total: int) -> None:
            assert index.nearest(vector(7), 1)[0][0] == "mem_00007"
            seen.add((pointer.read_text(), index.state))
            if "meanwhile" not in source.entries:
                source.put("meanwhile", vector("meanwhile"))

        index.rebuild(look)
        assert seen == {(old, "rebuilding")}
        assert pointer.read_text() != old
        assert index.nearest(vector("meanwhile"), 1)[0][0] == "meanwhile"
        assert_right(index, source)
        assert [path.name for path in (home / "index").glob("g-*")] == [pointer.read_text()]


def test_a_rebuild_that_is_called_off_leaves_the_old_index(home: Path, source: DictSource) -> None:
    def call_off(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with open_index(home, source) as index:
        before = index.health()
        with pytest.raises(KeyboardInterrupt):
            index.rebuild(call_off)
        assert index.health() == before
        assert_right(index, source)
        assert len(list((home / "index").glob("g-*"))) == 1


def test_dead_slots_are_given_back_by_building_anew(home: Path, source: DictSource) -> None:
    with open_index(home, source, replace(LIMITS, dead_floor=500)) as index:
        for number in range(600):
            source.drop(f"mem_{number:05}")
        index.catch_up()
        assert index.health().dead == 600  # less than half
        for number in range(600, 800):
            source.drop(f"mem_{number:05}")
        index.catch_up()
        assert index.health().dead == 0
        assert index.health().count == 500
        assert_right(index, source)


def test_a_purged_vector_is_in_no_file_once_the_index_caught_up(home: Path, source: DictSource) -> None:
    """S28: Chroma marks what is deleted, and keeps its vector in the graph and in its log."""
    with open_index(home, source) as index:
        vector = source.entries["mem_00007"].pieces[0]
        assert holding(home, vector)
        source.drop("mem_00007")
        source.purged = source.seq
        index.catch_up()
        assert not holding(home, vector)
        assert_right(index, source)
        generation = index.health().generation
        index.catch_up()
        assert index.health().generation == generation


def holding(home: Path, vector: bytes) -> list[Path]:
    """Return the files with a piece of a vector, as it was given or at length one."""
    numbers = numpy.frombuffer(vector, "<f4").astype(float)
    unit = (numbers / numpy.linalg.norm(numbers)).astype("<f4").tobytes()
    files = [file for file in (home / "index").rglob("*") if file.is_file()]
    return [file for file in files for form in (vector, unit) if form[16:48] in file.read_bytes()]
