"""Entry text that tries to be more than text: it is shown literally, and drives nothing (S43, S44, S45)."""

from __future__ import annotations

import pytest
from memories_program import list_of, memories, screen_of, settle
from program import until
from textual.widgets import Static

from fixed_clock import FixedClock
from memdeck import Deck

TITLES = [
    "[/]",
    "see [/etc/hosts]",
    "[bold]x",
    "ZCOUNT (1 [b +",
    "[link=file:///x]a[/link]",
    "[@click=app.quit]read me[/]",
    "\x1b]52;c;aGk=\x07clip",
    "\x1b]0;title\x07",
    "\x1b[2J\x1b[6n",
    "\x9d\x1b]",
    "a\x08b\x00c",
    "\u202egnp.exe\u202c",
    "zero\u200bwidth\u2066",
]
DRIVING = {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))} | {"\u202e", "\u200b", "\u2066"}


def drawn(pilot) -> str:
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


@pytest.mark.parametrize("title", TITLES)
async def test_it_is_shown_literally_everywhere(deck: Deck, clock: FixedClock, title: str) -> None:
    kept = deck.add(title, f"{title}\n\n# {title}", description=title, tags=[title], owner="project:[/demo]")
    async with memories(deck, clock) as pilot:
        assert not set(drawn(pilot)) & (DRIVING - {"\n"})
        row = list_of(pilot).row(kept.id)
        assert row is not None
        assert row.title[:20] in list_of(pilot).render_line(0).text
        assert row.title.split()[0] in str(screen_of(pilot).detail_pane.query_one(Static).render())
        await pilot.click("#memory-list", offset=(6, 0))
        await pilot.click("#detail", offset=(6, 0))
        await pilot.press("d")
        await until(pilot, lambda: pilot.app._notifications)
        await pilot.pause()
        assert not set(drawn(pilot)) & (DRIVING - {"\n"})
        await pilot.press("u")
        await until(pilot, lambda: deck.count() == 1)
    assert deck.get(kept.id).title == kept.title == title.strip()


@pytest.mark.parametrize("typed", ["[", "[/]", "[bold]", "a\x1b]0;x\x07", "\\", '"', "%"])
async def test_what_is_typed_into_the_search(deck: Deck, clock: FixedClock, typed: str) -> None:
    """S19, S43: any character can be searched for, and the notice shows it literally."""
    deck.add("plain", "x")
    async with memories(deck, clock) as pilot:
        screen_of(pilot).search_box.value = typed
        await settle(pilot)
        await until(pilot, lambda: screen_of(pilot).has_class("-notice"))
        assert not set(drawn(pilot)) & (DRIVING - {"\n"})


async def test_the_palette_finds_hostile_titles(deck: Deck, clock: FixedClock) -> None:
    deck.add("[/] palette [@click=app.quit]x[/]", "x")
    async with memories(deck, clock) as pilot:
        await pilot.press("colon", *"palette")
        await until(pilot, lambda: "[/] palette" in drawn(pilot))
