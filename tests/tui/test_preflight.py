"""The Pre-flight screen: what stands there is what a hook would give, and nothing is changed by looking."""

from __future__ import annotations

import stat
from dataclasses import replace

import pytest
from program import until

from memdeck import Deck
from memdeck.deck.variants import VARIANTS
from memdeck.memory.errors import StoreFault
from memdeck.memory.printable import printable
from memdeck.memory.ranking import Lane, LaneState
from memdeck.tui.app import MemdeckApp
from memdeck.tui.prompts import FILE_NAME, earlier_prompts, keep_prompt
from memdeck.tui.screens.choose import Choose
from memdeck.tui.widgets.block_view import BlockView
from memdeck.tui.widgets.flight_bar import FlightBar
from memdeck.tui.widgets.part_bars import PartBars
from memdeck.tui.widgets.prompt_box import PromptBox
from memdeck.tui.widgets.why_list import WhyList
from ranking_standin import ranking_by_words

HOSTILE = "[@click=app.quit]x[/] \x1b]52;c;aGk=\x07 \u202e \x9d [/etc/hosts] [bold"


class Flying(MemdeckApp):
    """The program, started on the Pre-flight screen."""

    DEFAULT_MODE = "preflight"


@pytest.fixture(autouse=True)
def by_words(monkeypatch, tmp_path):
    monkeypatch.setattr(Deck, "_ranking_for", ranking_by_words)
    monkeypatch.setattr("memdeck.tui.screens.preflight.PAUSE", 0.01)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def filled(deck):
    deck.add("Build setup", "Always use Gradle with the Kotlin DSL.", type="USER", name="build")
    deck.add("Java version", "Java 25 for every service.", type="PROJECT", name="java")
    deck.add("Tea", "Green tea, and a service for it.", type="REFERENCE", name="tea", status="archived")
    deck.add("Canary", "Gradle service ORCHID-7", type="PROJECT", owner="project:other", name="canary")
    return deck


def flying(deck, clock):
    return Flying(lambda: deck, clock=clock)


async def looked(pilot, prompt="gradle service"):
    """Take a prompt and wait for its outcome."""
    screen = pilot.app.screen
    screen.look_at(prompt)
    await until(pilot, lambda: screen.readout is not None and screen.readout.flight == screen.flight)
    return screen


async def settled(pilot, screen):
    await until(pilot, lambda: screen.readout is not None and screen.readout.flight == screen.flight)
    await pilot.pause()


def shown(screen, view="#block"):
    """The text of a pane as the person reads it."""
    view = screen.query_one(view, BlockView)
    return "\n".join(str(each.visual) for each in view.query("Static"))


def variant(name):
    return next(each for each in VARIANTS if each.name == name)


def rows(screen):
    why = screen.query_one(WhyList)
    return [str(option.prompt) for option in why.options]


async def test_what_is_typed_brings_exactly_what_a_hook_would_give(filled, clock):
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        await pilot.press(*"gradle")
        screen = pilot.app.screen
        await until(pilot, lambda: screen.readout and screen.readout.flight.prompt == "gradle")
        expected = filled.preview("gradle")
        assert screen.readout.shown == expected
        assert [line.text for line in screen.query_one("#block", BlockView)._lines] == expected.text.split(
            "\n"
        )
        assert f"{expected.bytes:,} bytes" in shown(screen)
        assert f"≈{expected.tokens:,} of 1,500 tokens" in shown(screen)
        assert filled.injections() == []
        assert filled.get("build").access_count == 0


async def test_the_newest_prompt_wins(filled, clock, monkeypatch):
    seen = []

    def noted(deck, prompt, *rest):
        seen.append(prompt)
        return ranking_by_words(deck, prompt, *rest)

    monkeypatch.setattr(Deck, "_ranking_for", noted)
    monkeypatch.setattr("memdeck.tui.screens.preflight.PAUSE", 0.2)
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        await pilot.press(*"java")
        screen = pilot.app.screen
        await until(pilot, lambda: screen.readout is not None)
        assert seen == ["java"]
        assert screen.readout.flight.prompt == "java"


async def test_each_entry_says_why_it_is_in_or_out(filled, clock):
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        text = "\n".join(rows(screen))
        assert "Build setup" in text and "meaning 0.35 words 0.15" in text
        assert "Tea" in text and "archived" in text and "cold" not in text
        assert screen.status_line() == "2 in · 1 near miss"


async def test_entries_of_other_owners_are_neither_listed_nor_counted(filled, clock):
    """S41: no title and no count of what this request may not see."""
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot, "gradle service ORCHID-7")
        everything = shown(screen) + "\n".join(rows(screen))
        assert "Canary" not in everything and "ORCHID" not in everything
        assert len(screen.readout.shown.items) + len(screen.readout.shown.dropped) == 3
        screen.change(replace(screen.flight, project="other"))
        await settled(pilot, screen)
        assert "ORCHID-7" in shown(screen)


