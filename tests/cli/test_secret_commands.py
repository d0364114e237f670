"""S48 on the command line: the person is warned and decides; old entries can be scanned and masked."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import CommandLine

from memdeck import Deck

TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "home")


def content(line: CommandLine, name: str) -> str:
    with Deck.open(line.home) as deck:
        return deck.get(name).content


def test_adding_a_secret_warns_and_saves_what_was_written(line: CommandLine) -> None:
    added = line.done("add", "Robot", f"Signs in with {TOKEN}")
    assert "looks like a secret (GITHUB_TOKEN)" in added.err
    assert TOKEN not in added.err + added.out
    assert content(line, "robot") == f"Signs in with {TOKEN}"
    masked = line.done("edit", "robot", "--mask")
    assert "secret" not in masked.err
    assert content(line, "robot") == "Signs in with <GITHUB_TOKEN>"


def test_mask_masks_before_anything_is_stored(line: CommandLine) -> None:
    added = line.done("add", f"Robot {TOKEN}", f"postgres://u:p4ss@h/db {TOKEN}", "--mask")
    assert (added.out, "looks like" in added.err) == ("robot_github_token\n", False)
    assert content(line, "robot_github_token") == "postgres://u:<URL_PASSWORD>@h/db <GITHUB_TOKEN>"
    for file in line.home.rglob("*"):
        assert not file.is_file() or b"p4ss" not in file.read_bytes()
    edited = line.done("edit", "robot_github_token", "--content", f"x {TOKEN}", "--mask")
    assert TOKEN not in edited.err
    assert content(line, "robot_github_token") == "x <GITHUB_TOKEN>"


def test_harmless_words_warn_nobody(line: CommandLine) -> None:
    assert "secret" not in line.done("add", "Rules", "The password policy asks for twelve characters.").err


def test_doctor_names_old_secrets_and_masks_them_in_one_undoable_action(line: CommandLine) -> None:
    line.done("add", "One", TOKEN)
    line.done("add", "Two", "postgres://u:p4ss@h/db")
    line.done("add", "Three", "nothing here")
    line.done("add", "Four", TOKEN)
    line.done("rm", "four")
    told = line.done("doctor")
    assert "warn  secrets" in told.out
    for words in ("one (GITHUB_TOKEN)", "two (URL_PASSWORD)", "four (GITHUB_TOKEN, removed)", "--fix"):
        assert words in told.out
    assert TOKEN not in told.out + told.err
    fixed = line.done("doctor", "--fix")
    assert "Masked the secrets of 3 memories" in fixed.err
    assert "none found" in fixed.out
    assert (content(line, "one"), content(line, "two")) == (
        "<GITHUB_TOKEN>",
        "postgres://u:<URL_PASSWORD>@h/db",
    )
    line.done("undo")
    assert content(line, "one") == TOKEN


def test_with_the_level_off_nobody_is_asked(line: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMDECK_SECRETS__LEVEL", "off")
    assert "secret" not in line.done("add", "One", TOKEN).err
    assert "not looked for" in line.done("doctor").out
