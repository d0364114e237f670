"""Opening the full-screen program from the command line."""

from __future__ import annotations

from pathlib import Path

from memdeck import Deck
from memdeck.cli.invocation import Invocation
from memdeck.cli.program import make_program
from terminal import on_terminal


def invocation(tmp_path: Path, text: str = "") -> Invocation:
    config = tmp_path / "config.yaml"
    config.write_text(text)
    return Invocation(tmp_path / "home", config)


def test_settings_reach_the_program(tmp_path: Path) -> None:
    with Deck.open(tmp_path / "home") as deck:
        deck.add("A", "b")
    given = invocation(tmp_path, "tui: {theme: textual-light, rows: compact, keymap: {memory.delete: x}}")
    app = make_program(given)
    assert app.theme == "textual-light"
    assert app.recalled("rows", "full") == "compact"
    assert app.keymap == {"memory.delete": "x"}
    app.deck.close()


async def test_where_a_session_is_stands_in_the_top_bar(tmp_path: Path, monkeypatch: object) -> None:
    project = tmp_path / "parcel"
    project.mkdir()
    with Deck.open(tmp_path / "home") as deck:
        deck.register_project(str(project.resolve()))
    monkeypatch.chdir(project)  # type: ignore[attr-defined]
    app = make_program(invocation(tmp_path))
    async with app.run_test() as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        assert app.where == "me @ parcel"
    app.deck.close()
    monkeypatch.chdir(tmp_path)  # type: ignore[attr-defined]
    app = make_program(invocation(tmp_path))
    async with app.run_test() as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        assert app.where == "me"
    app.deck.close()


def test_a_store_that_can_not_be_read_still_opens_the_program(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "memdeck.db").write_text("no database" * 999)
    app = make_program(invocation(tmp_path))
    assert app.fault is not None
    assert app.where == "me"


def test_a_dumb_terminal_gets_words_instead_of_a_screen(tmp_path: Path) -> None:
    code, written = on_terminal(env={"MEMDECK_HOME": str(tmp_path), "TERM": "dumb"})
    assert code == 2
    assert "needs a terminal" in written
    assert "\x1b" not in written
