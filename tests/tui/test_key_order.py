"""Keys that come in one burst, as from a paste, a macro or a slow line, reach what the key before opened."""

from __future__ import annotations

import pytest
from memories_program import list_of, memories, screen_of, settle
from program import bare, until
from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Input

from memdeck import Deck
from memdeck.tui.screens.ask import AskText
from memdeck.tui.screens.choose import Choice, Choose
from memdeck.tui.screens.confirm import Confirm
from memdeck.tui.screens.edit import EditScreen
from memdeck.tui.screens.help import HelpScreen
from memdeck.tui.screens.preflight import PreflightScreen
from memdeck.tui.widgets.prompt_box import PromptBox
from memdeck.tui.widgets.safe_input import SafeInput

pytestmark = pytest.mark.asyncio


@pytest.fixture
def filled(deck: Deck) -> Deck:
    deck.add("Build setup", "Always build with Gradle.", type="USER")
    deck.add("Door code of the build room", "It is in the vault.", type="USER")
    return deck


def burst(pilot: Pilot[None], text: str) -> None:
    """Type all of `text` before the program has looked at the first key."""
    for sign in text:
        pilot.app.post_message(events.Key(_character_to_key(sign), sign))


async def test_what_follows_the_slash_is_searched_not_run(filled: Deck) -> None:
    """The d of /build would delete an entry, the D of /Door purge it."""
    for typed in ("/build", "/Door code"):
        async with memories(filled) as pilot:
            burst(pilot, typed)
            await until(pilot, lambda typed=typed: screen_of(pilot).search_box.value == typed[1:])
            await settle(pilot)
            assert len(pilot.app.screen_stack) == 1
    assert filled.count() == 2
    assert len(filled.history()) == 2


async def test_moves_and_marks_of_one_burst_go_in_order(filled: Deck) -> None:
    async with memories(filled) as pilot:
        burst(pilot, "jkj ")
        await until(pilot, lambda: list_of(pilot).marks)
        assert list_of(pilot).marks == {list_of(pilot).ids[1]}
        burst(pilot, "/build")
        await until(pilot, lambda: screen_of(pilot).search_box.value == "build")


async def test_a_prompt_typed_with_the_key_of_its_screen(filled: Deck) -> None:
    """Opening a screen takes a while; the keys behind wait for it."""
    async with memories(filled) as pilot:
        burst(pilot, "3a build file, and dd")
        await until(pilot, lambda: isinstance(pilot.app.screen, PreflightScreen))
        box = pilot.app.screen.query_one(PromptBox)
        await until(pilot, lambda: box.raw == "a build file, and dd")
        await pilot.press("escape")
        burst(pilot, "/ pxdD")
        await until(pilot, lambda: box.raw == "a build file, and dd pxdD")
    assert filled.count() == 2


async def test_help_is_narrowed_by_what_is_typed_with_its_key(filled: Deck) -> None:
    async with memories(filled) as pilot:
        burst(pilot, "?j/delete")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
        await until(pilot, lambda: pilot.app.screen.query_one(SafeInput).value == "delete")
    assert filled.count() == 2


async def test_a_long_list_is_narrowed_by_what_is_typed_behind_the_slash(deck: Deck) -> None:
    app = bare(deck)
    async with app.run_test() as pilot:
        app.push_screen(Choose("Which?", [Choice(number, f"kind {number}") for number in range(20)]))
        await until(pilot, lambda: isinstance(app.screen, Choose))
        burst(pilot, "/kj 1")
        await until(pilot, lambda: app.screen.query_one(Input).value == "kj 1")


@pytest.mark.parametrize("key", ["e", "a"])
async def test_what_is_typed_behind_the_key_of_the_form_belongs_to_the_form(filled: Deck, key: str) -> None:
    """The d would delete an entry, the J move on, before the form is there."""
    async with memories(filled) as pilot:
        burst(pilot, f"{key}ddJx D")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        form = pilot.app.screen.form
        await until(pilot, lambda: form.values.title.endswith("ddJx D"))
        assert len(pilot.app.screen_stack) == 2
        assert not list_of(pilot).marks
    assert filled.count() == 2


@pytest.mark.parametrize(
    ("key", "opened"), [("R", AskText), ("#", AskText), ("t", Choose), ("o", Choose), ("D", Confirm)]
)
async def test_what_is_typed_behind_a_key_that_asks_belongs_to_the_question(
    filled: Deck, key: str, opened: type
) -> None:
    async with memories(filled) as pilot:
        burst(pilot, f"{key}xdd")
        await until(pilot, lambda: isinstance(pilot.app.screen, opened))
        await settle(pilot)
        assert isinstance(pilot.app.screen, opened)
        assert not list_of(pilot).marks
        if opened is AskText:
            await until(pilot, lambda: pilot.app.screen.query_one(Input).value.endswith("xdd"))
    assert filled.count() == 2


async def test_keys_behind_a_form_that_does_not_open_are_not_held_up(
    filled: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with memories(filled) as pilot:
        monkeypatch.setattr(filled, "page", lambda ids: [])
        burst(pilot, "e/build")
        await until(pilot, lambda: screen_of(pilot).search_box.value == "build")
