"""What connecting assistants looks like, narrow and wide."""

from __future__ import annotations

from pathlib import Path

import pytest
from program import Bare, until
from textual.widgets import OptionList

from memdeck.doors.install.connections import Connections
from memdeck.doors.install.running_command import RunningCommand
from memdeck.tui.screens.assistant_change import AssistantChange
from memdeck.tui.screens.assistants import AssistantsScreen

both_sizes = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["narrow", "wide"])


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """Claude Code can be connected, Codex is, Cursor's file is broken, the others are not here."""
    monkeypatch.setenv("PATH", "/nonexistent")
    home = Path.home()
    for folder in (".claude", ".codex", ".cursor"):
        (home / folder).mkdir()
    (home / ".claude.json").write_text('{\n  "mcpServers": {\n    "docs": {"command": "docs-mcp"}\n  }\n}\n')
    connections().carry_out(connections().plan("codex", uninstall=False))
    (home / ".cursor" / "mcp.json").write_text("{,}")


def connections():
    return Connections(RunningCommand(("/home/me/.local/bin/memdeck",)))


def program(deck, clock):
    return Bare(lambda: deck, clock=clock, connections=connections)


async def listed(pilot):
    await pilot.press("I")
    await until(pilot, lambda: isinstance(pilot.app.screen, AssistantsScreen))
    await until(pilot, lambda: pilot.app.screen.query_one(OptionList).options)


@both_sizes
def test_the_assistants(snap_compare, deck, clock, size):
    assert snap_compare(program(deck, clock), terminal_size=size, run_before=listed)


@both_sizes
def test_what_would_be_written(snap_compare, deck, clock, size):
    async def asked(pilot):
        await listed(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, AssistantChange))
        await pilot.pause()

    assert snap_compare(program(deck, clock), terminal_size=size, run_before=asked)
