from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from program import Bare, bare, until
from textual.pilot import Pilot
from textual.widgets import Select, Static

from memdeck import Deck
from memdeck.memory.entry import Memory
from memdeck.memory.printable import printable
from memdeck.tui.drafts import NEW, Drafts
from memdeck.tui.screens.ask import AskText
from memdeck.tui.screens.choose import Choose
from memdeck.tui.screens.clash import ClashScreen
from memdeck.tui.screens.edit import EditScreen
from memdeck.tui.screens.edit_secrets import SecretLine
from memdeck.tui.widgets.counted_field import CountedField
from memdeck.tui.widgets.edit_form import OTHER_OWNER
from memdeck.tui.widgets.safe_area import SafeArea
from memdeck.tui.widgets.safe_input import SafeInput

HOSTILE = [
    "[/]",
    "see [/etc/hosts]",
    "[bold]x",
    "ZCOUNT (1 [b +",
    "[link=file:///x]a[/link]",
    "[@click=app.quit]read me[/]",
    "\x1b]52;c;eA==\x07 \x1b]0;t\x07 \x1b[2J \x9d \x08 \x00 \u202eback\u200b",
]


class Opened:
    def __init__(self, app: Bare, pilot: Pilot[None], screen: EditScreen) -> None:
        self.app, self.pilot, self.screen = app, pilot, screen
        self.results: list[Memory | None] = []

    def field(self, name: str) -> CountedField:
        return self.screen.query_one(f"#field-{name}", CountedField)

    @property
    def area(self) -> SafeArea:
        return self.screen.query_one(SafeArea)

    async def save(self) -> None:
        await self.pilot.press("ctrl+s")

    async def closed(self) -> Memory | None:
        await until(self.pilot, lambda: self.results)
        return self.results[0]

    async def asked(self, kind: type = Choose) -> None:
        await until(self.pilot, lambda: isinstance(self.app.screen, kind))
        await self.pilot.pause()


@asynccontextmanager
async def form(
    deck: Deck, memory: Memory | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Opened]:
    app = bare(deck)
    async with app.run_test(size=size) as pilot:
        screen = EditScreen(memory)
        opened = Opened(app, pilot, screen)
        app.push_screen(screen, opened.results.append)
        await until(pilot, lambda: screen.is_current and screen.query(SafeArea))
        await pilot.pause()
        yield opened


def drafts(deck: Deck) -> Drafts:
    return Drafts(deck.home / "drafts")


async def test_saving_changes_only_what_was_changed(deck: Deck) -> None:
    memory = deck.add("Build setup", "Use Gradle.\r\nAlways.\r\n", tags=["build"])
    async with form(deck, memory) as opened:
        opened.field("title").raw = "Build set-up"
        opened.field("tags").raw = "build, java"
        await opened.save()
        saved = await opened.closed()
    assert saved is not None
    assert (saved.title, saved.tags, saved.content, saved.version) == (
        "Build set-up", ("build", "java"), memory.content, 2,
    )  # fmt: skip
    assert deck.history(limit=1)[0].after == saved
    assert drafts(deck).get(memory.id) is None


async def test_a_text_wider_than_its_field_is_seen(deck: Deck) -> None:
    """A scroll bar stood in the one line of the field, in place of the text."""
    memory = deck.add("Build setup", "text", description="Gradle with the Kotlin DSL, " * 8)
    async with form(deck, memory) as opened:
        field = opened.field("description")
        drawn = [strip.text for strip in opened.app.screen._compositor.render_strips()]
        assert "Description  Gradle with the Kotlin DSL" in drawn[field.region.y]
        await opened.pilot.press("tab", "!")
        await opened.pilot.pause()
        drawn = [strip.text for strip in opened.app.screen._compositor.render_strips()]
        assert "Kotlin DSL,!" in drawn[field.region.y]
        await opened.pilot.press("shift+tab")
        await opened.pilot.pause()
        drawn = [strip.text for strip in opened.app.screen._compositor.render_strips()]
        assert "Description  Gradle with the Kotlin DSL" in drawn[field.region.y]


async def test_a_form_opens_with_its_cursor_in_view(deck: Deck) -> None:
    async with form(deck, deck.add("Build setup " * 10 + "ends here", "text")) as opened:
        field = opened.field("title")
        await until(
            opened.pilot,
            lambda: "ends here " in opened.app.screen._compositor.render_strips()[field.region.y].text,
        )


async def test_a_key_adds_to_a_field_and_does_not_replace_it(deck: Deck) -> None:
    """The form opened with its whole title selected: one key typed by mistake wiped it."""
    async with form(deck, deck.add("Build setup", "text")) as opened:
        await opened.pilot.press("x")
        assert opened.field("title").raw == "Build setupx"


