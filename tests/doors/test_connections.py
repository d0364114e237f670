"""How each assistant stands to Memdeck, and writing all files of a plan or none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memdeck.doors.install import change as changing
from memdeck.doors.install.change import BACKUP_SUFFIX
from memdeck.doors.install.connections import Connections
from memdeck.doors.install.running_command import RunningCommand
from memdeck.memory.errors import MemdeckError

COMMAND = RunningCommand(("/opt/memdeck/bin/memdeck",))


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> Connections:
    monkeypatch.setenv("PATH", "/nonexistent")
    return Connections(COMMAND)


def standings(connections: Connections) -> dict[str, str]:
    return {each.client: each.standing for each in connections.all()}


def test_nothing_on_this_machine(connections: Connections) -> None:
    assert standings(connections) == dict.fromkeys(
        ("claude-code", "codex", "cursor", "gemini", "vscode"), "absent"
    )
    assert not list(Path.home().iterdir())  # looking makes no file


def test_a_folder_or_a_program_is_a_sign(connections: Connections, monkeypatch: pytest.MonkeyPatch) -> None:
    (Path.home() / ".claude").mkdir()
    programs = Path.home() / "bin"
    programs.mkdir()
    (programs / "code").touch(0o755)
    monkeypatch.setenv("PATH", str(programs))
    found = standings(connections)
    assert (found["claude-code"], found["vscode"], found["codex"]) == ("possible", "possible", "absent")


def test_connected_and_out_again(connections: Connections) -> None:
    (Path.home() / ".codex").mkdir()
    connections.carry_out(connections.plan("codex", uninstall=False))
    assert standings(connections)["codex"] == "connected"
    connections.carry_out(connections.plan("codex", uninstall=True))
    assert standings(connections)["codex"] == "possible"


def test_an_entry_of_another_installation_is_partly(connections: Connections) -> None:
    (Path.home() / ".cursor").mkdir()
    elsewhere = Connections(RunningCommand(("/old/bin/memdeck",)))
    elsewhere.carry_out(elsewhere.plan("cursor", uninstall=False))
    assert standings(connections)["cursor"] == "partly"


def test_a_file_that_is_not_understood_says_its_line(connections: Connections) -> None:
    (Path.home() / ".gemini").mkdir()
    (Path.home() / ".gemini" / "settings.json").write_text('{\n "a": 1\n "b": 2\n}\n')
    gemini = next(each for each in connections.all() if each.client == "gemini")
    assert gemini.standing == "faulty"
    assert "settings.json:3:" in gemini.note


def test_hooks_that_are_off_are_said(connections: Connections) -> None:
    folder = Path.home() / ".claude"
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps({"disableAllHooks": True}))
    connections.carry_out(connections.plan("claude-code", uninstall=False))
    claude = next(each for each in connections.all() if each.client == "claude-code")
    assert claude.standing == "connected"
    assert "disableAllHooks" in claude.note


@pytest.mark.parametrize("first_is_new", [True, False])
def test_a_second_file_that_fails_puts_the_first_one_back(
    connections: Connections, monkeypatch: pytest.MonkeyPatch, first_is_new: bool
) -> None:
    folder = Path.home() / ".claude"
    folder.mkdir()
    (folder / "settings.json").write_text('{"theme": "dark"}\n')
    if not first_is_new:
        (Path.home() / ".claude.json").write_text('{"n": 1}\n')
    before = _files()
    real = changing.write_atomic

    def no_right(path: Path, data: bytes) -> None:
        if path.name == "settings.json":
            raise PermissionError(13, "Permission denied", str(path))
        real(path, data)

    monkeypatch.setattr(changing, "write_atomic", no_right)
    with pytest.raises(MemdeckError, match=r"settings\.json: can't be written"):
        connections.carry_out(connections.plan("claude-code", uninstall=False))
    assert _files() == before


def _files() -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in Path.home().rglob("*")
        if path.is_file() and not path.name.endswith(BACKUP_SUFFIX)
    }
