from __future__ import annotations

from pathlib import Path

from memories_program import memories, said
from program import until

from memdeck import Deck
from memdeck.tui.app import MemdeckApp
from memdeck.tui.screens.menu import Menu
from memdeck.tui.themes import DEFAULT_THEME


async def test_every_theme_in_the_list_can_be_looked_at_with_the_styles_of_every_screen(deck: Deck) -> None:
    """A theme without a colour of the styles ended the program as the cursor came upon it."""
    deck.add("Build setup", "Use Gradle.")
    async with memories(deck) as pilot:
        for key in "2351":  # the styles of every screen are read by then
            await pilot.press(key)
            await pilot.pause()
        pilot.app.action_theme()
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        for _ in pilot.app.available_themes:
            await pilot.press("down")
        await pilot.press("escape")
        assert pilot.app.theme == DEFAULT_THEME


async def test_a_theme_that_does_not_exist_is_said(tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("tui: {theme: ansi-dark}")
    with Deck.open(tmp_path / "home", config) as deck:
        app = MemdeckApp(lambda: deck)
        async with app.run_test() as pilot:
            await pilot.pause()
            assert said(pilot) == [f"No theme is named ansi-dark; this is {DEFAULT_THEME}."]
