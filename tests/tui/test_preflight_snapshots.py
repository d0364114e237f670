"""What the Pre-flight screen looks like: narrow and wide, empty, trying out, comparing, light."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest
from test_preflight import Flying, looked, settled
from textual.widgets import TextArea

from memdeck import Deck
from memdeck.deck.variants import VARIANTS
from memdeck.memory.errors import StoreFault
from memdeck.tui.app import MemdeckApp
from memdeck.tui.widgets.top_bar import Tab
from ranking_standin import ranking_by_words

TABS = [
    Tab(str(number), name, title)
    for number, (name, title) in enumerate(
        (
            ("memories", "Memories"),
            ("conflicts", "Conflicts"),
            ("preflight", "Pre-flight"),
            ("inbox", "Inbox"),
            ("history", "History"),
            ("health", "Health"),
        ),
        start=1,
    )
]
"""All six, so that a screen's picture doesn't depend on which others there are."""

PROMPT = "generate the build file for the new service"


@pytest.fixture(autouse=True)
def still(monkeypatch, tmp_path):
    """Nothing that moves, blinks or depends on this machine."""
    monkeypatch.setattr(Deck, "_ranking_for", ranking_by_words)
    monkeypatch.setattr("memdeck.tui.flight.time", SimpleNamespace(perf_counter=lambda: 0.0))
    monkeypatch.setattr("memdeck.tui.screens.preflight.PAUSE", 0.0)
    monkeypatch.setattr(TextArea, "cursor_blink", False)
    monkeypatch.setattr(MemdeckApp, "tabs", lambda self: TABS)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def app(deck, clock):
    clock.moment -= timedelta(days=40)
    deck.add("Build setup", "Always build with Gradle and the Kotlin DSL; no file for Maven.", type="USER")
    deck.add(
        "Service template",
        "A new service starts from templates/service.\n\nThe build file comes with it.",
        type="PROJECT",
        owner="project:demo",
    )
    deck.add(
        "Fix the build file of billing", "the toolchain line is missing", type="TODO", owner="project:demo"
    )
    clock.moment += timedelta(days=40)
    deck.add("Toolchain", "```kotlin\njava { toolchain { } } // build file\n```", type="SNIPPET")
    deck.add("Old registry", "the new Docker registry for every service", type="REFERENCE", status="archived")
    deck.add("部署方式", "用 Docker Compose 部署，the build file is not used", type="PROJECT")
    deck.add("Hidden", "the build file of ORCHID-7", owner="project:other")
    app = Flying(lambda: deck, clock=clock, where="me @ demo")
    app.animation_level = "none"
    return app


def take(prompt=PROMPT, keys=(), **changes):
    async def run(pilot):
        screen = await looked(pilot, prompt)
        screen.change(replace(screen.flight, project="demo", **changes))
        await settled(pilot, screen)
        for key in keys:
            await pilot.press(key)
            await settled(pilot, screen)

    return run


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
def test_the_outcome(snap_compare, app, size):
    assert snap_compare(app, terminal_size=size, run_before=take(keys=("enter",)))


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
def test_trying_out(snap_compare, app, size):
    assert snap_compare(app, terminal_size=size, run_before=take(keys=("enter", "x", "end", "p")))


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
def test_comparing(snap_compare, app, size):
    plain = next(each for each in VARIANTS if each.name == "plain")
    assert snap_compare(app, terminal_size=size, run_before=take(keys=("enter",), versus=plain))


def test_before_anything_is_typed(snap_compare, app):
    assert snap_compare(app, terminal_size=(120, 40))


def test_nothing_relevant(snap_compare, app):
    assert snap_compare(app, terminal_size=(80, 24), run_before=take("weather"))


def test_a_store_that_cant_be_read(snap_compare, app, monkeypatch):
    def broken(*_):
        raise StoreFault("The store can't be read: disk I/O error.", "Nothing was changed. 6 shows more.")

    async def run(pilot):
        monkeypatch.setattr(Deck, "_ranking_for", broken)
        pilot.app.screen.look_at(PROMPT)
        for _ in range(20):
            await pilot.pause()

    assert snap_compare(app, terminal_size=(80, 24), run_before=run)


def test_light(snap_compare, app):
    async def run(pilot):
        pilot.app.theme = "memdeck-light"
        await take(keys=("enter", "x"))(pilot)

    assert snap_compare(app, terminal_size=(120, 40), run_before=run)
