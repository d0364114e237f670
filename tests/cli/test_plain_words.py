"""What a command says when something is missing names the thing, not something else."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from command_line import CommandLine

from memdeck.cli.prompt_options import prompt_from


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "home")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("undo",), "There is no change to undo."),
        (("redo",), "There is no change to redo."),
        (("undo", "99"), "There is no change 99 in the history."),
        (("undo", "abc"), "There is no change 'abc' in the history."),
    ],
)
def test_a_missing_change_is_no_missing_memory(line: CommandLine, words: tuple[str, ...], said: str) -> None:
    answer = line(*words)
    assert answer.code == 4
    assert said in answer.err
    assert "No memory" not in answer.err


def test_restoring_what_was_not_removed_points_to_what_was(line: CommandLine) -> None:
    line.done("add", "Build setup", "Gradle.")
    answer = line("restore", "build_setup")
    assert answer.code == 4
    assert "memdeck list --deleted" in answer.err


@pytest.mark.parametrize("text", ["数" * 100_000, "b" * 3_000_000])
def test_a_text_beyond_the_limit_is_too_long_and_nothing_else(
    line: CommandLine, tmp_path: Path, text: str
) -> None:
    """S08: reading stops within a character, which says nothing about the coding."""
    long = tmp_path / "long.md"
    long.write_text(text, encoding="utf-8")
    for answer in (line("add", "Big", "--file", str(long)), line("add", "Big", "-", stdin=text)):
        assert answer.code == 2
        assert "UTF-8" not in answer.err
        assert "limit is 65,536" in answer.err or "longer than 65,536 characters" in answer.err
        assert "262," not in answer.err


def test_a_budget_that_is_too_small_is_named(line: CommandLine) -> None:
    line.done("add", "Build setup", "Always use Gradle with the Kotlin DSL.")
    answer = line.done("preview", "Gradle with the Kotlin DSL for the build setup", "--budget", "1")
    assert answer.out == ""
    assert "does not fit 1 tokens" in answer.err


def test_doctor_names_a_dimension_that_the_model_has_not(line: CommandLine, tmp_path: Path) -> None:
    """S33: whoever sets a wrong dimension hears it before the first prompt, with both figures."""
    config = tmp_path / "wrong.yaml"
    config.write_text("storage: {embedding_dim: 768}\n", encoding="utf-8")
    answer = line("--config", str(config), "doctor")
    assert answer.code == 1
    assert "fail  model" in answer.out
    assert "768" in answer.out and "512" in answer.out
    assert "ok    model" in line.done("doctor").out


class TestTheNameOfWhatWasRemoved:
    """It never means another memory whose name begins with it."""

    @pytest.fixture
    def two(self, line: CommandLine) -> CommandLine:
        line.done("add", "Build", "Maven.", "--name", "build")
        line.done("add", "Build setup", "Gradle.", "--name", "build_setup")
        line.done("rm", "build")
        return line

    @pytest.mark.parametrize(
        "words", [("rm", "build"), ("edit", "build", "--title", "x"), ("rename", "build", "x")]
    )
    def test_a_second_time_nothing_is_changed(self, two: CommandLine, words: tuple[str, ...]) -> None:
        answer = two(*words)
        assert answer.code == 4
        assert "'memdeck restore'" in answer.err
        assert [entry["name"] for entry in two("list", "--json").json] == ["build_setup"]

    def test_a_purge_takes_the_removed_one(self, two: CommandLine) -> None:
        two.done("purge", "build", "--yes")
        assert [entry["name"] for entry in two("list", "--json").json] == ["build_setup"]
        assert two("list", "--deleted", "--json").json == []

    def test_a_part_of_a_name_still_will_do(self, two: CommandLine) -> None:
        assert two.done("show", "build_s", "--json").json["name"] == "build_setup"


@pytest.mark.parametrize(
    "words",
    [
        ("list", "--limit", "9" * 30),
        ("list", "--offset", "9" * 30),
        ("history", "--limit", "9" * 30),
        ("history", "--before", "9" * 30),
        ("undo", "9" * 30),
        ("show", "a\udcff"),
        ("list", "a\udcff"),
        ("undo", "a\udcff"),
        ("list", "--tag", "a\udcff"),
    ],
)
def test_numbers_and_bytes_that_no_database_holds(line: CommandLine, words: tuple[str, ...]) -> None:
    line.done("add", "Build setup", "Gradle.")
    answer = line(*words)
    assert answer.code in (2, 4)
    assert "should not happen" not in answer.err


def test_a_reason_with_bytes_that_are_no_text(line: CommandLine) -> None:
    line.done("add", "Build setup", "Gradle.")
    line.done("rm", "build_setup", "--reason", "see a\udcff.md")
    assert "see a?.md" in line.done("history").out


def test_a_group_without_a_command_shows_its_help(line: CommandLine) -> None:
    answer = line("config")
    assert answer.code == 2
    assert "\nCommands:\n" in answer.err


def test_an_empty_home_is_not_the_current_folder(
    line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMDECK_HOME", str(line.home))
    monkeypatch.chdir(tmp_path)
    line.done("--home", "", "add", "Build setup", "Gradle.")
    assert not (tmp_path / "memdeck.db").exists()
    assert len(line("list", "--json").json) == 1
    line.done("--home", ".", "add", "Here", "In this folder.")
    assert (tmp_path / "memdeck.db").exists()


def test_a_prompt_from_a_closed_stdin_is_missing(line: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memdeck.cli.prompt_options.sys.stdin", None)
    with pytest.raises(click.UsageError, match="closed"):
        prompt_from(None)
