"""The Conflicts screen on a real deck: the queue, the pair, settling, undo, live changes."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from program import Bare, bare, until
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Input, Static
from textual.widgets._toast import Toast

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.memory.conflict import Conflict, ConflictState, ScanReport
from memdeck.memory.errors import StoreFault
from memdeck.memory.kinds import Status
from memdeck.tui.screens.ask import AskText
from memdeck.tui.screens.choose import Choose
from memdeck.tui.screens.confirm import Confirm
from memdeck.tui.screens.conflicts import ConflictsScreen
from memdeck.tui.screens.conflicts_merge import MergeScreen
from memdeck.tui.widgets.conflict_side import ConflictSide
from memdeck.tui.widgets.safe_area import SafeArea
from memdeck.tui.widgets.tab_strip import TabStrip


class Opened:
    def __init__(self, app: Bare, pilot: Pilot[None], screen: ConflictsScreen) -> None:
        self.app, self.pilot, self.screen = app, pilot, screen

    @property
    def values(self) -> list[str]:
        return [row.values for row in self.screen.queue.rows]

    def text(self, place: str) -> str:
        return str(self.screen.query_one(place, ConflictSide).query_one(".side-text", Static).content)

    @property
    def why(self) -> str:
        return str(self.screen.query_one("#why", Static).content)

    @property
    def empty(self) -> str:
        return str(self.screen.query_one("#empty", Static).content)

    @property
    def said(self) -> list[str]:
        return [note.message for note in self.app._notifications]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def left(self, count: int) -> None:
        await until(self.pilot, lambda: len(self.screen.queue.rows) == count and not self.screen.busy)

    async def asked(self, kind: type) -> None:
        await until(self.pilot, lambda: isinstance(self.app.screen, kind) and self.app.screen.is_mounted)
        await self.pilot.pause()


@asynccontextmanager
async def conflicts(deck: Deck, clock: FixedClock, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Opened]:
    app = bare(deck, clock)
    async with app.run_test(size=size) as pilot:
        screen = ConflictsScreen()
        opened = Opened(app, pilot, screen)
        app.push_screen(screen)
        await until(pilot, lambda: screen.is_mounted and (screen.queue.rows or screen.has_class("-empty")))
        await pilot.pause()
        yield opened


@pytest.fixture
def pairs(deck: Deck, clock: FixedClock) -> Deck:
    deck.add("Maven build", "Build with Maven; keep everything in pom.xml.", type="PROJECT")
    deck.add("缓存", "缓存使用 Redis。", type="PROJECT")
    deck.add("Reviews", "Reviews name the reason first.", type="FEEDBACK")
    clock.forward(days=20)
    deck.add("Build setup", "Always use Gradle with the Kotlin DSL.", type="USER")
    deck.add("新的缓存", "缓存使用 Memcached。", type="PROJECT")
    deck.add("Review style", "Reviews name the reason first.", type="FEEDBACK")
    clock.forward(days=2)
    assert deck.conflict_counts().open == 3
    return deck


def row_with(opened: Opened, words: str) -> str:
    return next(row.key for row in opened.screen.queue.rows if words in row.values)


async def test_the_queue_and_the_pair_with_evidence(pairs: Deck, clock: FixedClock) -> None:
    async with conflicts(pairs, clock) as opened:
        assert set(opened.values) == {"Maven ↔ Gradle", "Redis ↔ Memcached", "Reviews ↔ Review style"}
        opened.screen.queue.point_at(row_with(opened, "Maven"))
        await opened.pilot.pause()
        assert "pom.xml" in opened.text("#older")
        assert "Kotlin DSL" in opened.text("#newer")
        assert "build tool: Maven ↔ Gradle" in opened.why
        assert "only the newer is injected" in opened.why
        facts = str(opened.screen.query_one("#older .side-facts", Static).content)
        assert "never used yet" in facts
        assert "written by you" in facts


async def test_chinese_differences_are_marked_sign_by_sign(pairs: Deck, clock: FixedClock) -> None:
    async with conflicts(pairs, clock) as opened:
        opened.screen.queue.point_at(row_with(opened, "Redis"))
        await opened.pilot.pause()
        content = opened.screen.query_one("#older .side-text", Static).content
        marked = [
            content.plain[span.start : span.end] for span in content.spans if "underline" in str(span.style)
        ]
        assert marked == ["Redis"]


async def test_keep_newer_then_the_next_comes_and_undo_opens_it_again(pairs: Deck, clock: FixedClock) -> None:
    async with conflicts(pairs, clock) as opened:
        first = opened.screen.conflict
        second = opened.screen.queue.rows[1].key
        await opened.press("n")
        await opened.left(2)
        assert opened.screen.conflict.id == second
        assert pairs.get_any(first.older.id).status is Status.SUPERSEDED
        await opened.press("u")
        await opened.left(3)
        assert pairs.get_any(first.older.id).status is Status.ACTIVE


async def test_keep_older_and_both_stand(pairs: Deck, clock: FixedClock) -> None:
    async with conflicts(pairs, clock) as opened:
        first = opened.screen.conflict
        await opened.press("o")
        await opened.left(2)
        assert pairs.get_any(first.newer.id).status is Status.SUPERSEDED
        second = opened.screen.conflict
        await opened.press("b")
        await opened.left(1)
        assert pairs.conflict(second.id).state is ConflictState.DISMISSED


async def test_a_second_key_before_the_next_is_shown_settles_nothing(pairs: Deck, clock: FixedClock) -> None:
    async with conflicts(pairs, clock) as opened:
        opened.screen.busy = True
        await opened.press("n", "n")
        assert pairs.conflict_counts().open == 3


async def test_merge_starts_from_a_suggestion_with_both_texts(pairs: Deck, clock: FixedClock) -> None:
    async with conflicts(pairs, clock) as opened:
        opened.screen.queue.point_at(row_with(opened, "Maven"))
        await opened.press("m")
        await opened.asked(MergeScreen)
        area = opened.app.screen.query_one("#merged", SafeArea)
        assert "Kotlin DSL" in area.raw
        assert "pom.xml" in area.raw
        await opened.press("ctrl+s")
        await opened.asked(Confirm)
        await opened.press("escape")
        await opened.asked(MergeScreen)
        area.replace_raw("Gradle for new services, Maven in the old ones.")
        await opened.press("ctrl+s")
        await opened.left(2)
        assert pairs.get("build_setup").content == "Gradle for new services, Maven in the old ones."
        assert pairs.get_any("maven_build").status is Status.SUPERSEDED


async def test_leaving_a_merge_asks_only_when_something_was_typed(pairs: Deck, clock: FixedClock) -> None:
    async with conflicts(pairs, clock) as opened:
        await opened.press("m")
        await opened.asked(MergeScreen)
        await opened.press("f3", "escape")
        await opened.asked(ConflictsScreen)
        await opened.press("m")
        await opened.asked(MergeScreen)
        await opened.press("x", "escape")
        await opened.asked(Confirm)
        await opened.press("n")
        await opened.asked(MergeScreen)
        assert pairs.conflict_counts().open == 3


async def test_an_empty_merge_says_what_is_wrong(pairs: Deck, clock: FixedClock) -> None:
    async with conflicts(pairs, clock) as opened:
        await opened.press("m")
        await opened.asked(MergeScreen)
        opened.app.screen.query_one("#merged", SafeArea).replace_raw("")
        await opened.press("ctrl+s")
        problem = opened.app.screen.query_one("#problem", Static)
        await until(opened.pilot, lambda: "required" in str(problem.content))


async def test_narrow_by_a_condition(pairs: Deck, clock: FixedClock) -> None:
    async with conflicts(pairs, clock) as opened:
        opened.screen.queue.point_at(row_with(opened, "Maven"))
        await opened.press("s")
        await opened.asked(Choose)
        await opened.press("down", "down", "enter")
        await opened.asked(AskText)
        opened.app.screen.query_one(Input).value = "In the old services"
        await opened.press("enter")
        await opened.left(2)
        assert pairs.get("maven_build").content.startswith("In the old services: Build with Maven")


async def test_a_condition_has_a_limit_that_is_shown_and_can_be_shortened(
    pairs: Deck, clock: FixedClock
) -> None:
    async with conflicts(pairs, clock) as opened:
        opened.screen.queue.point_at(row_with(opened, "Maven"))
        await opened.press("s")
        await opened.asked(Choose)
        await opened.press("enter")
        await opened.asked(AskText)
        keys, problem = (opened.app.screen.query_one(place, Static) for place in ("#keys", "#problem"))
        assert "0 of 120 characters" in str(keys.content)
        opened.app.screen.query_one(Input).value = "In " + "x" * 130
        await until(opened.pilot, lambda: "133 of 120 characters" in str(keys.content))
        await opened.press("enter")
        await until(opened.pilot, lambda: "the limit is 120" in str(problem.content))
        assert isinstance(opened.app.screen, AskText)
        opened.app.screen.query_one(Input).value = ":"
        await opened.press("enter")
        await until(opened.pilot, lambda: "required" in str(problem.content))
        opened.app.screen.query_one(Input).value = "新服务里："
        await opened.press("enter")
        await opened.left(2)
        narrowed = pairs.get("build_setup")
        assert narrowed.content == "新服务里: Always use Gradle with the Kotlin DSL."
        assert narrowed.title == "Build setup (新服务里)"
        await opened.press("u")
        await opened.left(3)


async def test_narrow_by_an_owner(pairs: Deck, clock: FixedClock) -> None:
    pairs.add("Elsewhere", "The pager rotation starts on Mondays.", owner="project:old")
    async with conflicts(pairs, clock) as opened:
        opened.screen.queue.point_at(row_with(opened, "Maven"))
        await opened.press("s")
        await opened.asked(Choose)
        await opened.press("down", "enter")
        await until(
            opened.pilot, lambda: "owner" in str(opened.app.screen.query_one("#question", Static).content)
        )
        await opened.pilot.pause()
        await opened.press("enter")
        await opened.left(2)
        assert pairs.get("build_setup").owner == "project:old"


async def test_exact_duplicates_go_at_once_after_asking_and_come_back_at_once(
    pairs: Deck, clock: FixedClock
) -> None:
    pairs.add("Deploys", "Deploys happen on Tuesdays after lunch.")
    pairs.add("Deploys again", "Deploys happen on Tuesdays after lunch.")
    async with conflicts(pairs, clock) as opened:
        await opened.press("X")
        await opened.asked(Confirm)
        await opened.press("n")
        await opened.asked(ConflictsScreen)
        assert pairs.conflict_counts().duplicates == 2
        await opened.press("X")
        await opened.asked(Confirm)
        await opened.press("y")
        await opened.left(2)
        assert pairs.conflict_counts().duplicates == 0
        await opened.press("u")
        await opened.left(4)


async def test_tabs_filter_by_kind_and_f_by_owner(pairs: Deck, clock: FixedClock) -> None:
    pairs.add("Port", "The demo service listens on port 8080.", owner="project:demo")
    pairs.add("Port now", "The demo service listens on port 9090.", owner="project:demo")
    async with conflicts(pairs, clock) as opened:
        assert len(opened.values) == 4
        await opened.press("right_square_bracket")
        await opened.left(3)
        await opened.press("right_square_bracket")
        await opened.left(1)
        await opened.press("escape")
        await opened.left(4)
        await opened.press("f")
        await opened.asked(Choose)
        await opened.press("enter")
        await opened.asked(ConflictsScreen)
        assert opened.screen.owner == "project:demo"
        assert len(opened.values) == 1
        await opened.press("F")
        assert len(opened.values) == 4


async def test_the_settled_tab_says_how_and_undoes_the_one_under_the_cursor(
    pairs: Deck, clock: FixedClock
) -> None:
    found = pairs.conflicts()
    pairs.settle(found[0].id, "both_stand")
    clock.forward(minutes=5)
    pairs.settle(found[1].id, "keep_older")
    async with conflicts(pairs, clock) as opened:
        opened.screen.action_show_tab("settled")
        await until(opened.pilot, lambda: opened.screen.tab.name == "settled" and len(opened.values) == 2)
        assert [row.settled for row in opened.screen.queue.rows] == ["kept the older", "both stand"]
        await opened.press("n")
        assert any("This is settled" in words for words in opened.said)
        await opened.press("down", "u")
        await opened.left(1)
        assert pairs.conflict(found[0].id).state is ConflictState.OPEN


async def test_a_change_by_another_process_shows_by_itself(
    pairs: Deck, clock: FixedClock, tmp_path: Path
) -> None:
    async with conflicts(pairs, clock) as opened:
        with Deck.open(tmp_path / "home", clock=clock) as other:
            other.remove("maven_build")
        opened.app.look_for_changes()
        await opened.left(2)
        assert "Maven ↔ Gradle" not in opened.values


async def test_a_pair_changed_meanwhile_is_not_settled(
    pairs: Deck, clock: FixedClock, tmp_path: Path
) -> None:
    async with conflicts(pairs, clock) as opened:
        conflict = opened.screen.conflict
        opened.screen.store_changed = lambda _: None
        with Deck.open(tmp_path / "home", clock=clock) as other:
            other.edit(conflict.newer.id, title="Another title")
        await opened.press("n")
        await until(opened.pilot, lambda: any("changed meanwhile" in words for words in opened.said))
        assert pairs.conflict(conflict.id).state is ConflictState.OPEN


async def test_what_waits_is_compared_at_the_first_visit(deck: Deck, clock: FixedClock) -> None:
    """S53: an import of many is compared in a thread beside, with progress."""
    deck.add_many(
        [{"title": f"Note {n}", "content": f"The widget {n} belongs in drawer {n}."} for n in range(30)]
        + [
            {"title": "Indent", "content": "Indentation is 4 spaces."},
            {"title": "Indent 2", "content": "Indentation is 2 spaces."},
        ]
    )
    assert deck.conflicts_behind
    async with conflicts(deck, clock) as opened:
        await until(opened.pilot, lambda: any("4 spaces" in each for each in opened.values))
        assert not deck.conflicts_behind
        assert not opened.screen.query_one("#scan").display


@pytest.fixture
def many(deck: Deck) -> Deck:
    deck.add_many(
        {"title": f"Indent {n}", "content": f"Indentation is {n} spaces.", "owner": f"project:{owner}"}
        for owner in "abc"
        for n in range(30)
    )
    deck.scan_conflicts()
    return deck


async def test_a_long_list_is_read_a_page_at_a_time(
    many: Deck, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = many.conflict_places()
    assert [place.id for place in places] == [found.id for found in many.conflicts()]
    asked: list[int] = []
    page = Deck.conflict_page

    def counting(self: Deck, ids: Sequence[str]) -> list[Conflict]:
        asked.append(len(ids))
        return page(self, ids)

    monkeypatch.setattr(Deck, "conflict_page", counting)
    async with conflicts(many, clock) as opened:
        assert len(opened.screen.queue.rows) == len(places) > 1000
        assert opened.screen.status_line() == f"1 of {len(places):,}"
        await opened.press("G")
        await until(opened.pilot, lambda: opened.screen.conflict is not None)
        assert opened.screen.conflict.id == places[-1].id
        assert "…" not in opened.screen.queue.rows[-1].subject
        assert max(asked) < 200


async def test_in_a_long_list_only_what_a_change_moves_is_read(
    many: Deck, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with conflicts(many, clock) as opened:
        before = len(opened.screen.queue.rows)
        first = opened.screen.conflict
        touching = len(many.conflict_places(of=[first.older.id]))
        reads: list[str] = []
        monkeypatch.setattr("memdeck.tui.screens.conflicts_listing.read_list", lambda *_: reads.append("all"))
        await opened.press("n")
        await opened.left(before - touching)
        assert opened.screen.conflict is not None and opened.screen.conflict.state is ConflictState.OPEN
        assert first.older.id not in {entry for place in opened.screen.found.places for entry in place[2:4]}
        await opened.press("u")
        await opened.left(before)
        await until(opened.pilot, lambda: opened.screen.counts.open == before)
        assert [place.id for place in opened.screen.found.places] == [each.id for each in many.conflicts()]
        assert reads == []


async def test_nothing_to_settle(deck: Deck, clock: FixedClock) -> None:
    async with conflicts(deck, clock) as opened:
        assert "No two memories contradict" in opened.empty
        await opened.press("n", "u", "m", "enter")
        assert any("There is nothing here" in words for words in opened.said)


async def test_a_store_that_cant_be_read(pairs: Deck, clock: FixedClock, monkeypatch) -> None:
    def broken(*_, **__):
        raise StoreFault("The store can't be read: disk I/O error.", "Nothing was changed.")

    async with conflicts(pairs, clock) as opened:
        monkeypatch.setattr(Deck, "conflict_places", broken)
        opened.screen.reload()
        await until(opened.pilot, lambda: opened.screen.has_class("-failed"))
        assert "disk I/O error" in opened.empty


async def test_read_only_dims_and_says_why(pairs: Deck, clock: FixedClock, tmp_path: Path) -> None:
    with Deck.open(tmp_path / "home", clock=clock, read_only=True) as reading:
        async with conflicts(reading, clock) as opened:
            assert all(
                hint.dim
                for hint in opened.screen.hints()
                if hint.command in {"conflict.newer", "conflict.merge"}
            )
            await opened.press("n", "X")
            assert any("Read-only" in words for words in opened.said)
            assert pairs.conflict_counts().open == 3


async def test_hostile_text_is_literal(deck: Deck, clock: FixedClock) -> None:
    """Markup and escapes in titles, contents and evidence are shown, never obeyed."""
    deck.add("[/foo] \u202egnp", "Build with Maven [bold]\x1b]52;c;eA==\x07 [/nope]")
    clock.forward(minutes=1)
    deck.add("[red", "Build with Gradle \x1b[31m[@click=app.quit]x[/]")
    async with conflicts(deck, clock, (120, 40)) as opened:
        assert opened.screen.queue.rows
        shown = "\n".join(str(each.content) for each in opened.screen.query(Static))
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert "[bold]" in opened.text("#older")
        await opened.press("m")
        await opened.asked(MergeScreen)
        await opened.press("escape")
        await opened.asked(ConflictsScreen)
        await opened.press("s")
        await opened.asked(Choose)
        await opened.press("enter")
        await opened.asked(AskText)


async def test_the_texts_scroll_and_escape_comes_back(pairs: Deck, clock: FixedClock) -> None:
    async with conflicts(pairs, clock) as opened:
        await opened.press("tab")
        assert isinstance(opened.screen.focused, VerticalScroll)
        await opened.press("escape")
        assert opened.screen.focused is opened.screen.queue


async def test_memories_marks_the_rows_counts_in_the_side_bar_and_the_tab(
    pairs: Deck, clock: FixedClock
) -> None:
    from memories_program import list_of, memories, screen_of
    from textual.widgets import Static as Words

    from memdeck.tui.widgets.filter_panel import FilterPanel

    lone = pairs.add("Alone", "The pager rotation starts on Mondays.")
    clashing = pairs.get("build_setup")
    async with memories(pairs, clock) as pilot:
        rows = list_of(pilot)
        await until(pilot, lambda: rows.row(clashing.id) and rows.row(clashing.id).conflicts)
        assert not rows.row(lone.id).conflicts
        panel = screen_of(pilot).query_one("#filters", FilterPanel)
        assert [line.held for line in panel._lines if line.section == "conflicts"] == [3]
        assert pilot.app.badges["conflicts"] == 3
        rows.point_at(clashing.id)
        detail = screen_of(pilot).detail_pane
        await until(pilot, lambda: "Contradicts" in "".join(str(w.content) for w in detail.query(Words)))
        found = next(each for each in pairs.conflicts() if each.newer.id == clashing.id)
        pairs.settle(found.id, "keep_newer")
        pilot.app.look_for_changes()
        await until(pilot, lambda: rows.row(clashing.id) and not rows.row(clashing.id).conflicts)
        await until(pilot, lambda: pilot.app.badges["conflicts"] == 2)
        await pilot.press("2")
        await until(pilot, lambda: isinstance(pilot.app.screen, ConflictsScreen))
        await until(pilot, lambda: len(pilot.app.screen.queue.rows) == 2)


async def test_the_form_says_what_the_text_contradicts_before_it_is_saved(
    pairs: Deck, clock: FixedClock, monkeypatch
) -> None:
    from memdeck.tui.screens.edit import EditScreen

    monkeypatch.setattr("memdeck.tui.screens.edit_drafting.ODDS_SECONDS", 0.0)
    pairs.add("[/red] Editor", "Tests run with pytest on every commit.")
    app = bare(pairs, clock)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = EditScreen(owner="user:me")
        app.push_screen(screen)
        await until(pilot, lambda: screen.is_mounted)
        area = screen.query_one("#content", SafeArea)
        hint = screen.query_one("#at-odds", Static)
        area.replace_raw("缓存使用 Hazelcast。")
        await until(
            pilot, lambda: "says the opposite of" in str(hint.content) and "Hazelcast" in str(hint.content)
        )
        assert hint.display
        area.replace_raw("Tests run with pytest on every commit.")
        await until(pilot, lambda: "says the same as “[/red] Editor”" in str(hint.content))
        area.replace_raw("The pager rotation starts on Mondays.")
        await until(pilot, lambda: not hint.display)
        assert pairs.conflict_counts().open == 3


def test_the_detail_tells_the_line_of_versions(pairs: Deck, clock: FixedClock) -> None:
    from memdeck.tui.detail import detail_blocks
    from memdeck.tui.entry_reading import read_detail

    newer = pairs.get("build_setup")
    found = next(each for each in pairs.conflicts() if each.newer.id == newer.id)
    pairs.settle(found.id, "keep_newer")
    shown = [str(block.text) for block in detail_blocks(read_detail(pairs, newer.id), clock())]
    assert any(words.startswith("Maven build (until ") and words.endswith("→ this") for words in shown)


DEMO = "project:demo"
NO_REPORT = ScanReport(0, 0, 0, 0, 0.0)


async def test_overridden_ones_say_whose_they_are_and_what_is_true(deck: Deck, clock: FixedClock) -> None:
    """The more specific owner wins, not the newer; and one that gives way itself overrides nothing."""
    deck.add("Theirs", "This repository is built with Maven.", owner=DEMO, name="theirs")
    clock.forward(days=200)
    deck.add("Mine", "Repositories are built with Gradle.", type="USER", name="mine")
    async with conflicts(deck, clock) as opened:
        opened.screen.action_show_tab("overridden")
        await opened.left(1)
        heads = [str(head.content) for head in opened.screen.query(".side-head").results(Static)]
        assert heads[0].startswith("YOURS  Mine") and heads[1].startswith("PROJECT'S  Theirs")
        assert "the project's is injected and yours gives way" in opened.why
        await opened.press("enter")
        await opened.asked(Choose)
        assert [choice.note for choice in opened.app.screen._choices] == ["project's", "yours"]
        await opened.press("escape")
        deck.add("Theirs now", "This repository is built with Bazel.", owner=DEMO)
        opened.app.look_for_changes()
        await until(opened.pilot, lambda: len(opened.screen.queue.rows) == 2)
        opened.screen.queue.point_at(row_with(opened, "Maven"))
        await until(opened.pilot, lambda: "For now the project's overrides nothing" in opened.why)
        opened.screen.queue.point_at(row_with(opened, "Bazel"))
        await until(opened.pilot, lambda: "yours gives way" in opened.why)


async def test_of_a_chain_the_middle_one_is_not_said_to_be_injected(deck: Deck, clock: FixedClock) -> None:
    for name, tool in (("first", "Maven"), ("second", "Bazel"), ("third", "Gradle")):
        clock.forward(days=1)
        deck.add(name.title(), f"This repository is built with {tool}.", owner=DEMO, name=name)
    async with conflicts(deck, clock) as opened:
        opened.screen.queue.point_at(row_with(opened, "Maven ↔ Bazel"))
        await until(opened.pilot, lambda: "a newer one than both is injected" in opened.why)
        opened.screen.queue.point_at(row_with(opened, "Bazel ↔ Gradle"))
        await until(opened.pilot, lambda: "only the newer is injected" in opened.why)


async def test_while_comparing_nothing_is_claimed(
    deck: Deck, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = threading.Event()
    monkeypatch.setattr(ConflictsScreen, "_scan_in_thread", lambda self, full: held.wait(20) and NO_REPORT)
    async with conflicts(deck, clock) as opened:
        assert opened.empty.startswith("No two memories contradict each other or say the same.")
        opened.screen.scan()
        await until(opened.pilot, lambda: opened.empty.startswith("Comparing memories."))
        opened.screen.reload()
        await opened.pilot.pause()
        assert "No two" not in opened.empty
        held.set()
        await until(opened.pilot, lambda: opened.empty.startswith("No two memories contradict each other"))


async def test_a_tab_says_nothing_of_how_many_before_all_are_compared(
    deck: Deck, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = threading.Event()
    monkeypatch.setattr(ConflictsScreen, "_scan_in_thread", lambda self, full: held.wait(20) and NO_REPORT)
    deck.add("Alone", "Nothing else is like it.", owner=DEMO, name="alone")
    async with conflicts(deck, clock) as opened:
        tabs = opened.screen.query_one(TabStrip)
        opened.screen.counts = replace(opened.screen.counts, pending=1)
        opened.screen.show_counts()
        assert "0" not in tabs.render().plain.split("Settled")[0]
        opened.screen.counts = replace(opened.screen.counts, pending=0)
        opened.screen.show_counts()
        assert "Open 0" in tabs.render().plain
        held.set()


async def test_on_a_small_screen_a_message_covers_neither_the_verdict_nor_the_keys_of_the_merge(
    pairs: Deck, clock: FixedClock
) -> None:
    app = bare(pairs, clock)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        screen = ConflictsScreen()
        app.push_screen(screen)
        await until(pilot, lambda: screen.is_mounted and screen.queue.rows)
        await pilot.press("n")
        await until(pilot, lambda: len(screen.queue.rows) == 2 and screen.query(Toast))
        await pilot.pause()
        toast = screen.query_one(Toast).region
        assert toast.height and not toast.overlaps(screen.query_one("#why").region)
        assert not toast.overlaps(screen.query_one("#sides").region)
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, MergeScreen) and app.screen.query(Toast))
        await pilot.pause()
        toast = app.screen.query_one(Toast).region
        assert toast.height and not toast.overlaps(app.screen.query_one("#keys").region)
