"""Searching the list by meaning, and the vectors that are made for it while the program is open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest
from memories_program import list_of, memories, screen_of, settle, title_of
from program import until

from direction_model import DirectionModel
from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.deck.by_meaning import ByMeaning
from memdeck.memory.kinds import MemoryType
from memdeck.memory.query import MemoryQuery
from memdeck.store.embedder.port import EmbedderFault, Side
from memdeck.tui.app import MemdeckApp
from memdeck.tui.widgets.hint_bar import HintBar
from memdeck.tui.widgets.list_heading import ListHeading

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

MODEL = "memdeck.deck.search_parts.chosen_embedder"


class Broken(DirectionModel):
    def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        raise EmbedderFault("The model is not there.", "Look at storage.embedding_model.")


@pytest.fixture(autouse=True)
def model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODEL, lambda *_: DirectionModel())
    monkeypatch.setattr("memdeck.tui.screens.list_meaning.REST_SECONDS", 0.01)
    monkeypatch.setattr("memdeck.tui.tending.REST_SECONDS", 0.01)


@pytest.fixture
def filled(deck: Deck, clock: FixedClock) -> Deck:
    for title, content, kind in (
        ("Editor", "tabs spaces width", "USER"),
        ("Tea", "green leaves kettle", "USER"),
        ("Coffee", "green beans kettle grinder", "PROJECT"),
    ):
        deck.add(title, content, type=kind)
        clock.forward(minutes=5)
    return deck


def titles(pilot) -> list[str]:
    shown = list_of(pilot)
    return [row.title if (row := shown.row(id_)) else "…" for id_ in shown.ids]


def notice_of(pilot) -> str:
    return str(screen_of(pilot).query_one("#notice").render())


async def test_a_question_mark_searches_by_meaning(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.press("slash", "?")
        await settle(pilot)
        assert "describe" in title_of(pilot)
        assert len(titles(pilot)) == 3
        await pilot.press(*"kettle leaves")
        await until(pilot, lambda: title_of(pilot) == "3 nearest in meaning")
        assert titles(pilot)[:2] == ["Tea", "Coffee"]
        await pilot.press("enter", "j")
        assert list_of(pilot).row(list_of(pilot).cursor_id).title == "Coffee"
        await pilot.press("escape")
        await until(pilot, lambda: title_of(pilot) == "All memories · 3")
        assert list_of(pilot).row(list_of(pilot).cursor_id).title == "Coffee"


async def test_the_command_goes_to_meaning_and_back_to_words(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.press("m", *"kettle")
        assert screen_of(pilot).text == "? kettle"
        await until(pilot, lambda: "nearest in meaning" in title_of(pilot))
        await pilot.press("ctrl+t")
        assert screen_of(pilot).text == "kettle"
        await until(pilot, lambda: "2 in the text" in title_of(pilot))


async def test_filters_are_kept_and_the_newest_text_wins(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        screen_of(pilot).set_query(MemoryQuery(types=(MemoryType.USER,)))
        await settle(pilot)
        box = screen_of(pilot).search_box
        box.value = "? beans grinder"
        box.value = "? width"
        assert title_of(pilot) == "searching by meaning …" or await settle(pilot) is None
        await until(pilot, lambda: title_of(pilot) == "2 nearest in meaning")
        assert titles(pilot) == ["Editor", "Tea"]


async def test_a_deleted_entry_leaves_what_was_found(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        screen_of(pilot).search_box.value = "? kettle leaves"
        await until(pilot, lambda: titles(pilot)[:1] == ["Tea"])
        list_of(pilot).focus()
        await pilot.press("d")
        await until(pilot, lambda: "Tea" not in titles(pilot) and len(titles(pilot)) == 2)
        await until(pilot, lambda: title_of(pilot).startswith("2 nearest in meaning"))


async def test_without_a_model_one_line_says_why(
    filled: Deck, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S25: words go on."""
    monkeypatch.setattr(MODEL, lambda *_: Broken())
    async with memories(filled, clock) as pilot:
        screen_of(pilot).search_box.value = "? kettle"
        await until(pilot, lambda: "no search by meaning" in notice_of(pilot))
        assert "The model is not there. Look at storage.embedding_model." in notice_of(pilot)
        assert "Search by words works." in notice_of(pilot)
        screen_of(pilot).search_box.value = "Tea"
        await until(pilot, lambda: titles(pilot) == ["Tea"])


