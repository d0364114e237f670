"""What the Conflicts screen looks like: narrow and wide, empty, settled, merging, comparing, light."""

from __future__ import annotations

import pytest
from program import until
from test_preflight_snapshots import TABS
from textual.widgets import Input, TextArea

from memdeck.tui.app import MemdeckApp
from memdeck.tui.screens.conflicts import ConflictsScreen
from memdeck.tui.screens.conflicts_merge import MergeScreen

SIZES = pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["wide", "narrow"])


class Settling(MemdeckApp):
    """The program with the Conflicts screen first."""

    MODES = {"conflicts": ConflictsScreen}
    DEFAULT_MODE = "conflicts"

    def get_default_screen(self):
        return ConflictsScreen()


@pytest.fixture(autouse=True)
def still(monkeypatch):
    """Nothing that moves, blinks or depends on this machine."""
    monkeypatch.setattr(TextArea, "cursor_blink", False)
    monkeypatch.setattr(Input, "cursor_blink", False)
    monkeypatch.setattr(MemdeckApp, "tabs", lambda self: TABS)


@pytest.fixture
def app(deck, clock):
    app = Settling(lambda: deck, clock=clock, where="me @ demo")
    app.animation_level = "none"
    return app


@pytest.fixture
def pairs(deck, clock):
    def add(title, content, kind="PROJECT", owner="user:me", days=3):
        clock.forward(days=days)
        deck.add(title, content, type=kind, owner=owner)

    add("Maven build", "Build with Maven; keep everything in `pom.xml`.\n\nThe wrapper is checked in.")
    add("Indentation", "Indentation is 4 spaces in all files.", "FEEDBACK")
    add("数据库选型", "数据库使用 PostgreSQL，连接池最大 20。", owner="project:demo")
    add("Build setup", "Always use Gradle with the Kotlin DSL and target Java 25.", "USER")
    add("Indent width", "Indentation is 2 spaces in all files.", "FEEDBACK")
    add("数据库", "数据库使用 MySQL，连接池最大 20。", owner="project:demo")
    add("Deploys", "Deploys happen on Tuesdays after lunch.")
    add("Deploys again", "Deploys happen on Tuesdays after lunch.")
    clock.forward(days=2)
    return deck


def on(values="", keys=(), tab=""):
    async def run(pilot):
        screen = pilot.app.screen
        await until(pilot, lambda: screen.is_mounted and (screen.queue.rows or screen.has_class("-empty")))
        if tab:
            screen.action_show_tab(tab)
            await until(pilot, lambda: all(row.settled for row in screen.queue.rows))
        for row in screen.queue.rows:
            if values and values in row.values:
                screen.queue.point_at(row.key)
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
        await pilot.pause()

    return run


@SIZES
def test_side_by_side(snap_compare, app, pairs, size):
    assert snap_compare(app, terminal_size=size, run_before=on("Maven"))


@SIZES
def test_word_differences_in_chinese(snap_compare, app, pairs, size):
    assert snap_compare(app, terminal_size=size, run_before=on("MySQL"))


@SIZES
def test_merging(snap_compare, app, pairs, size):
    async def run(pilot):
        await on("Maven", ("m",))(pilot)
        await until(pilot, lambda: isinstance(pilot.app.screen, MergeScreen))
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=run)


@SIZES
def test_nothing_to_settle(snap_compare, app, size):
    assert snap_compare(app, terminal_size=size, run_before=on())


def test_settled(snap_compare, app, pairs, clock):
    for how, conflict in zip(("both_stand", "keep_older", "keep_newer"), pairs.conflicts(), strict=False):
        pairs.settle(conflict.id, how)
        clock.forward(hours=5)
    assert snap_compare(app, terminal_size=(120, 40), run_before=on(tab="settled"))


def test_comparing(snap_compare, app, pairs):
    async def run(pilot):
        await on("Maven")(pilot)
        pilot.app.screen._say_scan("Comparing memories: 1,200 of 10,000")
        await pilot.pause()

    assert snap_compare(app, terminal_size=(80, 24), run_before=run)


def test_light(snap_compare, app, pairs):
    async def run(pilot):
        pilot.app.theme = "memdeck-light"
        await on("spaces")(pilot)

    assert snap_compare(app, terminal_size=(120, 40), run_before=run)
