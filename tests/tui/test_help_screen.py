from __future__ import annotations

from program import bare, until
from textual.widgets import Input, Static

from memdeck import Deck
from memdeck.tui.commands import COMMANDS, commands_of
from memdeck.tui.help_sections import help_content, keymap_content, sections
from memdeck.tui.screens.edit import EditScreen
from memdeck.tui.screens.help import HelpScreen
from memdeck.tui.screens.history import HistoryScreen
from memdeck.tui.widgets.event_list import EventList


def test_every_command_stands_in_help_of_its_screen_and_in_the_key_map() -> None:
    for each in COMMANDS:
        bound = {each.id}
        found = [command.id for section in sections(bound, each.scope) for command in section.commands]
        assert each.id in found
        assert each.id in str(keymap_content({}))


def test_help_shows_the_persons_own_keys() -> None:
    text = str(help_content(sections((), "history"), {"history.undo": "b"}))
    line = next(line for line in text.splitlines() if "Undo this" in line)
    assert line.startswith("b ")
    assert "● history.undo" in str(keymap_content({"history.undo": "b"}))


async def test_help_is_for_the_screen_below_and_narrows(deck: Deck) -> None:
    deck.add("One", "text")
    app = bare(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(HistoryScreen())
        await until(pilot, lambda: app.screen.query("EventList") and app.screen.query_one(EventList).rows)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.pause()
        text = app.screen.query_one("#help-text", Static)
        for each in commands_of("history"):
            assert each.label in str(text.content)
        assert "Half page down" in str(text.content)
        assert "Range down" not in str(text.content)
        await pilot.press("slash", *"purge")
        await until(pilot, lambda: "Undo this" not in str(text.content))
        assert "Purge" in str(text.content)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen.query_one(Input).value == "")
        await pilot.press("tab")
        await until(pilot, lambda: "history.purge" in str(text.content))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HistoryScreen))


async def test_f1_helps_in_a_form_too(deck: Deck) -> None:
    app = bare(deck)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(EditScreen())
        await until(pilot, lambda: app.screen.query("SafeArea"))
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.pause()
        assert "Save what the form holds" in str(app.screen.query_one("#help-text", Static).content)
