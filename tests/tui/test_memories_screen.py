"""The Memories screen on a real deck: reading, searching, filtering, and every way to change something."""

from __future__ import annotations

import pytest
from memories_program import list_of, memories, said, screen_of, settle, title_of
from program import until
from textual.widgets import Static

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.memory.errors import StoreFault
from memdeck.memory.kinds import Importance, MemoryType, Status
from memdeck.memory.query import MemoryQuery
from memdeck.tui.app import MemdeckApp
from memdeck.tui.filters import TYPE, FilterLine
from memdeck.tui.screens.ask import AskText
from memdeck.tui.screens.edit import EditScreen
from memdeck.tui.screens.filter_screen import FilterScreen
from memdeck.tui.screens.menu import Menu
from memdeck.tui.widgets.detail_pane import DetailPane
from memdeck.tui.widgets.filter_bar import FilterBar
from memdeck.tui.widgets.filter_panel import FilterPanel
from memdeck.tui.widgets.hint_bar import HintBar
from memdeck.tui.widgets.safe_area import SafeArea

pytestmark = pytest.mark.asyncio


@pytest.fixture
def filled(deck: Deck, clock: FixedClock) -> Deck:
    for title, kind, owner in (
        ("Review style", "FEEDBACK", "user:me"),
        ("数据库选型", "PROJECT", "project:demo"),
        ("Kotlin style", "USER", "user:me"),
        ("Build setup", "USER", "user:me"),
    ):
        deck.add(title, f"About {title}, with gradlew.", description="One line", type=kind, owner=owner)
        clock.forward(minutes=5)
    return deck


def titles(pilot) -> list[str]:
    shown = list_of(pilot)
    return [row.title if (row := shown.row(id_)) else "…" for id_ in shown.ids]


