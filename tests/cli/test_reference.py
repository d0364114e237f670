"""Every command is in the table, in the help and in the docs; completion knows the store."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import click
import pytest
from command_line import CommandLine

from memdeck.cli.group import memdeck
from memdeck.cli.registry import COMMANDS

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "home")


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_docs", DOCS / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_generated_pages_are_up_to_date() -> None:
    assert list(generator().stale_pages()) == [], "run: make docs"


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_every_command_loads_and_explains_itself(entry: object, line: CommandLine) -> None:
    name = entry.name  # type: ignore[attr-defined]
    command = memdeck.get_command(click.Context(memdeck), name)
    assert command is not None
    assert command.name == name
    assert command.help
    help_text = line.done(name, "--help").out
    assert help_text.startswith("Usage: memdeck")
    assert f"## memdeck {name}\n" in (DOCS / "commands.md").read_text()


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_every_option_has_a_word_of_help(entry: object) -> None:
    command = memdeck.get_command(click.Context(memdeck), entry.name)  # type: ignore[attr-defined]
    inner = getattr(command, "commands", {}).values()
    for each in (command, *inner):
        for parameter in each.params:  # type: ignore[union-attr]
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{each.name} {parameter.name}"  # type: ignore[union-attr]


def test_the_golden_help(line: CommandLine) -> None:
    text = line.done("--help").out
    for heading in ("Look:", "Change:", "Bring in and out:", "Look after:"):
        assert heading in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(line: CommandLine, shell: str) -> None:
    assert "_MEMDECK_COMPLETE" in line.done("completion", shell).out
    assert line("completion", "tcsh").code == 2


def complete(line: CommandLine, words: str, typed: str) -> list[str]:
    answer = line.process(
        _MEMDECK_COMPLETE="bash_complete",
        COMP_WORDS=f"memdeck {words} {typed}".strip(),
        COMP_CWORD=str(len(words.split()) + 1),
    )
    assert answer.err == ""
    return [item.partition(",")[2] for item in answer.out.splitlines() if item]


def test_completion_knows_commands_names_and_owners(line: CommandLine) -> None:
    line.done("add", "Alpha one", "x", "--owner", "project:demo")
    line.done("add", "Beta", "x")
    line.done("add", "Alpha two", "x")
    line.done("rm", "alpha_two")
    assert complete(line, "", "re") == ["rename", "restore", "redo", "reindex"]
    assert complete(line, "show", "al") == ["alpha_one"]
    assert complete(line, "restore", "al") == ["alpha_two"]
    assert complete(line, "list --owner", "pro") == ["project:demo"]
    assert "project" in [each.casefold() for each in complete(line, "list --type", "p")]
    assert "--json" in complete(line, "list", "--j")


def test_completion_of_a_broken_store_is_silent(line: CommandLine) -> None:
    line.home.mkdir()
    (line.home / "memdeck.db").write_text("no database" * 999)
    assert complete(line, "show", "al") == []