async def test_a_surprise_ends_the_search_in_one_line_too(
    filled: Deck, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("kettle is secret")

    monkeypatch.setattr(ByMeaning, "search_meaning", fails)
    async with memories(filled, clock) as pilot:
        screen_of(pilot).search_box.value = "? kettle"
        await until(pilot, lambda: "(ZeroDivisionError)" in notice_of(pilot))
        assert "secret" not in notice_of(pilot)


async def test_what_has_no_vectors_yet_is_said(filled: Deck, clock: FixedClock) -> None:
    """A read-only session makes none."""
    with Deck.open(filled.home, read_only=True, clock=clock) as reader:
        async with memories(reader, clock) as pilot:
            screen_of(pilot).search_box.value = "? kettle"
            await until(pilot, lambda: "Not read for their meaning yet: 3 changes" in notice_of(pilot))


async def test_vectors_are_made_beside_and_after_changes(filled: Deck, clock: FixedClock) -> None:
    filled.add_many({"title": f"note {number}", "content": f"alpha{number}"} for number in range(200))
    seen: list[str] = []
    app = MemdeckApp(lambda: filled, clock=clock, tend=True)
    tell = app.tending._tell

    def told(what: str, done: int, total: int) -> None:
        tell(what, done, total)
        seen.append(app.tending.words)

    app.tending._tell = told
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: filled.meaning_health().waiting == 0)
        await until(pilot, lambda: not app.tending.words)
        assert "changes read 203 of 203" in seen
        filled.add("One more", "omega")
        await until(pilot, lambda: filled.meaning_health().waiting == 0)
        app.tending.words = "changes read 1,200 of 4,000"
        app.refresh_bars()
        assert "changes read 1,200 of 4,000" in str(pilot.app.screen.query_one(HintBar).render())


async def test_making_vectors_fails_quietly_and_once(
    filled: Deck, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MODEL, lambda *_: Broken())
    app = MemdeckApp(lambda: filled, clock=clock, tend=True)
    log = filled.home / "memdeck.log"
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: log.exists() and log.read_text())
        filled.add("One more", "omega")
        await until(pilot, lambda: list_of(pilot).total == 4)
        await until(pilot, lambda: not app.tending._busy)
        assert not pilot.app._notifications
    (line,) = log.read_text().splitlines()
    assert line.endswith("vectors: The model is not there. Look at storage.embedding_model.")


@pytest.mark.parametrize("allowed", [True, False])
async def test_nothing_is_made_when_read_only_or_not_asked_for(
    filled: Deck, clock: FixedClock, monkeypatch: pytest.MonkeyPatch, allowed: bool
) -> None:
    called: list[object] = []
    monkeypatch.setattr(ByMeaning, "tend_index", called.append)
    with Deck.open(filled.home, read_only=allowed, clock=clock) as other:
        app = MemdeckApp(lambda: other, clock=clock, tend=allowed)
        async with app.run_test() as pilot:
            await settle(pilot)
            app.tending.soon()
            await settle(pilot)
    assert not called


async def test_leaving_stops_the_work_at_its_next_step(filled: Deck, clock: FixedClock) -> None:
    app = MemdeckApp(lambda: filled, clock=clock, tend=True)
    app.tending._stop.set()
    app.tending._tend()
    assert filled.meaning_health().waiting < 3, "what was done stays"


def pane_of(pilot) -> str:
    return str(screen_of(pilot).detail_pane.query_one("Static").render())


async def test_related_entries_come_when_the_cursor_rests_and_vectors_are_there(
    filled: Deck, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memdeck.tui.screens.list_related.REST_SECONDS", 0.01)
    async with memories(filled, clock) as pilot:
        await pilot.press("j")
        await settle(pilot)
        assert "Tea" in pane_of(pilot) and "Related" not in pane_of(pilot), "no vectors yet"
        filled.tend_index()
        screen_of(pilot).index_tended()
        await until(pilot, lambda: "Related" in pane_of(pilot))
        assert pane_of(pilot).partition("Related")[2].split()[0] == "Coffee"
        filled.remove("coffee")
        await until(pilot, lambda: list_of(pilot).total == 2)
        screen_of(pilot).show_detail(list_of(pilot).cursor_id)
        await until(pilot, lambda: "Tea" in pane_of(pilot) and "Coffee" not in pane_of(pilot))


async def test_moving_on_looks_for_nothing(
    filled: Deck, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    monkeypatch.setattr(Deck, "related", lambda self, id_, limit: looked.append(id_) or [])
    monkeypatch.setattr("memdeck.tui.screens.list_related.REST_SECONDS", 0.5)
    async with memories(filled, clock) as pilot:
        looked.clear()
        await pilot.press(*"jkjkj")
        await pilot.pause(0.1)
        assert not looked
        await until(pilot, lambda: looked == [list_of(pilot).cursor_id])


async def test_no_column_tells_the_order_of_the_nearest(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        heading = screen_of(pilot).query_one(ListHeading)
        assert "UPDATED↓" in str(heading.render())
        await pilot.press("slash")
        screen_of(pilot).search_box.value = "? kettle"
        await until(pilot, lambda: "nearest in meaning" in title_of(pilot))
        assert "UPDATED" in str(heading.render())
        assert "↓" not in str(heading.render()) and "↑" not in str(heading.render())
        screen_of(pilot).search_box.value = "tea"
        await until(pilot, lambda: "UPDATED↓" in str(heading.render()))
