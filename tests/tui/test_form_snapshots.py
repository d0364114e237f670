"""What forms, dialogs, History, help and the first start look like, narrow and wide."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from program import Bare, bare, until
from test_preflight_snapshots import TABS
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, Static, TextArea

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.exchange.problem import Problem
from memdeck.exchange.reports import ClaudeImportReport, FolderImport, ImportedEntry, ImportReport
from memdeck.memory.author import Author
from memdeck.memory.kinds import Importance, MemoryType, Writer
from memdeck.tui.app import MemdeckApp
from memdeck.tui.form_values import FormValues
from memdeck.tui.screens.clash import ClashScreen
from memdeck.tui.screens.confirm import Confirm
from memdeck.tui.screens.edit import EditScreen
from memdeck.tui.screens.firststart import FirstStart
from memdeck.tui.screens.help import HelpScreen
from memdeck.tui.screens.history import HistoryScreen
from memdeck.tui.screens.import_report import ImportReportScreen
from memdeck.tui.screens.questions import ask_importance, ask_name, ask_owner, ask_type, confirm_purge
from memdeck.tui.widgets.edit_form import EditForm

NARROW, WIDE = (80, 24), (120, 40)
Act = Callable[[Pilot[None]], Awaitable[None]]
both_sizes = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing that blinks or depends on this machine."""
    monkeypatch.setattr(TextArea, "cursor_blink", False)
    monkeypatch.setattr(Input, "cursor_blink", False)
    monkeypatch.setattr(MemdeckApp, "tabs", lambda self: TABS)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def filled(deck: Deck, clock: FixedClock) -> Deck:
    """A few entries and what happened to them."""
    deck.parts = replace(deck.parts, author=Author(Writer.ASSISTANT, "claude-code"))
    clock.moment -= timedelta(days=1, hours=3)
    deck.add(
        "Build setup",
        "Use Maven to build.\nTarget Java 21.\n\nKeep everything in pom.xml.\n",
        description="Maven, Java 21",
        type="USER",
        tags=["build", "java"],
    )
    deck.add("[@click=app.quit]read me[/] \x1b]0;x\x07", "hostile \x1b[2J text", owner="project:demo")
    deck.add("数据库选型", "MySQL 8，连接池最大 20", owner="project:demo", importance="high")
    deck.parts = replace(deck.parts, author=Author())
    clock.forward(days=1)
    deck.edit("build_setup", content="Use Gradle to build.\nTarget Java 25.\n\nKeep everything in pom.xml.\n")
    clock.forward(minutes=9)
    demo = sorted(deck.list(owner="project:demo"), key=lambda memory: memory.title)  # ids are random
    deck.edit_many([memory.id for memory in demo], status="archived")
    clock.forward(minutes=30)
    deck.add("Ship it", "Cut the release.", description="by Friday", type="TODO")
    deck.remove("ship_it")
    return deck


def shown(deck: Deck, clock: FixedClock) -> Bare:
    app = bare(deck, clock)
    app.animation_level = "none"
    return app


def opening(make: Callable[[Bare], Screen[object]], ready: Act | None = None) -> Act:
    async def act(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, Bare)
        screen = make(app)
        app.push_screen(screen)
        await until(pilot, lambda: screen.is_current)
        if ready is not None:
            await ready(pilot)
        await pilot.pause()

    return act


async def listed(pilot: Pilot[None]) -> None:
    screen = pilot.app.screen
    assert isinstance(screen, HistoryScreen)
    await until(pilot, lambda: screen.events.rows)
    await until(pilot, lambda: str(screen.view.query_one(Static).content) and screen.events._notes)


def keys(*pressed: str) -> Act:
    async def act(pilot: Pilot[None]) -> None:
        for key in pressed:
            await pilot.press(key)
            await pilot.pause()

    return act


def then(*steps: Act) -> Act:
    async def act(pilot: Pilot[None]) -> None:
        for step in steps:
            await step(pilot)

    return act


async def form_ready(pilot: Pilot[None]) -> None:
    await until(pilot, lambda: pilot.app.screen.query("SafeArea"))
    await pilot.pause()


@pytest.mark.parametrize(
    "make",
    [
        lambda app: confirm_purge(["[/] \x1b[2J 数据库选型"]),
        lambda app: confirm_purge([f"Entry {number}" for number in range(40)]),
        lambda app: confirm_purge(["Door code"], [Path("memdeck.db.form-0004")]),
        lambda app: ask_type(3, MemoryType.TODO),
        lambda app: ask_importance(1, Importance.HIGH),
        lambda app: ask_owner(2, {f"project:p{number}": number for number in range(14)}, "project:p3"),
        lambda app: ask_name(app.deck.get("build_setup"), "'x y' is not allowed."),
    ],
    ids=["purge", "purge-many", "purge-copies", "type", "importance", "owner", "rename"],
)
def test_dialogs(snap_compare, filled, clock, make):
    assert snap_compare(shown(filled, clock), terminal_size=NARROW, run_before=opening(make, keys()))


@both_sizes
def test_editing(snap_compare, filled, clock, size):
    act = opening(lambda app: EditScreen(app.deck.get("build_setup")), form_ready)
    assert snap_compare(shown(filled, clock), terminal_size=size, run_before=act)


