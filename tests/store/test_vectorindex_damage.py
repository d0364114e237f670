"""Each way in which an index was seen to break: noticed, named, and built anew from the store."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from built_index import assert_right, build, copied, filled_source, open_index, vector
from vector_sources import DictSource

from memdeck.store.vectorindex import IndexState, IndexUnavailable

pytestmark = pytest.mark.slow

Damage = Callable[[Path], None]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, DictSource]:
    home, source = tmp_path_factory.mktemp("prepared"), filled_source()
    build(home, source)
    return home, source


def cut(path: Path, share: float) -> None:
    os.truncate(path, int(path.stat().st_size * share))


def overwrite(path: Path, size: int | None = None, at: int = 0) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(random.Random(7).randbytes(size or path.stat().st_size))


def graph(chroma: Path, name: str) -> Path:
    return next(chroma.glob("*-*")) / name


DAMAGES: dict[str, Damage] = {
    "header.bin of 0 bytes": lambda chroma: cut(graph(chroma, "header.bin"), 0),
    "header.bin at random": lambda chroma: overwrite(graph(chroma, "header.bin")),
    "header.bin half": lambda chroma: cut(graph(chroma, "header.bin"), 0.5),
    "link_lists.bin half": lambda chroma: cut(graph(chroma, "link_lists.bin"), 0.5),
    "link_lists.bin at random": lambda chroma: overwrite(graph(chroma, "link_lists.bin")),
    "data_level0.bin gone": lambda chroma: graph(chroma, "data_level0.bin").unlink(),
    "data_level0.bin half": lambda chroma: cut(graph(chroma, "data_level0.bin"), 0.5),
    "data_level0.bin of 0 bytes": lambda chroma: cut(graph(chroma, "data_level0.bin"), 0),
    "data_level0.bin 4 kB at random": lambda chroma: overwrite(graph(chroma, "data_level0.bin"), 4096, 8192),
    "index_metadata.pickle half": lambda chroma: cut(graph(chroma, "index_metadata.pickle"), 0.5),
    "index_metadata.pickle gone": lambda chroma: graph(chroma, "index_metadata.pickle").unlink(),
    "the graph's folder gone": lambda chroma: shutil.rmtree(graph(chroma, "")),
    "chroma.sqlite3 half": lambda chroma: cut(chroma / "chroma.sqlite3", 0.5),
    "chroma.sqlite3 with a random header": lambda chroma: overwrite(chroma / "chroma.sqlite3", 100),
    "chroma.sqlite3 of 0 bytes": lambda chroma: cut(chroma / "chroma.sqlite3", 0),
    "chroma.sqlite3 gone": lambda chroma: (chroma / "chroma.sqlite3").unlink(),
    "the generation gone": lambda chroma: shutil.rmtree(chroma.parent),
    "the pointer gone": lambda chroma: (chroma.parents[1] / "current").unlink(),
    "link_lists.bin of 1.4 TB": lambda chroma: os.truncate(graph(chroma, "link_lists.bin"), 14 * 10**11),
    "a record lost": lambda chroma: forget_one(chroma / "chroma.sqlite3"),
    "a .env laid into it": lambda chroma: put_env(chroma.parent / ".env"),
}


def forget_one(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("delete from embeddings where embedding_id = 'mem_00017#0'")
    connection.close()


def put_env(path: Path) -> None:
    path.write_text("MIGRATIONS=yes\n")


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_damage_is_noticed_named_and_mended(
    damage: Damage, prepared: tuple[Path, DictSource], tmp_path: Path
) -> None:
    home, source = copied(prepared[0], tmp_path), prepared[1]
    damage(next((home / "index").glob("g-*")) / "chroma")
    with open_index(home, source) as index:
        assert index.state in {IndexState.DAMAGED, IndexState.MISSING}
        assert index.reason
        assert "\n" not in index.reason
        with pytest.raises(IndexUnavailable):
            index.nearest(vector(1), 1)
        index.catch_up()
        assert_right(index, source)
        assert len(list((home / "index").glob("g-*"))) == 1
    assert index.health().size < 50_000_000


def test_a_shortened_length_file_harms_nothing(prepared: tuple[Path, DictSource], tmp_path: Path) -> None:
    home, source = copied(prepared[0], tmp_path), prepared[1]
    cut(graph(next((home / "index").glob("g-*")) / "chroma", "length.bin"), 0.5)
    with open_index(home, source) as index:
        index.catch_up()
        assert_right(index, source)


def test_damage_below_a_running_index(prepared: tuple[Path, DictSource], tmp_path: Path) -> None:
    """The folder is wiped while the child has it open, and then the child ends."""
    home, source = copied(prepared[0], tmp_path), prepared[1].copy()
    with open_index(home, source) as index:
        shutil.rmtree(next((home / "index").glob("g-*")))
        source.put("new", vector("new"))
        index.catch_up()
        assert_right(index, source)
        assert index.nearest(vector("new"), 1)[0][0] == "new"
