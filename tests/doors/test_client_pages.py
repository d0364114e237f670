"""docs/clients/: every command works as written, and every snippet is what is really written."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest
from documented import DOCS, check_page

from memdeck.cli.group import memdeck
from memdeck.doors.install.clients import CLIENTS
from memdeck.doors.install.installing import plan_install
from memdeck.doors.install.running_command import RunningCommand
from memdeck.exchange.claude_code import slug

COMMAND = RunningCommand(("/home/me/.local/bin/memdeck",))
COUNTS = {"claude-code": 8, "codex": 6, "cursor": 10, "gemini": 6, "vscode": 10}
_SNIPPET = re.compile(r"^```(json|toml)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def test_every_client_has_its_page() -> None:
    assert {page.stem for page in (DOCS / "clients").glob("*.md")} == set(CLIENTS)
    for name in CLIENTS:
        assert f"clients/{name}.md" in (DOCS / "install.md").read_text("utf-8")
        assert f"docs/clients/{name}.md" in (DOCS.parent / "README.md").read_text("utf-8")


@pytest.mark.parametrize("client", sorted(CLIENTS))
def test_the_commands_of_a_page(client: str, tmp_path: Path) -> None:
    home = Path.home()  # the test's own
    memory = home / ".claude" / "projects" / slug(str(tmp_path)) / "memory"
    if client == "claude-code":
        memory.mkdir(parents=True)
        (memory / "tests.md").write_text("---\nname: tests\ntype: feedback\n---\n\nRun the tests first.\n")
    count = check_page(f"clients/{client}.md", tmp_path, MEMDECK_HOME=str(tmp_path / "store"))
    assert count == COUNTS[client]
    left = [
        path for path in home.rglob("*") if path.is_file() and "memdeck" in path.read_text("utf-8", "replace")
    ]
    assert all(path.name.endswith(".memdeck-backup") or ".claude/projects" in str(path) for path in left), (
        left
    )


@pytest.mark.parametrize("client", sorted(CLIENTS))
def test_the_snippets_of_a_page(client: str, tmp_path: Path) -> None:
    page = (DOCS / "clients" / f"{client}.md").read_text("utf-8")
    shown = [_read(kind, text) for kind, text in _SNIPPET.findall(page)]
    plans = [plan_install(client, COMMAND)]
    if "${workspaceFolder}" in page:
        plans.insert(0, plan_install(client, COMMAND, project=tmp_path))
    written = [
        _read("toml" if change.path.suffix == ".toml" else "json", change.after or "")
        for plan in plans
        for change in plan.changes
    ]
    assert shown == written


@pytest.mark.parametrize("client", sorted(CLIENTS))
def test_commands_within_sentences_exist(client: str) -> None:
    page = (DOCS / "clients" / f"{client}.md").read_text("utf-8")
    lines = [shlex.split(line)[1:] for line in re.findall(r"`(memdeck [^`]+)`", page)]
    assert lines
    for name, *arguments in lines:
        context = click.Context(memdeck)
        command = memdeck.get_command(context, name)
        assert command is not None, name
        command.make_parser(click.Context(command, info_name=name)).parse_args(arguments)


def _read(kind: str, text: str) -> object:
    return tomllib.loads(text) if kind == "toml" else json.loads(text)