async def test_newest_first_with_counts_and_the_entry(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        assert titles(pilot) == ["Build setup", "Kotlin style", "数据库选型", "Review style"]
        assert title_of(pilot) == "All memories · 4"
        await pilot.press("j")
        await settle(pilot)
        shown = str(screen_of(pilot).query_one(DetailPane).query_one(Static).render())
        assert "Kotlin style" in shown
        assert "About Kotlin style" in shown
        assert "1 change" in shown


async def test_search_at_each_key_stroke(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.press("slash", *"kotl")
        await until(pilot, lambda: titles(pilot) == ["Kotlin style"])
        await settle(pilot)
        assert title_of(pilot).startswith("1 of 4 match")
        await pilot.press("enter")
        assert list_of(pilot).has_focus
        await pilot.press("escape")
        await until(pilot, lambda: len(titles(pilot)) == 4)
        assert list_of(pilot).row(list_of(pilot).cursor_id).title == "Kotlin style"


async def test_search_forgives_slips_and_reads_contents(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.press("slash", *"kotiln")
        await until(pilot, lambda: titles(pilot) == ["Kotlin style"])
        assert "read as kotlin" in title_of(pilot)
        screen_of(pilot).search_box.value = "gradlew"
        await until(pilot, lambda: len(titles(pilot)) == 4)
        assert "4 in the text" in title_of(pilot)


async def test_nothing_found_says_so_and_esc_clears(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.press("slash", *"qqzzqq")

        def notice() -> str:
            return str(screen_of(pilot).query_one("#notice", Static).render())

        await until(pilot, lambda: 'No memories match "qqzzqq".' in notice())
        assert screen_of(pilot).has_class("-notice")
        assert "Esc" in notice()
        await pilot.press("escape")
        await until(pilot, lambda: len(titles(pilot)) == 4)
        assert not screen_of(pilot).has_class("-notice")


async def test_the_meant_word_can_be_taken(filled: Deck, clock: FixedClock) -> None:
    """The word stands in the store but outside the filters, so it is suggested, not found."""
    async with memories(filled, clock) as pilot:
        await pilot.press("slash", "k", "o", "t", "escape")
        await settle(pilot)
        screen_of(pilot).set_query(type(screen_of(pilot).query_now)(types=(MemoryType.PROJECT,)))
        await settle(pilot)
        screen_of(pilot).action_search()
        screen_of(pilot).search_box.value = "kotiln"
        await until(pilot, lambda: screen_of(pilot).has_class("-notice"))
        assert "Did you mean kotlin?" in str(screen_of(pilot).query_one("#notice", Static).render())
        await pilot.press("enter")
        assert screen_of(pilot).text == "kotlin"


async def test_filters_by_mouse_and_keys(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.click(FilterPanel, offset=(5, 3))  # the padding, TYPE, All, User
        await settle(pilot)
        assert title_of(pilot) == "User · 2 of 4"
        assert titles(pilot) == ["Build setup", "Kotlin style"]
        await pilot.press("right_square_bracket")
        await settle(pilot)
        assert title_of(pilot) == "Feedback · 1 of 4"
        await pilot.press("escape", "escape")  # back to the list, then without filters
        await settle(pilot)
        assert title_of(pilot) == "All memories · 4"
        await pilot.press("f", "j", "enter")  # the side bar's cursor stayed on User
        await settle(pilot)
        assert title_of(pilot) == "Feedback · 1 of 4"


async def test_narrow_filters_open_over_the_list(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock, (80, 24)) as pilot:
        await pilot.press("f", "j", "enter")
        await until(pilot, lambda: screen_of(pilot).query_now.types == (MemoryType.USER,))
        await pilot.press("escape")
        await settle(pilot)
        assert title_of(pilot) == "User · 2 of 4"


async def test_a_click_on_the_filter_line_opens_what_was_clicked(filled: Deck, clock: FixedClock) -> None:
    """A click on "Owner" opened the filters at their beginning, and Enter picked a type."""
    async with memories(filled, clock, (80, 24)) as pilot:
        at = str(screen_of(pilot).query_one(FilterBar).render()).index("Owner")
        await pilot.click(FilterBar, offset=(at, 0))
        await until(pilot, lambda: isinstance(pilot.app.screen, FilterScreen))
        await pilot.pause()
        await pilot.press("j", "enter")
        await until(pilot, lambda: screen_of(pilot).query_now.owners)
        assert not screen_of(pilot).query_now.types


async def test_what_is_typed_is_added_to_the_tags(deck: Deck) -> None:
    deck.add("Build setup", "text", tags=["build", "java"])
    async with memories(deck) as pilot:
        await pilot.press("number_sign")
        await until(pilot, lambda: isinstance(pilot.app.screen, AskText) and pilot.app.focused)
        await pilot.press(*",ci", "enter")
        await until(pilot, lambda: deck.get("build_setup").tags == ("build", "java", "ci"))


async def test_a_new_entry_is_said_also_when_the_search_hides_it(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.press("slash", *"gradle", "enter", "a")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen) and pilot.app.focused)
        await pilot.press(*"Use uv")
        pilot.app.screen.query_one(SafeArea).text = "Always."
        await pilot.press("ctrl+s")
        await until(pilot, lambda: said(pilot) == ['Added "Use uv".  u\N{NO-BREAK SPACE}Undo'])


async def test_large_counts_leave_room_for_names(filled: Deck, clock: FixedClock) -> None:
    """With 11,255 entries of a type the side bar said "Referen…"."""
    async with memories(filled, clock) as pilot:
        panel = screen_of(pilot).query_one(FilterPanel)
        panel.show([FilterLine(TYPE, "REFERENCE", "Reference", 11_255)])
        assert "Reference 11,255" in panel.render_line(0).text


async def test_restoring_says_what_came_back(filled: Deck, clock: FixedClock) -> None:
    filled.remove("build_setup")
    async with memories(filled, clock) as pilot:
        screen_of(pilot).set_query(MemoryQuery(deleted=True))
        await settle(pilot)
        await pilot.press("r")
        await until(pilot, lambda: said(pilot))
        assert said(pilot) == ['Restored "Build setup".  u\N{NO-BREAK SPACE}Undo']


async def test_delete_is_at_once_and_undone_by_u(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.press("j", "d")
        await until(pilot, lambda: filled.count() == 3 and said(pilot))
        await settle(pilot)
        assert titles(pilot) == ["Build setup", "数据库选型", "Review style"]
        assert list_of(pilot).row(list_of(pilot).cursor_id).title == "数据库选型"
        assert said(pilot)[-1] == 'Deleted "Kotlin style".  u\N{NO-BREAK SPACE}Undo'
        await pilot.press("u")
        await until(pilot, lambda: filled.count() == 4)
        await until(pilot, lambda: len(titles(pilot)) == 4)
        await until(pilot, lambda: list_of(pilot).row(list_of(pilot).cursor_id).title == "Kotlin style")


async def test_marked_entries_are_changed_together(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.press("space", "space")
        assert screen_of(pilot).status_line() == "2 marked · 3 of 4"
        await pilot.press("t")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        await pilot.press("home", "enter")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 1)
        await until(pilot, lambda: said(pilot))
        assert "2 memories" in said(pilot)[-1]
        assert not list_of(pilot).marks
        await pilot.press("ctrl+a")
        assert len(list_of(pilot).marks) == 4
        await pilot.press("space", "asterisk")
        assert len(list_of(pilot).marks) == 1
        await pilot.press("escape")
        assert not list_of(pilot).marks


async def test_importance_and_status(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.press("exclamation_mark")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        await pilot.press("end", "enter")
        await until(pilot, lambda: filled.get("build_setup").importance is Importance.PINNED)
        await pilot.press("A")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        await pilot.press("j", "enter")
        await until(pilot, lambda: filled.get("build_setup").status is Status.ARCHIVED)


async def test_purge_asks_and_no_is_the_safe_answer(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.press("D")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        await pilot.press("enter")
        await settle(pilot)
        assert filled.count() == 4
        await pilot.press("D")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        await pilot.press("y")
        await until(pilot, lambda: filled.count() == 3)
        assert filled.facets().deleted == 0


async def test_restore_asks_for_a_name_when_the_old_one_is_taken(filled: Deck, clock: FixedClock) -> None:
    """S39: a name is free after a delete; restoring then needs another."""
    filled.remove("build_setup")
    filled.add("Build setup again", "x", name="build_setup")
    async with memories(filled, clock) as pilot:
        screen_of(pilot).set_query(type(screen_of(pilot).query_now)(deleted=True))
        await settle(pilot)
        assert titles(pilot) == ["Build setup"]
        await pilot.press("e")
        assert said(pilot)[-1] == "This memory is deleted: restore it first."
        await pilot.press("r")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        await pilot.press("enter")
        await until(pilot, lambda: filled.count() == 5)
        assert filled.get("build_setup_2").title == "Build setup"


async def test_the_form_opens_with_the_entry(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.press("e")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))


async def test_another_process_changes_the_store(filled: Deck, clock: FixedClock) -> None:
    """Cursor, marks and scroll survive; what was changed comes to the top, what was removed goes."""
    async with memories(filled, clock) as pilot:
        await pilot.press("j", "space")
        cursor = list_of(pilot).cursor_id
        with Deck.open(filled.home, clock=clock) as other:
            other.edit("review_style", title="Review style, revised")
            other.remove("build_setup")
            other.add("From elsewhere", "x")
        pilot.app.look_for_changes()
        await until(pilot, lambda: len(titles(pilot)) == 4 and "…" not in titles(pilot))
        assert titles(pilot) == ["From elsewhere", "Review style, revised", "Kotlin style", "数据库选型"]
        assert list_of(pilot).cursor_id == cursor
        assert len(list_of(pilot).marks) == 1
        await until(pilot, lambda: title_of(pilot) == "All memories · 4")


async def test_ages_go_on_while_open(filled: Deck, clock: FixedClock) -> None:
    """S61: the clock is asked again, not remembered."""
    async with memories(filled, clock) as pilot:
        before = list_of(pilot).render_line(0).text
        assert "5 min ago" in before
        clock.forward(hours=26)
        screen_of(pilot).refresh_ages()
        await pilot.pause()
        assert "yesterday" in list_of(pilot).render_line(0).text


async def test_order_and_compact_rows_are_remembered(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await pilot.press("j", "j", "enter")
        await until(pilot, lambda: titles(pilot)[0] == "Build setup" and titles(pilot)[-1] == "数据库选型")
        await pilot.press("S", "c")
        await until(pilot, lambda: titles(pilot)[0] == "数据库选型")
        assert list_of(pilot).row_height == 1
    async with memories(filled, clock) as pilot:
        assert list_of(pilot).row_height == 1
        assert titles(pilot)[0] == "Build setup"


async def test_copy_is_safe_and_says_so(filled: Deck, clock: FixedClock) -> None:
    """S45: copied text drives no terminal."""
    filled.add("Evil", "a\x1b]52;c;aGk=\x07b")
    async with memories(filled, clock) as pilot:
        await pilot.press("y")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await pilot.press("enter")
        await until(pilot, lambda: said(pilot))
        assert pilot.app.clipboard == "a␛]52;c;aGk=␇b"


async def test_read_only_dims_and_says_why(filled: Deck, clock: FixedClock) -> None:
    with Deck.open(filled.home, clock=clock, read_only=True) as closed:
        async with memories(closed, clock) as pilot:
            await pilot.press("d")
            await settle(pilot)
            assert "Read-only" in said(pilot)[-1]
            assert closed.count() == 4
            hints = {hint.label: hint.dim for hint in screen_of(pilot).hints()}
            assert hints["Delete"]
            assert not hints["Search"]


async def test_empty_store_says_what_to_do(deck: Deck, clock: FixedClock) -> None:
    async with memories(deck, clock) as pilot:
        notice = str(screen_of(pilot).query_one("#notice", Static).render())
        assert "No memories yet." in notice
        assert "Write the first memory" in notice
        labels = [hint.label for hint in screen_of(pilot).hints()]
        assert "Add" in labels
        assert "Delete" not in labels


async def test_a_store_that_cannot_be_read(deck: Deck, clock: FixedClock) -> None:
    fault = StoreFault("The database can't be read: memdeck.db.", "Run 'memdeck doctor'.")
    broken = [True]

    def opener() -> Deck:
        if broken:
            raise fault
        return deck

    app = MemdeckApp(opener, clock=clock)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        notice = str(screen_of(pilot).query_one("#notice", Static).render())
        assert "✗" in notice
        assert "can't be read" in notice
        assert "Try again" in notice
        await pilot.press("e")
        await pilot.pause()
        broken.clear()
        await pilot.press("r")
        await settle(pilot)
        assert "No memories yet." in str(screen_of(pilot).query_one("#notice", Static).render())


async def test_a_failed_write_puts_the_row_back(filled: Deck, clock: FixedClock, monkeypatch) -> None:
    """An error is one line, nothing is lost, and the list shows what the store holds."""
    async with memories(filled, clock) as pilot:

        def fails(*_args: object) -> None:
            raise RuntimeError("secret text of an entry")

        monkeypatch.setattr(type(filled), "remove_many", fails)
        await pilot.press("d")
        await until(pilot, lambda: said(pilot))
        await until(pilot, lambda: len(titles(pilot)) == 4)
        assert "RuntimeError" in said(pilot)[-1]
        assert "secret" not in said(pilot)[-1]


async def test_hints_fit_the_pane_and_the_mouse_runs_them(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock, (80, 24)) as pilot:
        bar = screen_of(pilot).query_one(HintBar)
        assert "e Edit" in str(bar.render())
        place = str(bar.render()).index("/ Search")
        await pilot.click(HintBar, offset=(place + 1, 0))
        await until(pilot, lambda: screen_of(pilot).search_box.has_focus)
        assert "To the list" in str(bar.render())


async def test_enter_reads_the_entry_and_esc_comes_back(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock, (80, 24)) as pilot:
        assert not screen_of(pilot).detail_pane.display
        await pilot.press("enter")
        await until(pilot, lambda: screen_of(pilot).detail_pane.display)
        await settle(pilot)
        shown = str(screen_of(pilot).detail_pane.query_one(Static).render())
        assert "About Build setup" in shown
        await pilot.press("escape")
        await pilot.pause()
        assert list_of(pilot).has_focus
        assert not screen_of(pilot).detail_pane.display


async def test_a_large_content_is_laid_out_in_parts(deck: Deck, clock: FixedClock) -> None:
    """S10: 64 KB on one line; the pane shows a part, says so, and goes on when scrolled."""
    deck.add("Large", "word " * 13_000)
    async with memories(deck, clock) as pilot:
        pane = screen_of(pilot).detail_pane
        await until(pilot, lambda: "more characters" in str(pane.query_one(Static).render()))
        before = pane.virtual_size.height
        pane.scroll_end(animate=False)
        await until(pilot, lambda: pane.virtual_size.height > before * 2)


async def test_too_small_a_terminal(filled: Deck, clock: FixedClock) -> None:
    async with memories(filled, clock) as pilot:
        await pilot.resize_terminal(50, 10)
        await until(pilot, lambda: screen_of(pilot).query("TooSmall"))
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: not screen_of(pilot).query("TooSmall"))
