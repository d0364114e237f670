from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from program import Bare, bare, until
from textual.pilot import Pilot
from textual.widgets import Input, Static

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.memory.author import Author
from memdeck.memory.errors import NotFound
from memdeck.memory.injection import RecordedEntry, RecordedInjection
from memdeck.memory.kinds import Writer
from memdeck.store.injections import InjectionLog
from memdeck.tui.screens.ask import AskText
from memdeck.tui.screens.choose import Choose
from memdeck.tui.screens.confirm import Confirm
from memdeck.tui.screens.history import HistoryScreen
from memdeck.tui.widgets.event_list import day_words


class Opened:
    def __init__(self, app: Bare, pilot: Pilot[None], screen: HistoryScreen) -> None:
        self.app, self.pilot, self.screen = app, pilot, screen

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        return [(row.who, row.what, row.entry) for row in self.screen.events.rows]

    @property
    def details(self) -> str:
        return str(self.screen.view.query_one(Static).content)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def asked(self, kind: type) -> None:
        await until(self.pilot, lambda: isinstance(self.app.screen, kind))
        await self.pilot.pause()

    async def back(self) -> None:
        await until(self.pilot, lambda: self.app.screen is self.screen)


@asynccontextmanager
async def history(deck: Deck, clock: FixedClock, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Opened]:
    app = bare(deck, clock)
    async with app.run_test(size=size) as pilot:
        screen = HistoryScreen()
        opened = Opened(app, pilot, screen)
        app.push_screen(screen)
        await until(pilot, lambda: screen.is_mounted and (screen.events.rows or screen.has_class("-empty")))
        await pilot.pause()
        yield opened


async def test_every_change_by_anyone_newest_first(deck: Deck, clock: FixedClock, tmp_path: Path) -> None:
    deck.add("Build setup", "Use Maven to build.")
    clock.forward(days=1)
    with Deck.open(
        tmp_path / "home", clock=clock, author=Author(Writer.ASSISTANT, "claude-code")
    ) as assistant:
        assistant.edit("build_setup", content="Use Gradle to build.")
    async with history(deck, clock) as opened:
        assert opened.lines == [
            ("claude-code", "edited", "Build setup"),
            ("you", "added", "Build setup"),
        ]
        await until(opened.pilot, lambda: "Gradle" in opened.details)
        assert "- Use Maven to build." in opened.details
        assert "+ Use Gradle to build." in opened.details
        await until(opened.pilot, lambda: "content" in str(opened.screen.events._notes.values()))


async def test_changes_by_another_program_appear_and_the_cursor_stays(
    deck: Deck, clock: FixedClock, tmp_path: Path
) -> None:
    for number in range(5):
        deck.add(f"Entry {number}", "text")
    async with history(deck, clock) as opened:
        await opened.press("j", "j")
        row = opened.screen.events.row
        assert row is not None
        with Deck.open(tmp_path / "home") as other:
            other.edit("entry_0", title="Changed elsewhere")
        await until(opened.pilot, lambda: len(opened.screen.events.rows) == 6)
        assert opened.lines[0][2] == "Changed elsewhere"
        after = opened.screen.events.row
        assert after is not None
        assert after.key == row.key


async def test_undoing_a_change_and_redoing_it(deck: Deck, clock: FixedClock) -> None:
    deck.add("Build setup", "one")
    deck.edit("build_setup", content="two")
    async with history(deck, clock) as opened:
        await opened.press("u")
        await until(opened.pilot, lambda: deck.get("build_setup").content == "one")
        await until(opened.pilot, lambda: opened.lines[0][1] == "undid")
        assert opened.screen.events.rows[1].faded
        await opened.press("U")
        await until(opened.pilot, lambda: deck.get("build_setup").content == "two")


async def test_a_change_that_others_built_on_is_not_undone(deck: Deck, clock: FixedClock) -> None:
    """S36: undo overwrites nothing that came later."""
    deck.add("Build setup", "one")
    deck.edit("build_setup", content="two")
    deck.edit("build_setup", content="three")
    async with history(deck, clock) as opened:
        await opened.press("j", "u")
        await until(opened.pilot, lambda: opened.app._notifications)
        assert any("changed after that" in note.message for note in opened.app._notifications)
    assert deck.get("build_setup").content == "three"


async def test_changes_made_together_are_undone_together_after_asking(deck: Deck, clock: FixedClock) -> None:
    ids = [deck.add(f"Entry {number}", "text").id for number in range(3)]
    deck.edit_many(ids, importance="high")
    async with history(deck, clock) as opened:
        await opened.press("u")
        await opened.asked(Confirm)
        await opened.press("escape")
        await opened.back()
        assert {memory.importance for memory in deck.list()} == {"high"}
        await opened.press("u")
        await opened.asked(Confirm)
        await opened.press("y")
        await until(opened.pilot, lambda: {memory.importance for memory in deck.list()} == {"normal"})