async def test_excluding_and_pinning_show_the_difference(filled, clock):
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        await pilot.press("enter", "x")
        await settled(pilot, screen)
        assert screen.flight.excluded == (filled.get("build").id,)
        assert "- - Build setup" in shown(screen)
        note = str(screen.query_one("#preflight-notes").visual)
        assert note.startswith("1 excluded: +0 −1 entries, −")
        assert screen.query_one(WhyList).pointed == filled.get("build").id
        await pilot.press("p")
        await settled(pilot, screen)
        assert screen.flight.pinned == (filled.get("build").id,) and screen.flight.excluded == ()
        assert "◆" in "\n".join(rows(screen))
        await pilot.press("c")
        await settled(pilot, screen)
        assert not screen.flight.tries_something
        assert screen.readout.shown == filled.preview("gradle service")
        screen.change(screen.flight.exclude(filled.get("tea").id))
        await settled(pilot, screen)
        assert str(screen.query_one("#preflight-notes").visual).startswith("1 excluded: nothing changes")


async def test_two_settings_stand_side_by_side(filled, clock):
    chinese = variant("中文")
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        screen.change(replace(screen.flight, versus=chinese))
        await settled(pilot, screen)
        assert "[用户习惯]" in shown(screen, "#other")
        assert "[User habits]" in shown(screen)
        assert screen.query_one("#other").display
        await pilot.press("enter", "escape")
        await settled(pilot, screen)
        assert screen.flight.versus is None
        assert not screen.query_one("#other").display


async def test_two_settings_that_give_the_same_are_said_to(filled, clock):
    same = variant("double budget")
    async with flying(filled, clock).run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        screen.change(replace(screen.flight, versus=same))
        await settled(pilot, screen)
        assert "WITH double budget · the same text" in shown(screen, "#other")
        screen.change(replace(screen.flight, budget=60))
        await settled(pilot, screen)
        assert "the same text" not in shown(screen, "#other")


