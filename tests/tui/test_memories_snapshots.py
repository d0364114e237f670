"""What the Memories screen looks like: narrow, wide, light, without colour, and in each of its states."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import count

import pytest
from memories_program import screen_of, settle
from program import until
from test_preflight_snapshots import TABS
from textual.pilot import Pilot
from textual.widgets import Input

from direction_model import DirectionModel
from fixed_clock import MOMENT, FixedClock
from memdeck import Deck
from memdeck.deck.samples import load_samples
from memdeck.memory.errors import StoreFault
from memdeck.memory.ids import memory_id
from memdeck.store.embedder.port import EmbedderFault
from memdeck.tui.app import MemdeckApp
from memdeck.tui.notices import loading

NARROW, WIDE = (80, 24), (120, 40)
Act = Callable[[Pilot[None]], Awaitable[None]]
both_sizes = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing that blinks or depends on this machine."""
    monkeypatch.setattr(Input, "cursor_blink", False)
    monkeypatch.setattr(MemdeckApp, "tabs", lambda self: TABS)
    numbers = count()
    entropy = (lambda size: next(numbers).to_bytes(size, "big"),)
    monkeypatch.setattr(memory_id, "__defaults__", entropy)  # entries of one moment keep their order
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def samples(deck: Deck, clock: FixedClock) -> Deck:
    load_samples(deck, MOMENT)
    return deck


def program(deck: Deck, clock: FixedClock) -> MemdeckApp:
    return MemdeckApp(lambda: deck, clock=clock, where="me @ demo")


def acting(*keys: str, then: Act | None = None, typed: str = "") -> Act:
    async def run(pilot: Pilot[None]) -> None:
        await settle(pilot)
        await pilot.press(*keys)
        if typed:
            screen_of(pilot).search_box.value = typed
        await settle(pilot)
        if then is not None:
            await then(pilot)
        pilot.app.clear_notifications()
        await asyncio.sleep(0.05)
        await pilot.pause()

    return run


@both_sizes
def test_all(snap_compare, samples, clock, size) -> None:
    assert snap_compare(program(samples, clock), terminal_size=size, run_before=acting())


@both_sizes
def test_marks_and_compact_rows(snap_compare, samples, clock, size) -> None:
    run = acting("space", "j", "space", "c")
    assert snap_compare(program(samples, clock), terminal_size=size, run_before=run)


@both_sizes
def test_searching(snap_compare, samples, clock, size) -> None:
    run = acting("slash", typed="build")
    assert snap_compare(program(samples, clock), terminal_size=size, run_before=run)


def test_a_slip_is_forgiven(snap_compare, samples, clock) -> None:
    run = acting("slash", typed="kotiln")
    assert snap_compare(program(samples, clock), terminal_size=WIDE, run_before=run)


@both_sizes
def test_searching_by_meaning(snap_compare, samples, clock, size, monkeypatch) -> None:
    monkeypatch.setattr("memdeck.deck.search_parts.chosen_embedder", lambda *_: DirectionModel())
    samples.embed_waiting()

    async def shown(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: str(screen_of(pilot).title_words()) == "50 nearest in meaning")
        await settle(pilot)
        pilot.app.tending.words = "index 1,200 of 4,000"
        pilot.app.refresh_bars()

    run = acting("slash", typed="? a release that goes wrong", then=shown)
    assert snap_compare(program(samples, clock), terminal_size=size, run_before=run)


def test_no_model_to_search_by(snap_compare, samples, clock, monkeypatch) -> None:
    def broken(*_: object) -> None:
        raise EmbedderFault("onnx:/models/none holds no model.onnx.", "Look at storage.embedding_model.")

    monkeypatch.setattr(Deck, "search_meaning", broken)

    async def shown(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: screen_of(pilot).has_class("-notice"))

    run = acting("slash", typed="? a release that goes wrong", then=shown)
    assert snap_compare(program(samples, clock), terminal_size=NARROW, run_before=run)


def test_nothing_found(snap_compare, samples, clock) -> None:
    async def shown(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: screen_of(pilot).has_class("-notice"))

    run = acting("slash", typed="quetzalcoatl", then=shown)
    assert snap_compare(program(samples, clock), terminal_size=NARROW, run_before=run)


@both_sizes
def test_reading_an_entry(snap_compare, samples, clock, size) -> None:
    run = acting("j", "enter", "enter")
    assert snap_compare(program(samples, clock), terminal_size=size, run_before=run)


def test_filters_over_a_narrow_list(snap_compare, samples, clock) -> None:
    run = acting("f", "j", "enter")
    assert snap_compare(program(samples, clock), terminal_size=NARROW, run_before=run)


def test_deleted(snap_compare, samples, clock) -> None:
    async def deleted(pilot: Pilot[None]) -> None:
        screen_of(pilot).set_query(type(screen_of(pilot).query_now)(deleted=True))
        await settle(pilot)

    assert snap_compare(program(samples, clock), terminal_size=WIDE, run_before=acting(then=deleted))


def test_empty(snap_compare, deck, clock) -> None:
    assert snap_compare(program(deck, clock), terminal_size=NARROW, run_before=acting())


def test_loading(snap_compare, deck, clock) -> None:
    async def late(pilot: Pilot[None]) -> None:
        screen_of(pilot).show_notice(loading())

    assert snap_compare(program(deck, clock), terminal_size=NARROW, run_before=acting(then=late))


def test_broken(snap_compare, clock) -> None:
    def opener() -> Deck:
        raise StoreFault("memdeck.db is not a Memdeck database.", "Run 'memdeck doctor'.")

    app = MemdeckApp(opener, clock=clock)
    assert snap_compare(app, terminal_size=NARROW)


def test_light(snap_compare, samples, clock) -> None:
    async def light(pilot: Pilot[None]) -> None:
        pilot.app.theme = "memdeck-light"

    assert snap_compare(program(samples, clock), terminal_size=WIDE, run_before=acting("space", then=light))


def test_without_colour(snap_compare, samples, clock, monkeypatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    run = acting("slash", typed="build")
    assert snap_compare(program(samples, clock), terminal_size=WIDE, run_before=run)


def test_hostile(snap_compare, deck, clock) -> None:
    """S43, S44, S45."""
    for title in (
        "[@click=app.quit]read me[/]",
        "\x1b]52;c;aGk=\x07 clip",
        "\u202egnp.exe",
        "日本語のメモ\u200b",
    ):
        deck.add(title, f"# {title}\n\n[/] <b>{title}</b>", description=title, tags=["[/x]"])
    assert snap_compare(program(deck, clock), terminal_size=WIDE, run_before=acting())


def test_menu(snap_compare, samples, clock) -> None:
    assert snap_compare(program(samples, clock), terminal_size=NARROW, run_before=acting("s"))