async def test_nothing_changed_writes_nothing(deck: Deck) -> None:
    memory = deck.add("Build setup", "text")
    async with form(deck, memory) as opened:
        await opened.save()
        assert await opened.closed() is None
    assert deck.get(memory.id).version == 1


async def test_a_new_entry_gets_its_name_from_the_title(deck: Deck) -> None:
    async with form(deck) as opened:
        await opened.pilot.press(*"Use uv")
        await opened.pilot.pause()
        assert opened.field("name").placeholder == "use_uv"
        opened.area.text = "Use uv for everything."
        await opened.save()
        saved = await opened.closed()
    assert saved is not None
    assert (saved.name, saved.title, saved.owner) == ("use_uv", "Use uv", "user:me")


async def test_problems_stand_at_their_fields_and_nothing_is_written(deck: Deck) -> None:
    memory = deck.add("Build setup", "text")
    async with form(deck, memory) as opened:
        opened.field("title").raw = " "
        opened.field("description").raw = "x" * 1_025
        opened.field("tags").raw = "y" * 65
        opened.area.text = ""
        await opened.save()
        await opened.pilot.pause()
        for name in ("title", "description", "tags"):
            assert opened.field(name).has_class("-wrong")
        assert "✗ 1,025 / 1,024" in str(opened.field("description").query_one(".counter", Static).content)
        assert opened.screen.query_one("#content-problem").has_class("-wrong")
        assert opened.app.focused is opened.field("title").query_one("SafeInput")
        assert opened.app.screen is opened.screen
    assert deck.get(memory.id) == memory


async def test_a_taken_name_is_said_at_the_name(deck: Deck) -> None:
    deck.add("Deploy", "one", name="deploy")
    async with form(deck) as opened:
        opened.field("name").raw = "deploy"
        opened.field("title").raw = "Deploy again"
        opened.area.text = "two"
        await opened.save()
        await until(opened.pilot, lambda: opened.field("name").has_class("-wrong"))
    assert deck.count() == 1
    draft = drafts(deck).get(NEW)
    assert draft is not None
    assert draft.values.title == "Deploy again"


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_text_is_literal_and_kept(deck: Deck, text: str) -> None:
    """S43, S44, S45: markup, action links and escapes in every field of the form."""
    memory = deck.add(text, f"{text}\r\n{text}\n", description=text, tags=[text.replace(",", "")])
    async with form(deck, memory) as opened:
        svg = opened.app.export_screenshot()
        assert "\x1b" not in svg
        assert opened.field("title").raw == memory.title
        assert printable(opened.area.text, one_line=False) == opened.area.text
        opened.field("description").raw = f"{text} more"
        await opened.save()
        saved = await opened.closed()
    assert saved is not None
    assert (saved.title, saved.content, saved.tags) == (memory.title, memory.content, memory.tags)
    assert saved.description == f"{text} more".strip()


async def test_a_pasted_escape_becomes_a_symbol(deck: Deck) -> None:
    """S45: what is pasted drives no terminal either."""
    async with form(deck) as opened:
        opened.field("title").query_one("SafeInput").insert_text_at_cursor("a\x1b[2J")  # type: ignore[attr-defined]
        opened.area.insert("b\x1b[2J\x07")
        await opened.pilot.pause()
        assert opened.field("title").raw == "a␛[2J"
        assert opened.area.text == "b␛[2J␇"


async def test_pasted_lines_are_lines(deck: Deck) -> None:
    """Terminals send the line ends of a paste as CR."""
    async with form(deck) as opened:
        opened.area.insert("one\rtwo\r\nthree\nfour")
        await opened.pilot.pause()
        assert opened.area.text == "one\ntwo\nthree\nfour"


async def test_a_very_large_entry_can_be_edited(deck: Deck) -> None:
    """S10: a line as long as the limit, and as many tags as are allowed."""
    memory = deck.add("Large", "x" * 65_000, tags=[f"tag{n}" for n in range(64)])
    async with form(deck, memory) as opened:
        opened.area.insert("y", (0, 0))
        await opened.save()
        saved = await opened.closed()
    assert saved is not None
    assert saved.content == "y" + "x" * 65_000


async def test_the_owner_can_be_one_of_the_known_or_a_new_one(deck: Deck) -> None:
    deck.add("Theirs", "text", owner="project:[bold")
    memory = deck.add("Mine", "text")
    async with form(deck, memory) as opened:
        owner = opened.screen.query_one("#owner", Select)
        await until(opened.pilot, lambda: len(owner._options) == 3)
        owner.value = OTHER_OWNER
        await opened.asked(AskText)
        await opened.pilot.press(*"nobody", "enter")
        assert isinstance(opened.app.screen, AskText)
        opened.app.screen.query_one(SafeInput).value = "project:new one"
        await opened.pilot.press("enter")
        await until(opened.pilot, lambda: owner.value == "project:new one")
        owner.value = OTHER_OWNER
        await opened.asked(AskText)
        await opened.pilot.press("escape")
        await until(opened.pilot, lambda: owner.value == "project:new one")
        await opened.save()
        saved = await opened.closed()
    assert saved is not None
    assert saved.owner == "project:new one"


