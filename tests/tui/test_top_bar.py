"""The bar with the screens' numbers."""

from __future__ import annotations

from textual.app import App, ComposeResult

from memdeck.tui.screens import SCREENS
from memdeck.tui.widgets.top_bar import Tab, TopBar

TABS = [Tab(each.key, each.name, each.title) for each in SCREENS]


class Barred(App[None]):
    """Nothing but the bar."""

    def compose(self) -> ComposeResult:
        yield TopBar()


async def shown(width: int, tabs: list[Tab]) -> str:
    app = Barred()
    async with app.run_test(size=(width, 5)) as pilot:
        bar = app.query_one(TopBar)
        bar.show(tabs, "memories", [("me", "")])
        await pilot.pause()
        return str(bar.render())


async def test_a_number_that_is_kept_for_a_screen_to_come_leaves_no_gap() -> None:
    """Numbers never move, so one may be free; `3 … 5` alone would look like a fault."""
    tabs = [tab for tab in TABS if tab.key != "4"]
    between = (await shown(100, tabs)).split("Pre-flight")[1].split("5")[0]
    assert between.strip() == "·"
    narrow = await shown(50, tabs)
    assert narrow.split()[:7] == ["Memdeck", "1", "Memories", "2", "3", "4", "5"]


async def test_without_a_free_number_there_is_no_sign() -> None:
    assert "·" not in await shown(100, [Tab(str(n), name, name) for n, name in enumerate("abc", 1)])