def test_what_is_wrong_stands_at_the_fields(snap_compare, filled, clock):
    async def spoil(pilot):
        await form_ready(pilot)
        pilot.app.screen.query_one(EditForm).show(
            FormValues(title="x" * 260, description="\x1b]0;x", tags="y" * 70, content=" ")
        )
        await keys("ctrl+s")(pilot)

    act = opening(lambda app: EditScreen(), spoil)
    assert snap_compare(shown(filled, clock), terminal_size=NARROW, run_before=act)


def test_leaving_a_changed_form(snap_compare, filled, clock):
    act = opening(lambda app: EditScreen(), then(form_ready, keys("x", "escape")))
    assert snap_compare(shown(filled, clock), terminal_size=NARROW, run_before=act)


@both_sizes
def test_a_clash(snap_compare, filled, clock, size):
    base = FormValues.of(filled.get("build_setup"))
    mine = replace(base, title="Build set-up", content=base.content.replace("25", "26"))
    theirs = replace(base, content=base.content.replace("pom.xml", "build.gradle.kts"), tags="build")
    act = opening(lambda app: ClashScreen(base.title, base, mine, theirs, "claude-code"), keys())
    assert snap_compare(shown(filled, clock), terminal_size=size, run_before=act)


@both_sizes
def test_history(snap_compare, filled, clock, size):
    act = opening(
        lambda app: HistoryScreen(), then(listed, keys("j", "j", "j", "j"), _settled_details("Gradle"))
    )
    assert snap_compare(shown(filled, clock), terminal_size=size, run_before=act)


def _settled_details(word: str) -> Act:
    async def act(pilot: Pilot[None]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, HistoryScreen)
        await until(pilot, lambda: word in str(screen.view.query_one(Static).content))

    return act


def test_history_of_deleted(snap_compare, filled, clock):
    act = opening(
        lambda app: HistoryScreen(),
        then(listed, keys("right_square_bracket"), _settled_details("Cut the release")),
    )
    assert snap_compare(shown(filled, clock), terminal_size=NARROW, run_before=act)


def test_history_in_the_light(snap_compare, filled, clock):
    app = shown(filled, clock)
    app.theme = "memdeck-light"
    act = opening(
        lambda app: HistoryScreen(), then(listed, keys("j", "j", "j", "j"), _settled_details("Gradle"))
    )
    assert snap_compare(app, terminal_size=NARROW, run_before=act)


def test_history_without_colour(snap_compare, filled, clock, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    act = opening(
        lambda app: HistoryScreen(), then(listed, keys("j", "j", "j", "j"), _settled_details("Gradle"))
    )
    assert snap_compare(shown(filled, clock), terminal_size=NARROW, run_before=act)


def test_undoing_many(snap_compare, filled, clock):
    async def asked(pilot):
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))

    act = opening(lambda app: HistoryScreen(), then(listed, keys("j", "j", "u"), asked))
    assert snap_compare(shown(filled, clock), terminal_size=NARROW, run_before=act)


@both_sizes
def test_help(snap_compare, filled, clock, size):
    act = opening(lambda app: HelpScreen("memories"), keys())
    assert snap_compare(shown(filled, clock), terminal_size=size, run_before=act)


def test_key_map(snap_compare, filled, clock):
    act = opening(lambda app: HelpScreen("memories"), keys("tab"))
    assert snap_compare(shown(filled, clock), terminal_size=NARROW, run_before=act)


def _report() -> ClaudeImportReport:
    def entries(owner: str, count: int) -> tuple[ImportedEntry, ...]:
        return tuple(ImportedEntry(f"{n}.md", f"n{n}", owner, f"N {n}") for n in range(count))

    broken = (
        Problem("broken.md", "is not UTF-8 text here. Save it as UTF-8.", 4),
        Problem("[@click=app.quit]x\x1b.md", "the header is never closed.", 1),
    )
    shop = ImportReport(
        "/home/me/.claude/projects/-home-me-shop/memory", entries("project:shop", 12), problems=broken
    )
    site = ImportReport("/home/me/.claude/projects/-home-me-site/memory", entries("project:site", 29))
    return ClaudeImportReport(
        (
            FolderImport(shop.path, "project", "project:shop", "/home/me/shop", "", shop),
            FolderImport(site.path, "project", "project:site", None, "no transcript tells its path.", site),
        ),
        batch="act_1",
    )


@both_sizes
def test_first_start(snap_compare, deck, clock, monkeypatch, size):
    monkeypatch.setattr(Deck, "import_claude_code", lambda self, dry_run=False, progress=None: _report())

    async def found(pilot):
        await until(pilot, lambda: "Claude" in str(pilot.app.screen.query_one("#found", Static).content))

    act = opening(lambda app: FirstStart(), found)
    app = Bare(lambda: deck, clock=clock, connections=no_connections)
    app.animation_level = "none"
    assert snap_compare(app, terminal_size=size, run_before=act)


def no_connections():
    """There is a way to connect assistants; the picture doesn't go it."""
    raise AssertionError


def test_report_after_an_import(snap_compare, deck, clock):
    act = opening(lambda app: ImportReportScreen(_report()), keys())
    assert snap_compare(shown(deck, clock), terminal_size=NARROW, run_before=act)