async def test_a_todo_offers_its_own_states(deck: Deck) -> None:
    memory = deck.add("Ship it", "text")
    async with form(deck, memory) as opened:
        opened.screen.query_one("#type", Select).value = "TODO"
        status = opened.screen.query_one("#status", Select)
        await until(opened.pilot, lambda: status.value == "pending")
        status.value = "in_progress"
        await opened.pilot.pause()
        await opened.save()
        saved = await opened.closed()
    assert saved is not None
    assert (saved.type, saved.status) == ("TODO", "in_progress")


# -- drafts ------------------------------------------------------------------------------------------------


async def test_quitting_keeps_a_draft_and_the_form_offers_it(deck: Deck) -> None:
    memory = deck.add("Build setup", "text")
    async with form(deck, memory) as opened:
        opened.field("title").raw = "Half typed"
        await opened.pilot.pause()
    kept = drafts(deck).get(memory.id)
    assert kept is not None
    assert kept.values.title == "Half typed"
    async with form(deck, memory) as opened:
        await opened.asked()
        await opened.pilot.press("enter")
        await until(opened.pilot, lambda: opened.app.screen is opened.screen)
        assert opened.field("title").raw == "Half typed"
        await opened.save()
        saved = await opened.closed()
    assert saved is not None
    assert saved.title == "Half typed"
    assert drafts(deck).get(memory.id) is None


async def test_leaving_asks_and_esc_goes_back(deck: Deck) -> None:
    memory = deck.add("Build setup", "text")
    async with form(deck, memory) as opened:
        opened.field("title").raw = "Other"
        await opened.pilot.pause()
        await opened.pilot.press("escape")
        await opened.asked()
        await opened.pilot.press("escape")
        await until(opened.pilot, lambda: opened.app.screen is opened.screen)
        assert opened.field("title").raw == "Other"
        await opened.pilot.press("escape")
        await opened.asked()
        await opened.pilot.press("down", "down", "enter")
        assert await opened.closed() is None
    assert drafts(deck).get(memory.id) is None
    assert deck.get(memory.id) == memory


async def test_leaving_an_unchanged_form_asks_nothing(deck: Deck) -> None:
    async with form(deck, deck.add("Build setup", "text")) as opened:
        await opened.pilot.press("escape")
        assert await opened.closed() is None


# -- other writers -----------------------------------------------------------------------------------------


async def clashing(opened: Opened, other: Deck, memory: Memory) -> None:
    other.edit(memory.id, content="one\ntwo\nTHREE\n", title="Theirs")
    opened.field("title").raw = "Mine"
    opened.area.text = "ONE\ntwo\nthree\n"
    await opened.save()
    await opened.asked(ClashScreen)


async def test_a_clash_overwrites_nothing_and_the_draft_survives(deck: Deck, tmp_path: Path) -> None:
    """S36: another program changes the entry while it is edited; cancel keeps the draft."""
    memory = deck.add("Old", "one\ntwo\nthree\n")
    with Deck.open(tmp_path / "home") as other:
        async with form(deck, memory) as opened:
            await clashing(opened, other, memory)
            assert deck.get(memory.id).title == "Theirs"
            await opened.pilot.press("escape")
            await until(opened.pilot, lambda: opened.app.screen is opened.screen)
            assert opened.field("title").raw == "Mine"
            draft = drafts(deck).get(memory.id)
            assert draft is not None
            assert draft.values.title == "Mine"
            assert deck.get(memory.id).title == "Theirs"


async def test_keeping_mine_writes_a_new_version_over_all_of_theirs(deck: Deck, tmp_path: Path) -> None:
    """S36: asked for, mine becomes the entry; theirs stays in the history."""
    memory = deck.add("Old", "one\ntwo\nthree\n", description="d")
    with Deck.open(tmp_path / "home") as other:
        async with form(deck, memory) as opened:
            other.edit(memory.id, description="theirs")
            await clashing(opened, other, memory)
            await opened.pilot.press("k")
            saved = await opened.closed()
    assert saved is not None
    assert (saved.title, saved.content, saved.description) == ("Mine", "ONE\ntwo\nthree\n", "d")
    before = deck.history(memory.id, limit=1)[0].before
    assert before is not None
    assert before.title == "Theirs"