async def test_what_only_other_settings_bring_is_listed_once(deck, clock):
    """A near miss here that the others bring was listed twice, and the next drawing ended the program."""
    deck.add_many([{"title": f"Gradle {n}", "content": "gradle service", "type": "USER"} for n in range(9)])
    ten = variant("10 entries")
    async with flying(deck, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        screen.change(replace(screen.flight, versus=ten))
        await settled(pilot, screen)
        listed = [option.id for option in screen.query_one(WhyList).options if option.id]
        assert len(listed) == len(set(listed)) == 9
        assert any(row.startswith("ONLY WITH 10 ENTRIES") for row in rows(screen))
        assert "out here: beyond the number" in "\n".join(rows(screen))
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert [option.id for option in screen.query_one(WhyList).options if option.id] == listed


async def test_the_other_block_shows_its_own_text_alone(filled, clock):
    plain = variant("plain")
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        screen.change(replace(screen.flight, versus=plain))
        await settled(pilot, screen)
        lines = screen.query_one("#other", BlockView)._lines
        assert "\n".join(line.text for line in lines) == screen.readout.other.text
        assert {line.sign for line in lines} == {" ", "+"}


async def test_a_compared_budget_counts_beside_one_that_was_typed(filled, clock):
    double = variant("double budget")
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        screen.change(replace(screen.flight, budget=250, versus=double))
        await settled(pilot, screen)
        assert (screen.readout.shown.budget, screen.readout.other.budget) == (250, 3000)


async def test_a_budget_that_is_too_small_is_named_and_not_relevance(filled, clock):
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        screen.change(replace(screen.flight, budget=10))
        await settled(pilot, screen)
        assert "what answers this prompt does not fit 10 tokens" in shown(screen)


async def test_one_click_points_and_two_open(filled, clock, monkeypatch):
    opened = []
    monkeypatch.setattr(Flying, "show_memory", lambda app, id_: opened.append(id_))
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        why = screen.query_one(WhyList)
        await pilot.click(WhyList, offset=(6, 3))
        await pilot.pause()
        assert why.pointed == screen.readout.shown.items[1].id
        assert not opened
        await pilot.click(WhyList, offset=(6, 3), times=2)
        await pilot.pause()
        assert opened == [screen.readout.shown.items[1].id]


async def test_a_long_block_is_read_to_its_end_with_keys(deck, clock):
    deck.add("Gradle", "gradle service\n" * 60, type="USER")
    async with flying(deck, clock).run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        await pilot.press("enter")
        scroll = screen.query_one("#block VerticalScroll")
        assert scroll.scroll_y < scroll.max_scroll_y
        for _ in range(30):
            await pilot.press("J")
        assert scroll.scroll_y == scroll.max_scroll_y
        for _ in range(30):
            await pilot.press("K")
        assert scroll.scroll_y == 0


async def test_settings_that_need_more_than_a_line_take_two(filled, clock):
    by_name = {each.name: each for each in VARIANTS}
    async with flying(filled, clock).run_test(size=(60, 20)) as pilot:
        screen = await looked(pilot)
        bar = screen.query_one(FlightBar)
        assert bar.size.height == 1
        tried = {"settings": by_name["double budget"], "versus": by_name["half budget"], "budget": 1_000}
        screen.change(replace(screen.flight, **tried))
        await settled(pilot, screen)
        said = str(bar.render())
        assert bar.size.height == said.count("\n") + 1 == 2
        assert said.rstrip().endswith("vs half budget ▾")
        assert max(len(line.rstrip()) for line in said.split("\n")) <= 60


async def test_copying_takes_the_block_byte_for_byte(filled, clock):
    async with flying(filled, clock).run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        await pilot.press("enter", "y")
        assert pilot.app.clipboard == filled.preview("gradle service").text
        assert screen.focused is screen.query_one(WhyList)


async def test_enter_opens_the_entry(filled, clock, monkeypatch):
    opened = []
    monkeypatch.setattr(MemdeckApp, "show_memory", lambda self, identity: opened.append(identity))
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        await looked(pilot)
        await pilot.press("enter", "j", "enter")
        await until(pilot, lambda: opened)
        assert opened == [filled.get("java").id]


async def test_the_lines_of_the_entry_under_the_cursor_are_marked(filled, clock):
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        assert "▌" not in shown(screen)
        await pilot.press("enter")
        await until(pilot, lambda: "▌ - Build setup" in shown(screen))


async def test_every_part_of_the_score_can_be_seen_on_a_small_screen_too(filled, clock):
    async with flying(filled, clock).run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        bars = screen.query_one(PartBars)
        assert not bars.display
        await pilot.press("enter", "v")
        await until(pilot, lambda: bars.display and "0.350" in str(bars.render()))
        text = str(bars.render())
        assert "In: rank 1" in text and "meaning" in text and "words" in text and "build · USER · me" in text
        await pilot.press("end")
        await until(pilot, lambda: "Out: archived" in str(bars.render()))


async def test_the_parts_can_be_hidden_where_they_stand_by_themselves(filled, clock):
    """The key did nothing on a large screen, and nothing showed them beside a comparison."""
    double = variant("double budget")
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        bars = screen.query_one(PartBars)
        await pilot.press("enter")
        assert bars.display
        await pilot.press("v")
        assert not bars.display
        await pilot.press("v")
        assert bars.display
        await pilot.press("v")
        screen.change(replace(screen.flight, versus=double))
        await settled(pilot, screen)
        assert not bars.display
        await pilot.press("v")
        assert bars.display


async def test_a_pin_that_only_moves_an_entry_says_so(filled, clock):
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        screen.change(screen.flight.pin(screen.readout.shown.items[1].id))
        await settled(pilot, screen)
        said = str(screen.query_one("#preflight-notes").visual)
        assert said in {"1 pinned: the same entries in another order", "1 pinned: nothing changes"}


async def test_hostile_text_is_shown_and_drives_nothing(deck, clock):
    """S43, S44, S45: brackets, action links and escapes are text here too."""
    deck.add("[/] gradle " + HOSTILE.replace("\x07", ""), "gradle " + HOSTILE, type="USER", tags=["[/]"])
    async with flying(deck, clock).run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot, "gradle [/] \x1b[2J")
        drawn = "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())
        assert "\x1b" not in drawn and "\u202e" not in drawn
        assert printable("\x1b") in shown(screen)
        assert "[/] gradle" in "\n".join(rows(screen))
        assert screen.flight.prompt == "gradle [/] \x1b[2J"


async def test_a_change_made_elsewhere_appears_by_itself(filled, clock):
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        with Deck.open(filled.home) as other:
            other.edit("build", content="Gradle, but never Groovy.")
        await until(pilot, lambda: "Groovy" in shown(screen))


async def test_a_pinned_entry_that_is_removed_elsewhere_is_let_go(filled, clock):
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        await pilot.press("enter", "p")
        await settled(pilot, screen)
        assert screen.flight.pinned
        with Deck.open(filled.home) as other:
            other.remove("build")
        await until(pilot, lambda: not screen.flight.pinned)
        assert "Build setup" not in shown(screen) and "✗" not in shown(screen)


async def test_a_store_that_cant_be_read_is_said_and_the_screen_goes_on(filled, clock, monkeypatch):
    def broken(*_):
        raise StoreFault("The store can't be read.", "Nothing was changed.")

    async with flying(filled, clock).run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        monkeypatch.setattr(Deck, "_ranking_for", broken)
        screen.look_at("something else")
        await until(pilot, lambda: "✗ The store can't be read." in shown(screen))
        assert rows(screen) == []
        monkeypatch.setattr(Deck, "_ranking_for", ranking_by_words)
        await looked(pilot)
        assert "Build setup" in shown(screen)


