"""`memdeck reindex`: what it builds, what it says and to whom."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import CommandLine

from terminal import on_terminal


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "home")


def test_an_empty_store_has_nothing_to_index(line: CommandLine) -> None:
    answer = line("reindex")
    assert (answer.code, answer.out, answer.err) == (0, "", "There is nothing to index yet.\n")


def test_it_builds_the_index_and_says_so_in_one_line(line: CommandLine) -> None:
    line.done("add", "Build setup", "Gradle with the Kotlin DSL.")
    answer = line("reindex", "--vectors")
    assert answer.code == 0 and answer.out == ""
    assert answer.err.startswith("Indexed 1 vector of usem3-") and answer.err.count("\n") == 1
    found = line("reindex", "--json").json
    assert (found["waiting"], found["index"]["count"], found["index"]["state"]) == (0, 1, "ok")


def test_progress_is_for_a_terminal_and_gone_at_the_end(line: CommandLine) -> None:
    line.done("add", "Build setup", "Gradle with the Kotlin DSL.")
    code, text = on_terminal("reindex", env={"MEMDECK_HOME": str(line.home)})
    assert code == 0
    assert "\r\x1b[Kvectors 1 of 1" in text and "\r\x1b[Kindex 1 of 1" in text
    assert text.rpartition("\x1b[K")[2].startswith("Indexed 1 vector")


def test_read_only_and_a_missing_model_are_one_line(line: CommandLine, tmp_path: Path) -> None:
    line.done("add", "Build setup", "Gradle with the Kotlin DSL.")
    answer = line("reindex", "--read-only")
    assert answer.code != 0 and answer.err.startswith("memdeck: ") and answer.err.count("\n") == 1
    config = tmp_path / "c.yaml"
    config.write_text(f"storage: {{embedding_model: 'onnx:{tmp_path}/none'}}\n")
    answer = line("reindex", "--config", str(config))
    assert answer.code != 0 and answer.err.startswith("memdeck: ") and answer.err.count("\n") == 1
