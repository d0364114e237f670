"""How a process ends: exit codes, one line, no traceback, nothing loaded that is not used."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from command_line import CommandLine

from memdeck import Deck, __version__
from memdeck.cli.registry import COMMANDS

HEAVY = {"textual", "rich", "sqlmodel", "sqlalchemy", "alembic", "chromadb", "numpy", "rapidfuzz", "yaml"}
_REPORT = (
    "import sys, memdeck.__main__ as m; sys.argv = ['memdeck', *sys.argv[1:]]; code = m._run(sys.argv[1:]);"
    "print('LOADED', *sys.modules, file=sys.stderr)"
)


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "home")


def loaded(home: Path, *arguments: str) -> set[str]:
    """Return the modules that a command leaves loaded."""
    done = subprocess.run(
        [sys.executable, "-c", _REPORT, *arguments],
        env={**os.environ, "MEMDECK_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.rsplit("LOADED", 1)[1].split())


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("nonsense",)])
def test_help_loads_nothing_heavy_and_no_command(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    modules = loaded(tmp_path, *arguments)
    assert not modules & HEAVY
    assert not {entry.module for entry in COMMANDS} & modules
    assert not {"memdeck.deck", "memdeck.settings.sections", "sqlite3"} & modules


def test_listing_loads_no_object_mapper_and_no_screens(tmp_path: Path) -> None:
    with Deck.open(tmp_path) as deck:
        deck.add("A", "b")
    for arguments in (("list", "--json"), ("list",), ("show", "a"), ("history",)):
        assert not loaded(tmp_path, *arguments) & HEAVY, arguments
    assert loaded(tmp_path, "list", "b") & HEAVY <= {"rapidfuzz", "numpy"}


def test_bare_memdeck_loads_no_command_line_library(tmp_path: Path) -> None:
    assert not loaded(tmp_path) & (HEAVY | {"click"})  # without a terminal it only says so


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--version",), 0),
        (("list",), 0),
        (("show", "nope"), 4),
        (("nonsense",), 2),
        (("list", "--nonsense"), 2),
        (("add",), 2),
        ((), 2),
        (("--config", "/nonexistent/x.yaml", "list"), 2),
        (("purge", "nope", "--yes"), 4),
    ],
)
def test_exit_codes(line: CommandLine, arguments: tuple[str, ...], code: int) -> None:
    answer = line.process(*arguments)
    assert answer.code == code, answer.err
    assert "Traceback" not in answer.err
    if code:
        assert answer.out == ""
        assert answer.err.startswith("memdeck: ")
        assert answer.err.count("\n") == 1


def test_version_and_the_module_are_the_command(line: CommandLine) -> None:
    assert line.process("--version").out == f"memdeck {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("lst",), "No command 'lst'. Did you mean 'list'?"),
        (("list", "--limt", "3"), "Did you mean"),
        (("list", "--limit", "x"), "'x' is not a valid integer"),
        (("show",), "Missing argument 'NAME'"),
    ],
)
def test_wrong_use_is_answered_with_what_is_near(
    line: CommandLine, arguments: tuple[str, ...], words: str
) -> None:
    answer = line(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
    assert "--help' shows what there is." in answer.err


def test_a_surprise_is_one_line_and_a_private_log(line: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret text of an entry")

    monkeypatch.setattr("memdeck.deck.Deck.list", broken)
    answer = line("list")
    log = line.home / "memdeck.log"
    assert answer.code == 1
    assert answer.err == f"memdeck: This should not happen (RuntimeError). Details: {log}\n"
    assert "Traceback" in log.read_text()
    assert log.stat().st_mode & 0o077 == 0


def test_what_the_system_refuses_names_the_file(line: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    answer = CommandLine(tmp_path / "file" / "home")("add", "A", "b")
    assert answer.code in {1, 2}
    assert "Traceback" not in answer.err and answer.err.count("\n") == 1


def test_a_reader_that_goes_away_ends_it_in_silence(line: CommandLine) -> None:
    with Deck.open(line.home) as deck:
        deck.add_many([{"title": f"Entry {number}", "content": "x"} for number in range(3_000)])
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "memdeck", "list", "--json"],
        env={**os.environ, "MEMDECK_HOME": str(line.home)},
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writer)
    os.read(reader, 10)
    os.close(reader)
    assert process.communicate()[1] == ""
    assert process.returncode == 0


def test_ctrl_c_ends_with_one_line(line: CommandLine) -> None:
    reader, writer = os.pipe()  # stdin that never ends
    process = subprocess.Popen(
        [sys.executable, "-m", "memdeck", "add", "T", "-"],
        env={**os.environ, "MEMDECK_HOME": str(line.home)},
        stdin=reader,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(reader)
    os.write(writer, b"x" * 200_000)  # returns once the command reads
    out = err = None
    while out is None:  # a signal between two reads is seen at the next one only: then once more
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            out, err = process.communicate(timeout=3)
    os.close(writer)
    assert (out, str(err).lstrip("\n"), process.returncode) == ("", "memdeck: Stopped.\n", 130)


def test_a_full_disk_is_named(line: CommandLine) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    line.done("add", "A", "b")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "memdeck", "list"],
            env={**os.environ, "MEMDECK_HOME": str(line.home)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "memdeck: No space left on device.\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_encoding_of_the_terminal_will_do(line: CommandLine, encoding: str) -> None:
    line.done("add", "数据库", "x", "--name", "db")
    assert line.process("list", PYTHONIOENCODING=encoding).code == 0
    assert line.process("list", "--json", PYTHONIOENCODING=encoding).json[0]["title"] == "数据库"


def test_two_programs_adding_at_once_lose_nothing(line: CommandLine) -> None:
    """S35: writers wait for each other."""
    commands = [
        subprocess.Popen(
            [sys.executable, "-m", "memdeck", "add", f"Entry {number}", "x"],
            env={**os.environ, "MEMDECK_HOME": str(line.home)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(4)
    ]
    for command in commands:
        _, err = command.communicate()
        assert command.returncode == 0, err
    assert sorted(each["name"] for each in line("list", "--json").json) == [
        "entry_0", "entry_1", "entry_2", "entry_3"
    ]  # fmt: skip


@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-"])
def test_a_closed_stream_is_no_surprise(line: CommandLine, closed: str) -> None:
    line.done("add", "A", "b")
    for command in ("list", "list --json", "edit a", "nonsense", "history"):
        done = subprocess.run(
            ["/bin/sh", "-c", f'"$0" -m memdeck {command} {closed}', sys.executable],
            env={**os.environ, "MEMDECK_HOME": str(line.home)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in {0, 2}, (command, done.stderr)
        assert "should not happen" not in done.stderr
        assert "Traceback" not in done.stderr
        assert "memdeck:" not in done.stdout