async def test_an_unexpected_failure_is_said_in_one_line(filled, clock, monkeypatch):
    async with flying(filled, clock).run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        monkeypatch.setattr(Deck, "_ranking_for", lambda *_: 1 / 0)
        screen.look_at("something else")
        await until(pilot, lambda: "ZeroDivisionError" in shown(screen))


async def test_nothing_relevant_is_said_with_whose_memories_were_asked(filled, clock):
    async with flying(filled, clock).run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot, "weather")
        assert "no memory answers this prompt closely enough (seen: me)" in shown(screen)
        assert "Type a prompt" not in shown(screen)
        screen.look_at("")
        await until(pilot, lambda: "Type a prompt above" in shown(screen))


async def test_letters_are_text_in_the_prompt_and_commands_beside_it(filled, clock):
    async with flying(filled, clock).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await pilot.press("p", "x", "1", "q")
        assert screen.query_one(PromptBox).raw == "px1q"
        await pilot.press("ctrl+j", "y")
        assert screen.query_one(PromptBox).raw == "px1q\ny"
        await pilot.press("escape")
        assert screen.focused is screen.query_one(WhyList)
        await pilot.press("slash")
        assert screen.focused is screen.query_one(PromptBox)


async def test_what_makes_no_sense_now_says_why(deck, clock):
    async with flying(deck, clock).run_test(size=(120, 40)) as pilot:
        screen = pilot.app.screen
        await pilot.press("escape")
        for key, words in (
            ("p", "Type a prompt first."),
            ("y", "no block"),
            ("c", "Nothing is pinned"),
            ("at", "Only a deployment"),
        ):
            await pilot.press(key)
            await until(
                pilot,
                lambda words=words: words in " ".join(str(each.message) for each in pilot.app._notifications),
            )
        assert screen.flight.prompt == ""


async def test_questions_change_the_look(filled, clock):
    filled.add("Prod", "gradle PROD-1", owner="deployment:acme@PRODUCTION")
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        await pilot.press("enter", "o")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press("down", "enter")
        await settled(pilot, screen)
        assert screen.flight.access == ("deployment:acme@PRODUCTION",)
        assert "PROD-1" in shown(screen) and "Kotlin" not in shown(screen)


async def test_prompts_are_kept_privately_and_can_be_taken_again(filled, clock):
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: earlier_prompts(filled.home) == ["gradle service"])
        assert stat.S_IMODE((filled.home / FILE_NAME).stat().st_mode) == 0o600
        await looked(pilot, "java")
        await pilot.press("h")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press("enter")
        await until(pilot, lambda: screen.flight.prompt == "gradle service")


async def test_a_read_only_session_keeps_no_prompt(filled, clock):
    with Deck.open(filled.home, read_only=True, clock=clock) as reader:
        async with flying(reader, clock).run_test(size=(120, 40)) as pilot:
            await looked(pilot)
            await pilot.press("enter")
            await pilot.pause()
    assert not (filled.home / FILE_NAME).exists()


def test_earlier_prompts_are_each_kept_once_newest_first_and_not_for_ever(tmp_path):
    for number in range(60):
        assert keep_prompt(tmp_path, f"prompt {number}")
    keep_prompt(tmp_path, "prompt 30")
    kept = earlier_prompts(tmp_path)
    assert kept[:2] == ["prompt 30", "prompt 59"] and len(kept) == 50
    assert not keep_prompt(tmp_path, "   ") and not keep_prompt(tmp_path, "x" * 30_000)
    (tmp_path / FILE_NAME).write_text("{broken")
    assert earlier_prompts(tmp_path) == []
    assert not keep_prompt(tmp_path / "missing", "x")


async def test_vectors_made_meanwhile_bring_a_new_look(filled, clock, monkeypatch):
    """S25: what was found by words alone, because the model was slow, does not stay on the screen."""
    states = [LaneState.FAILED]
    looks = []

    def ranked(*asked):
        looks.append(asked)
        meaning = Lane("meaning", states[0], 1, "The model is slow.")
        return replace(ranking_by_words(*asked), lanes=(meaning,))

    monkeypatch.setattr(Deck, "_ranking_for", ranked)
    async with flying(filled, clock).run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        notes = screen.query_one("#preflight-notes")
        assert "meaning failed" in str(notes.visual)
        states[0] = LaneState.OK
        before = len(looks)
        pilot.app.index_tended()
        await until(pilot, lambda: not notes.display)
        assert len(looks) == before + 1
        pilot.app.index_tended()
        await pilot.pause(0.05)
        assert len(looks) == before + 1
