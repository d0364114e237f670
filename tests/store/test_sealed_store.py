"""A store in a folder where nothing can be written: it can be read, and nothing is tried beyond that.

Root is not held by the rights of a folder. For root the tests in this process only say that the folder can't
be written, by a patched `os.access`, and look that SQLite makes no file there; the one with a process of its
own has a folder that is mounted read-only.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from memdeck import Deck
from memdeck.cli.group import memdeck
from memdeck.memory.errors import ReadOnly
from memdeck.store.database import Database

NOTE = "can't be written: read-only, and changes by others aren't seen."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    with Deck.open(home) as deck:
        deck.add("Build", "Always build with Gradle.", type="USER", name="build")
        deck.retrieve("how to build")
    with sqlite3.connect(home / "memdeck.db") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    for end in ("-wal", "-shm"):
        (home / f"memdeck.db{end}").unlink(missing_ok=True)
    return home


@pytest.fixture
def sealed(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    access = os.access
    if os.geteuid() == 0:
        monkeypatch.setattr(
            os, "access", lambda path, mode: access(path, mode) and not (mode & os.W_OK and path == home)
        )
    home.chmod(0o555)
    yield home
    home.chmod(0o755)


def run(home: Path, *arguments: str) -> tuple[int, str, list[str]]:
    done = CliRunner().invoke(memdeck, ["--home", str(home), *arguments])
    return done.exit_code, done.stdout, done.stderr.splitlines()


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [(["list"], "build\tUSER"), (["show", "build"], "Gradle"), (["preview", "how to build"], "Gradle"),
     (["history"], "build"), (["list", "gradle"], "build\tUSER")],
)  # fmt: skip
def test_it_can_be_read_and_says_so_once(sealed: Path, arguments: list[str], shown: str) -> None:
    """ "unable to open database file", it said."""
    before = sorted(sealed.rglob("*"))
    code, out, err = run(sealed, *arguments)
    assert code == 0 and shown in out
    assert [line for line in err if NOTE in line] == [f"memdeck: {sealed} {NOTE}"]
    assert sorted(sealed.rglob("*")) == before


def test_a_change_is_refused(sealed: Path) -> None:
    code, _, err = run(sealed, "add", "Title", "Text")
    assert code == 1
    assert err[-1] == "memdeck: Read-only: nothing was changed. The folder of the store can't be written."
    with Deck.open(sealed) as deck:
        assert deck.read_only
        with pytest.raises(ReadOnly):
            deck.undo()


def test_doctor_says_so(sealed: Path) -> None:
    _, out, _ = run(sealed, "doctor")
    assert NOTE in out and "delete" not in out
    assert run(sealed, "reindex")[2][-1].endswith("The folder of the store can't be written.")


def test_a_folder_that_can_be_written_is_read_as_ever(home: Path) -> None:
    with Deck.open(home) as deck:
        assert (deck.read_only, deck.sealed_note) == (False, "")
    assert run(home, "list")[2] == []


@pytest.mark.parametrize(
    ("log", "index", "expected"), [(None, None, True), (b"", None, True), (None, b"x", True),
                                   (b"x", None, False), (b"x", b"x", False), (b"", b"x", False)]
)  # fmt: skip
def test_a_log_with_something_in_it_is_never_passed_over(
    sealed: Path, log: bytes | None, index: bytes | None, expected: bool
) -> None:
    sealed.chmod(0o755)
    for end, data in (("-wal", log), ("-shm", index)):
        if data is not None:
            (sealed / f"memdeck.db{end}").write_bytes(data)
    sealed.chmod(0o555)
    assert Database(sealed / "memdeck.db").sealed is expected
    assert not Database(sealed / "none.db").sealed


def test_a_real_process_on_a_medium_that_is_read_only(home: Path, tmp_path: Path) -> None:
    memdeck = [sys.executable, "-m", "memdeck", "--home"]
    if os.geteuid() != 0:
        home.chmod(0o555)
        command, place = [*memdeck, str(home)], home
    else:
        place = tmp_path / "medium"
        place.mkdir()
        mount = f"mount --bind '{home}' '{place}' && mount -o remount,ro,bind '{place}' && exec \"$@\""
        command = ["unshare", "--mount", "sh", "-c", mount, "sh", *memdeck, str(place)]
        if (
            shutil.which("unshare") is None
            or subprocess.run([*command, "list"], capture_output=True).returncode == 32
        ):
            pytest.skip("nothing can be mounted here")
    try:
        for arguments in (["list"], ["preview", "how to build"]):
            done = subprocess.run(
                [*command, *arguments], capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL
            )
            assert done.returncode == 0, done.stderr
            assert "uild" in done.stdout
            assert f"memdeck: {place} {NOTE}" in done.stderr.splitlines()
    finally:
        home.chmod(0o755)
