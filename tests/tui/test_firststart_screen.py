from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from program import Bare, bare, until
from textual.widgets import Button, Static

from memdeck import Deck
from memdeck.deck import import_run
from memdeck.exchange.claude_code import slug
from memdeck.exchange.folder import FolderReading
from memdeck.memory.clock import utc_now
from memdeck.tui.screens.edit import EditScreen
from memdeck.tui.screens.firststart import FirstStart
from memdeck.tui.screens.import_report import ImportReportScreen


@pytest.fixture
def assistant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of Claude Code with one project: two notes and one file that can't be read."""
    root, real = tmp_path / "claude", tmp_path / "shop"
    real.mkdir()
    project = root / "projects" / slug(str(real.resolve()))
    memory = project / "memory"
    memory.mkdir(parents=True)
    (project / "one.jsonl").write_text(json.dumps({"cwd": str(real)}) + "\n")
    for name in ("[bold", "deploy"):
        (memory / f"{name.strip('[')}.md").write_text(
            f"---\nname: '{name}'\ntype: project\n---\n[/] \x1b[2J\n"
        )
    (memory / "broken.md").write_bytes(b"\xff\xfe\xff")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(root))
    return root


def greeting(deck: Deck) -> Bare:
    return Bare(lambda: deck, clock=utc_now, greet=True)


async def test_the_first_start_finds_imports_reports_and_undoes(deck: Deck, assistant: Path) -> None:
    app = greeting(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, FirstStart))
        await until(
            pilot, lambda: "1 project with 2 memories" in str(app.screen.query_one("#found", Static).content)
        )
        assert deck.count() == 0
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, ImportReportScreen))
        await pilot.pause()
        report = str(app.screen.query_one("#report", Static).content)
        assert "broken.md" in report
        assert "UTF-8" in report
        assert deck.count() == 2
        await pilot.press("u")
        await until(pilot, lambda: deck.count() == 0)
        await until(pilot, lambda: not isinstance(app.screen, FirstStart | ImportReportScreen))


async def test_nothing_to_import_offers_the_other_ways(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/nonexistent/[bold")
    app = greeting(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, FirstStart))
        await until(pilot, lambda: app.screen.query_one("#import", Button).disabled)
        said = str(app.screen.query_one("#found", Static).content)
        assert "Looked for Claude Code's memories in /nonexistent/[bold: there is no such folder." in said
        assert "a writes the first memory here, D opens the program on samples." in said
        await pilot.press("D")  # a test has no terminal to leave
        await until(pilot, lambda: app._notifications)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, EditScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, FirstStart))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, FirstStart))


async def test_a_store_with_a_past_is_not_greeted(deck: Deck, assistant: Path) -> None:
    deck.add("One", "text")
    deck.remove("one")
    app = greeting(deck)
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.pause()
        assert not isinstance(app.screen, FirstStart)


async def test_the_program_does_not_greet_unless_told(deck: Deck) -> None:
    app = bare(deck)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert not isinstance(app.screen, FirstStart)


async def test_an_import_says_how_many_files_are_read(
    deck: Deck, assistant: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    going_on, read_folder = Event(), import_run.read_folder

    def slow(path: Path, *, broken_as_body: bool, tick: Callable[[], None]) -> FolderReading:
        def ticking() -> None:
            tick()
            going_on.wait(5)

        return read_folder(path, broken_as_body=broken_as_body, tick=ticking)

    monkeypatch.setattr(import_run, "read_folder", slow)
    app = greeting(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, FirstStart))

        def found() -> str:
            return str(app.screen.query_one("#found", Static).content)

        await until(pilot, lambda: "looking for memories: 1 of 3 files" in found())
        going_on.set()
        await until(pilot, lambda: "1 project with 2 memories" in found())
        going_on.clear()
        await pilot.press("i")
        await until(pilot, lambda: "importing 2 memories: 1 of 3 files" in found())
        going_on.set()
        await until(pilot, lambda: isinstance(app.screen, ImportReportScreen))


async def test_a_folder_without_memories_is_another_thing_than_none(
    deck: Deck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".claude" / "projects").mkdir(parents=True)
    app = greeting(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, FirstStart))
        await until(pilot, lambda: app.screen.query_one("#import", Button).disabled)
        said = str(app.screen.query_one("#found", Static).content)
        assert "in ~/.claude: it holds no memories." in said
        assert "CLAUDE_CONFIG_DIR" not in said
