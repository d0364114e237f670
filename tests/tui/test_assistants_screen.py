"""Connecting assistants from within the program, with the real writer in a home folder of the test's own."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from program import Bare, bare, until
from textual.pilot import Pilot
from textual.widgets import Button, OptionList, Static

from memdeck import Deck
from memdeck.doors.install.connections import Connection, Connections
from memdeck.doors.install.installing import InstallPlan
from memdeck.doors.install.running_command import RunningCommand
from memdeck.memory.clock import utc_now
from memdeck.memory.errors import MemdeckError
from memdeck.tui.screens.assistant_change import AssistantChange
from memdeck.tui.screens.assistants import AssistantsScreen
from memdeck.tui.screens.firststart import FirstStart
from memdeck.tui.widgets.difference_view import DifferenceView

SETTINGS = '{\n  "theme": "[bold]dark"\n}\n'


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person with Claude Code, and Cursor with a broken file."""
    monkeypatch.setenv("PATH", "/nonexistent")
    home = Path.home()
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").write_text(SETTINGS)
    (home / ".cursor").mkdir()
    (home / ".cursor" / "mcp.json").write_text('{\n "a": 1\n "b": 2\n}\n')
    return home


def connecting() -> Connections:
    return Connections(RunningCommand(("/opt/memdeck/bin/memdeck",)))


def program(deck: Deck, make: Callable[[], object] = connecting, *, greet: bool = False) -> Bare:
    return Bare(lambda: deck, clock=utc_now, greet=greet, connections=make)  # type: ignore[arg-type]


def rows(app: Bare) -> list[str]:
    options = app.screen.query_one(OptionList).options
    return [str(option.prompt) for option in options]


def about(app: Bare) -> str:
    return str(app.screen.query_one("#about", Static).content)


def said(pilot: Pilot[None]) -> list[str]:
    return [note.message for note in pilot.app._notifications]


async def opened(pilot: Pilot[None], app: Bare) -> None:
    await pilot.press("I")
    await until(pilot, lambda: isinstance(app.screen, AssistantsScreen) and rows(app))


async def test_each_assistant_says_how_it_stands(deck: Deck) -> None:
    app = program(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        shown = rows(app)
        assert [row[0] for row in shown] == ["○", "–", "✗", "–", "–"]
        assert "can be connected" in shown[0]
        assert "not found on this machine" in shown[1]
        await pilot.press("down", "down")
        await until(pilot, lambda: "mcp.json:3:" in about(app))
        await pilot.press("enter")
        await until(pilot, lambda: any("mcp.json:3:" in each for each in said(pilot)))
        assert isinstance(app.screen, AssistantsScreen)
        await pilot.press("d")
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, AssistantsScreen))


async def test_connecting_shows_asks_writes_and_goes_again(deck: Deck, machine: Path) -> None:
    app = program(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, AssistantChange))
        shown = str(app.screen.query_one(DifferenceView).query_one(Static).content)
        assert "~/.claude.json (new)" in shown
        assert '+   "hooks": {' in shown
        assert "[bold]dark" in shown
        assert "Start Claude Code anew" in shown
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, AssistantsScreen))
        assert (machine / ".claude" / "settings.json").read_text() == SETTINGS
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, AssistantChange))
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, AssistantsScreen) and rows(app)[0][0] == "✓")
        entry = json.loads((machine / ".claude.json").read_text())["mcpServers"]["memdeck"]
        assert entry == {"command": "/opt/memdeck/bin/memdeck", "args": ["mcp"]}
        assert (machine / ".claude" / "settings.json.memdeck-backup").read_text() == SETTINGS
        told = said(pilot)[-1]
        assert "wrote ~/.claude.json and ~/.claude/settings.json" in told
        assert "d takes it out again" in told
        await pilot.press("enter")
        await until(pilot, lambda: "Claude Code is connected already." in said(pilot))
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, AssistantChange))
        await pilot.click("#yes")
        await until(pilot, lambda: isinstance(app.screen, AssistantsScreen) and rows(app)[0][0] == "○")
        assert (machine / ".claude" / "settings.json").read_text() == SETTINGS


async def test_what_is_not_connected_is_not_taken_out(deck: Deck) -> None:
    app = program(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press("d")
        await until(pilot, lambda: "Claude Code is not connected." in said(pilot))


class Refusing(Connections):
    """Everything is there, but the files can't be written."""

    def carry_out(self, plan: InstallPlan) -> list[Path]:
        raise MemdeckError("~/.claude.json: can't be written: Permission denied.", "The old file stands.")


class Blind(Connections):
    """Nothing can be looked at."""

    def all(self) -> Sequence[Connection]:  # type: ignore[override]
        raise MemdeckError("The settings can't be read.")


async def test_no_right_to_write_is_one_line(deck: Deck, machine: Path) -> None:
    app = program(deck, lambda: Refusing(RunningCommand(("/opt/memdeck",))))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, AssistantChange))
        await pilot.press("y")
        await until(pilot, lambda: any("Permission denied" in each for each in said(pilot)))
        assert rows(app)[0][0] == "○"
        assert not (machine / ".claude.json").exists()


async def test_settings_that_can_not_be_looked_at(deck: Deck) -> None:
    app = program(deck, lambda: Blind(RunningCommand(("/opt/memdeck",))))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("I")
        await until(pilot, lambda: "can't be read" in about(app))
        await pilot.press("enter", "d")
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, AssistantsScreen))


async def test_the_first_start_leads_there_and_back(deck: Deck) -> None:
    app = program(deck, greet=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, FirstStart))
        last = app.screen.query_one("#close", Button).region
        assert last.right <= 80 - 3  # nothing is cut off
        await pilot.click("#assistants")
        await until(pilot, lambda: isinstance(app.screen, AssistantsScreen))
        await until(pilot, lambda: rows(app))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, FirstStart))


async def test_samples_are_connected_to_nothing(deck: Deck) -> None:
    app = bare(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("I")
        await until(pilot, lambda: any("samples" in each for each in said(pilot)))


async def test_a_read_only_program_writes_no_settings(tmp_path: Path) -> None:
    Deck.open(tmp_path / "home").close()
    with Deck.open(tmp_path / "home", read_only=True) as deck:
        app = program(deck)
        async with app.run_test(size=(80, 24)) as pilot:
            await opened(pilot, app)
            await pilot.press("enter")
            await until(pilot, lambda: any("Read-only" in each for each in said(pilot)))


async def test_a_screen_that_is_being_taken_away_is_left_alone(deck: Deck) -> None:
    """A key, or what the machine was asked, can come when the list is gone already: it ended the program."""
    app = program(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        screen = app.screen
        assert isinstance(screen, AssistantsScreen)
        await screen.query_one(OptionList).remove()
        assert screen._current is None
        screen._look()
        screen.action_connect()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.screen is screen