async def test_taking_theirs_sets_the_draft_aside(deck: Deck, tmp_path: Path) -> None:
    """S36: nothing typed is lost when theirs is taken."""
    memory = deck.add("Old", "one\ntwo\nthree\n")
    with Deck.open(tmp_path / "home") as other:
        async with form(deck, memory) as opened:
            await clashing(opened, other, memory)
            await opened.pilot.press("t")
            await opened.closed()
    assert deck.get(memory.id).title == "Theirs"
    aside = list((deck.home / "drafts").glob("*.aside-1.json"))
    assert len(aside) == 1
    assert "Mine" in aside[0].read_text()


async def test_merging_takes_both_and_waits_for_the_save(deck: Deck, tmp_path: Path) -> None:
    """S36: a merge is a suggestion in the form; only the save writes."""
    memory = deck.add("Old", "one\ntwo\nthree\n")
    with Deck.open(tmp_path / "home") as other:
        async with form(deck, memory) as opened:
            await clashing(opened, other, memory)
            await opened.pilot.press("m")
            await until(opened.pilot, lambda: opened.app.screen is opened.screen)
            assert opened.area.text == "ONE\ntwo\nTHREE\n"
            assert opened.field("title").has_class("-wrong")
            assert deck.get(memory.id).title == "Theirs"
            await opened.save()
            saved = await opened.closed()
    assert saved is not None
    assert (saved.title, saved.content) == ("Mine", "ONE\ntwo\nTHREE\n")


@pytest.mark.parametrize("key", ["restore", "add"])
async def test_an_entry_deleted_meanwhile_can_still_be_saved(deck: Deck, tmp_path: Path, key: str) -> None:
    """S36: the entry is gone when save is pressed; the text is not."""
    memory = deck.add("Old", "text")
    with Deck.open(tmp_path / "home") as other:
        async with form(deck, memory) as opened:
            other.remove(memory.id)
            opened.field("title").raw = "Mine"
            await opened.save()
            await opened.asked()
            await opened.pilot.press(*(["enter"] if key == "restore" else ["down", "enter"]))
            saved = await opened.closed()
    assert saved is not None
    assert saved.title == "Mine"
    assert (saved.id == memory.id) == (key == "restore")


async def test_a_failed_save_keeps_form_and_draft(tmp_path: Path) -> None:
    """A store that refuses is said in words; what was typed stays."""
    with Deck.open(tmp_path / "home") as writer:
        memory = writer.add("Old", "text")
    with Deck.open(tmp_path / "home", read_only=True) as deck:
        async with form(deck, memory) as opened:
            opened.field("title").raw = "Mine"
            await opened.save()
            await until(
                opened.pilot, lambda: "draft" in str(opened.screen.query_one("#notice", Static).content)
            )
            assert opened.field("title").raw == "Mine"
        draft = drafts(deck).get(memory.id)
    assert draft is not None
    assert draft.values.title == "Mine"


# -- $EDITOR -----------------------------------------------------------------------------------------------


async def test_without_an_editor_the_form_says_so(deck: Deck) -> None:
    async with form(deck, deck.add("Old", "text")) as opened:
        await opened.pilot.press("ctrl+o")
        await opened.pilot.pause()
        assert all("EDITOR" in note.message for note in opened.app._notifications)
        assert len(opened.app._notifications) == 1


async def test_a_terminal_that_cannot_be_left_is_no_crash(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", sys.executable)
    async with form(deck, deck.add("Old", "text")) as opened:
        await opened.pilot.press("ctrl+o")
        await opened.pilot.pause()
        assert opened.area.text == "text"


async def test_an_outside_edit_is_one_step_of_undo(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memdeck.tui.editor.edit_in_editor", lambda app, text: text.upper() + "\x1b[0m")
    async with form(deck, deck.add("Old", "one\ntwo\n")) as opened:
        await opened.pilot.press("ctrl+o")
        await opened.pilot.pause()
        assert opened.area.raw == "ONE\nTWO\n\x1b[0m"
        opened.area.undo()
        assert opened.area.raw == "one\ntwo\n"
        opened.area.redo()
        await opened.save()
        saved = await opened.closed()
    assert saved is not None
    assert saved.content == "ONE\nTWO\n\x1b[0m"


async def test_a_secret_is_said_at_once_and_masked_by_a_key(deck: Deck) -> None:
    """S48: by hand the person is warned and decides; the line never shows the value."""
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    memory = deck.add("Robot", "The password policy asks for twelve characters.")
    async with form(deck, memory) as opened:
        line = opened.screen.query_one(SecretLine)
        assert not line.display
        opened.area.text = f"Signs in with {token}"
        await until(opened.pilot, lambda: line.display)
        assert "GITHUB_TOKEN" in str(line.content) and token not in str(line.content)
        await opened.pilot.press("f8")
        await until(opened.pilot, lambda: not line.display)
        assert opened.area.raw == "Signs in with <GITHUB_TOKEN>"
        opened.area.text = f"Signs in with {token}"
        await opened.save()
        saved = await opened.closed()
    assert saved is not None
    assert saved.content == f"Signs in with {token}"