async def test_restoring_asks_for_a_name_that_was_used_again(deck: Deck, clock: FixedClock) -> None:
    """S39: create, delete, create again; bringing the first back asks for another name."""
    first = deck.add("Deploy notes", "one")
    deck.remove(first.id)
    deck.add("Deploy notes", "two")
    async with history(deck, clock) as opened:
        await opened.press("right_square_bracket")
        await until(opened.pilot, lambda: len(opened.lines) == 1)
        await opened.press("r")
        await opened.asked(AskText)
        assert opened.app.screen.query_one(Input).value == "deploy_notes_2"
        await opened.press("enter")
        await until(opened.pilot, lambda: opened.screen.has_class("-empty"))
    assert deck.get(first.id).name == "deploy_notes_2"
    assert deck.get("deploy_notes").content == "two"


async def test_undoing_a_delete_asks_for_a_name_too(deck: Deck, clock: FixedClock) -> None:
    """S39, from the list of changes."""
    first = deck.add("Deploy notes", "one")
    deck.remove(first.id)
    deck.add("Deploy notes", "two")
    async with history(deck, clock) as opened:
        await opened.press("j", "u")
        await opened.asked(AskText)
        await opened.press("escape")
        await opened.back()
        assert deck.count() == 1
        await opened.press("u")
        await opened.asked(AskText)
        await opened.press("enter")
        await until(opened.pilot, lambda: deck.count() == 2)


async def test_purging_names_the_entry_and_starts_on_no(deck: Deck, clock: FixedClock) -> None:
    memory = deck.add("Old token", "secret words")
    deck.remove(memory.id)
    async with history(deck, clock) as opened:
        await opened.press("left_square_bracket", "left_square_bracket")
        await until(opened.pilot, lambda: opened.screen._source.name == "deleted" and opened.lines)
        await opened.press("D")
        await opened.asked(Confirm)
        assert "Delete this memory permanently?" in str(
            opened.app.screen.query_one("#question", Static).content
        )
        assert "Old token" in str(opened.app.screen.query_one("#names", Static).content)
        await opened.press("enter")  # the focus starts on Cancel
        await opened.back()
        assert deck.get(memory.id, deleted=True)
        await opened.press("D")
        await opened.asked(Confirm)
        await opened.press("y")
        await until(opened.pilot, lambda: opened.screen.has_class("-empty"))
    with pytest.raises(NotFound):
        deck.get(memory.id, deleted=True)
    assert "secret" not in str(deck.history())


async def test_read_only_changes_nothing_and_says_so(tmp_path: Path, clock: FixedClock) -> None:
    with Deck.open(tmp_path / "home") as writer:
        writer.add("Build setup", "text")
    with Deck.open(tmp_path / "home", read_only=True) as deck:
        async with history(deck, clock) as opened:
            await opened.press("u")
            assert any("Read-only" in note.message for note in opened.app._notifications)
        assert deck.count() == 1


async def test_filters_by_entry_and_by_author(deck: Deck, clock: FixedClock, tmp_path: Path) -> None:
    deck.add("One", "text")
    deck.add("Two", "text")
    with Deck.open(tmp_path / "home", author=Author(Writer.ASSISTANT, "claude-code")) as assistant:
        assistant.edit("one", title="One more")
    async with history(deck, clock) as opened:
        await opened.press("h")
        await until(opened.pilot, lambda: len(opened.lines) == 2)
        await opened.press("f")
        await opened.asked(Choose)
        await opened.press("down", "enter")
        await until(opened.pilot, lambda: opened.lines == [("claude-code", "edited", "One more")])
        await opened.press("escape")
        await until(opened.pilot, lambda: len(opened.lines) == 3)


async def test_a_long_history_is_loaded_as_far_as_it_is_looked_at(deck: Deck, clock: FixedClock) -> None:
    deck.add_many({"title": f"Entry {number}", "content": "text"} for number in range(3_000))
    async with history(deck, clock) as opened:
        assert len(opened.lines) < 3_000
        events = opened.screen.events
        for _ in range(20):
            events.move_to(len(events.rows) - 1)
            await opened.pilot.pause()
            if len(opened.lines) == 3_000:
                break
            await until(opened.pilot, lambda: not opened.screen._loading)
        assert [line[2] for line in opened.lines] == [f"Entry {number}" for number in range(2_999, -1, -1)]


