"""The list widget by itself: a window over an order of ids."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from textual import on
from textual.app import App, ComposeResult

from memdeck.tui.widgets.memory_list import MemoryList
from memdeck.tui.widgets.memory_row import MemoryRow
from memdeck.tui.widgets.row_columns import columns_for
from memdeck.tui.widgets.row_painter import CONFLICT, CURSOR, MARK

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def row(id_: str, title: str = "", *, conflicts: bool = False) -> MemoryRow:
    title = title or f"Title {id_}"
    return MemoryRow(id_, title, f"name_{id_}", f"About {id_}", "USER", "me", "", NOW, conflicts)


class Listing(App[None]):
    """A list, and what it asked for."""

    CSS = "MemoryList > .memory-list--lit { text-style: underline; }"

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[list[str]] = []
        self.cursors: list[str | None] = []

    def compose(self) -> ComposeResult:
        yield MemoryList(lambda: NOW)

    @on(MemoryList.PageNeeded)
    def note_question(self, event: MemoryList.PageNeeded) -> None:
        self.asked.append(event.ids)

    @on(MemoryList.CursorMoved)
    def note_cursor(self, event: MemoryList.CursorMoved) -> None:
        self.cursors.append(event.id)

    @property
    def shown(self) -> MemoryList:
        return self.query_one(MemoryList)


def ids(count: int) -> list[str]:
    return [f"{number:06}" for number in range(count)]


def rows(names: Iterable[str]) -> list[MemoryRow]:
    return [row(name) for name in names]


async def test_it_asks_for_what_is_in_view_and_draws_dots_until_then() -> None:
    """S27: the last of a hundred thousand is reached; nothing is kept per row."""
    app = Listing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.shown.show(ids(100_000))
        await pilot.pause()
        assert app.asked[0][0] == "000000"
        assert len(app.asked[0]) == 64
        assert "…" in app.shown.render_line(0).text
        await pilot.press("G")
        await pilot.pause()
        assert app.asked[-1][-1] == "099999"
        app.shown.fill(rows(app.asked[-1]))
        assert "Title 099999" in app.shown.render_line(20).text
        assert app.cursors[-1] == "099999"


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (["j", "j", "k"], 1),
        (["G"], 99),
        (["end", "home"], 0),
        (["G", "g"], 0),
        (["ctrl+d"], 3),
        (["pagedown"], 6),
        (["ctrl+f", "ctrl+u"], 3),
        (["pagedown", "pageup"], 0),
        (["up"], 0),
    ],
)
async def test_keys_move_as_everywhere(keys: list[str], place: int) -> None:
    app = Listing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.shown.show(ids(100), rows=rows(ids(100)))
        await pilot.press(*keys)
        assert app.shown.cursor == place
        top = app.shown.cursor * 4 - app.shown.scroll_offset.y
        assert 0 <= top <= 24 - 4


async def test_the_cursor_stays_on_its_entry() -> None:
    app = Listing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.shown.show(ids(100), rows=rows(ids(100)))
        await pilot.press("pagedown", "j", "j")
        line = app.shown.cursor * 4 - app.shown.scroll_offset.y
        app.shown.show(["new1", "new2", *ids(100)], rows=[row("new1"), row("new2")])
        assert app.shown.cursor_id == "000008"
        assert app.shown.cursor * 4 - app.shown.scroll_offset.y == line
        app.shown.show(["new1", "new2", *(id_ for id_ in ids(100) if id_ != "000008")])
        assert app.shown.cursor_id == "000009"


async def test_delete_moves_to_the_neighbour() -> None:
    app = Listing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.shown.show(ids(3), rows=rows(ids(3)))
        await pilot.press("j")
        app.shown.show(["000000", "000002"])
        assert app.shown.cursor_id == "000002"
        app.shown.show(["000000"])
        assert app.shown.cursor_id == "000000"
        app.shown.show([])
        await pilot.pause()
        assert app.shown.cursor_id is None
        assert app.cursors[-1] is None


async def test_marks() -> None:
    app = Listing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.shown.show(ids(100), rows=rows(ids(100)))
        app.shown.toggle_mark()
        await pilot.press("j", "J", "J", "K")
        assert app.shown.chosen == ["000000", "000002", "000003"]
        assert MARK in app.shown.render_line(0).text
        app.shown.invert_marks()
        assert len(app.shown.chosen) == 97
        app.shown.clear_marks()
        assert app.shown.chosen == [app.shown.cursor_id]


async def test_the_mouse() -> None:
    app = Listing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.shown.show(ids(100), rows=rows(ids(100)))
        await pilot.pause()
        await pilot.click(MemoryList, offset=(10, 9))
        assert app.shown.cursor == 2
        await pilot.click(MemoryList, offset=(10, 17), shift=True)
        assert app.shown.chosen == ["000002", "000003", "000004"]
        await pilot.click(MemoryList, offset=(0, 1))
        assert "000000" in app.shown.marks


async def test_signs_not_only_colours() -> None:
    app = Listing()
    async with app.run_test(size=(100, 24)) as pilot:
        app.shown.show(["a"], rows=[row("a", conflicts=True)])
        app.shown.focus()
        await pilot.pause()
        text = app.shown.render_line(0).text
        assert text.startswith(CURSOR)
        assert CONFLICT in text


@pytest.mark.parametrize("width", [60, 80, 100, 150])
@pytest.mark.parametrize("height", [1, 3, 4])
async def test_wide_characters_keep_the_columns(width: int, height: int) -> None:
    app = Listing()
    async with app.run_test(size=(width, 24)) as pilot:
        app.shown.show(["a", "b"], rows=[row("a", "日本語のメモ" * 9), row("b", "plain")])
        app.shown.row_height = height
        await pilot.pause()
        lines = [app.shown.render_line(line) for line in range(height * 2)]
        assert {line.cell_length for line in lines} == {app.shown.scrollable_content_region.width}


async def test_matched_letters_are_lit() -> None:
    app = Listing()
    async with app.run_test(size=(80, 24)) as pilot:
        app.shown.show(["a"], rows=[row("a", "Build setup")])
        app.shown.words = ("set",)
        await pilot.pause()
        lit = [part.text for part in app.shown.render_line(0) if part.style and part.style.underline]
        assert lit == ["set"]


@pytest.mark.parametrize("compact", [False, True])
def test_columns_fill_every_width(compact: bool) -> None:
    for width in range(12, 200):
        columns = columns_for(width, compact)
        assert columns.title >= 0
        assert columns.text <= width