async def test_the_oldest_is_reached_at_once_and_the_way_back_is_whole(deck: Deck, clock: FixedClock) -> None:
    """Nobody who goes to the end waits for what lies between; going up from there leaves nothing out."""
    for day in range(6):
        deck.add_many({"title": f"Entry {day}-{number}", "content": "text"} for number in range(500))
        clock.forward(days=1)
    async with history(deck, clock) as opened:
        events = opened.screen.events
        await opened.press("G")
        await until(opened.pilot, lambda: opened.lines[-1][2] == "Entry 0-0" and events.cursor == 499)
        assert len(opened.lines) == 500, "the other end was read, not all that lies before it"
        assert opened.screen.status_line() == "3,000 of 3,000"
        deck.add("Entry 6-0", "text")
        await until(opened.pilot, lambda: opened.screen.status_line() == "3,001 of 3,001")
        assert len(opened.lines) == 500
        while not opened.screen._from_newest:
            events.move_to(min(events.cursor, 150))
            held, view = events.row, events._line_of_cursor - events.scroll_offset.y
            count = len(opened.lines)
            await until(
                opened.pilot, lambda count=count: len(events.rows) > count or opened.screen._from_newest
            )
            await until(opened.pilot, lambda: not opened.screen._loading)
            assert events.row == held
            assert events._line_of_cursor - events.scroll_offset.y == view, "what is seen stays where it is"
        assert len(opened.lines) == 3_001
        assert len({row.key for row in events.rows}) == 3_001
        assert len(events._days) == 7, "one heading a day"
        fresh = [events._days[line] for line in sorted(events._days)]
        assert fresh == sorted(fresh, reverse=True)
        await opened.press("G", "g")
        await until(opened.pilot, lambda: events.cursor == 0 and opened.lines[0][2] == "Entry 6-0")


async def test_from_the_oldest_the_newest_is_one_key(deck: Deck, clock: FixedClock) -> None:
    deck.add_many({"title": f"Entry {number}", "content": "text"} for number in range(3_000))
    async with history(deck, clock) as opened:
        await opened.press("G")
        await until(opened.pilot, lambda: opened.lines[-1][2] == "Entry 0")
        await opened.press("g")
        await until(opened.pilot, lambda: opened.lines[0][2] == "Entry 2999")
        assert opened.screen.events.cursor == 0
        assert opened.screen.status_line().startswith("1 of ")
        assert opened.screen.status_line().endswith("+")


async def test_empty_tabs_say_what_would_be_there(deck: Deck, clock: FixedClock) -> None:
    async with history(deck, clock) as opened:
        empty = opened.screen.query_one("#empty", Static)
        assert "No changes yet" in str(empty.content)
        await opened.press("right_square_bracket")
        await until(opened.pilot, lambda: "Nothing is deleted" in str(empty.content))
        await opened.press("right_square_bracket")
        await until(opened.pilot, lambda: "No injection" in str(empty.content))


async def test_injections_show_exactly_what_was_given(deck: Deck, clock: FixedClock) -> None:
    """S43, S45: prompt and text are shown literally and safely."""
    memory = deck.add("Build setup", "Use Gradle.")
    for number in range(250):
        made = RecordedInjection(
            id=f"inj_{number:03}", at=clock(), prompt=f"[/] prompt {number}\x1b[2J", session="chat-1",
            client="hook",
            access=("user:me",), text="<memory>\n- Use Gradle.\x1b[2J\n</memory>", tokens=12, bytes=40,
            entries=(RecordedEntry(memory.id, memory.name, "USER", 1, 0.81),),
        )  # fmt: skip
        InjectionLog(deck.parts.database).record(made)
    async with history(deck, clock) as opened:
        await opened.press("left_square_bracket")
        await until(opened.pilot, lambda: opened.screen._source.name == "injections" and opened.lines)
        await until(opened.pilot, lambda: "- Use Gradle.␛[2J" in opened.details)
        assert "[/] prompt 249␛[2J" in opened.details
        assert "1 build_setup  USER  0.81" in opened.details
        await opened.press("y")
        assert opened.app.clipboard == "<memory>\n- Use Gradle.\x1b[2J\n</memory>"
        await opened.press("G")
        await until(opened.pilot, lambda: opened.lines[-1][2].startswith("[/] prompt 0"))
        assert opened.screen.status_line() == "250 of 250"
        opened.screen.events.move_to(0)
        await until(opened.pilot, lambda: len(opened.lines) == 250)


@pytest.mark.parametrize("text", ["[/]", "[@click=app.quit]read me[/]", "\x1b]52;c;eA==\x07\u202e", "[bold"])
async def test_hostile_text_is_literal_everywhere(deck: Deck, clock: FixedClock, text: str) -> None:
    """S43, S44, S45: in rows, details, filters, dialogs and toasts."""
    memory = deck.add(text, f"{text}\n{text}", description=text)
    deck.edit(memory.id, content=text, reason=text)
    async with history(deck, clock) as opened:
        await until(opened.pilot, lambda: "Content" in opened.details)
        await opened.press("h")
        await opened.press("u")
        await until(opened.pilot, lambda: opened.app._notifications)
        await opened.pilot.pause()
        assert "\x1b" not in opened.app.export_screenshot()
        assert "\x1b" not in opened.details
        assert all("\x1b" not in note.message for note in opened.app._notifications)


def test_days_have_words_that_follow_the_clock() -> None:
    """S61: a program that runs over midnight names the days anew."""
    day = datetime(2026, 11, 30, tzinfo=UTC).date()
    assert day_words(day, day) == "Today · Monday 30 November 2026"
    assert day_words(day, day.replace(year=2027)) == "Monday 30 November 2026"
    assert day_words(day, datetime(2026, 12, 1, tzinfo=UTC).date()).startswith("Yesterday")
