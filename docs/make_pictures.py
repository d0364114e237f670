"""Make the pictures of the docs from the samples: `make pictures`.

The real program runs on the samples at a fixed moment, so that a picture changes only when the program does.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from textual.pilot import Pilot

from memdeck import Deck
from memdeck.deck.sample_injections import record_sample_injections
from memdeck.deck.samples import load_samples
from memdeck.tui.app import MemdeckApp

MOMENT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
FOLDER = Path(__file__).parent / "pictures"
FONTS = "ui-monospace, 'SF Mono', Menlo, 'Cascadia Mono', 'DejaVu Sans Mono', monospace"

Steps = Callable[[Pilot[None]], Awaitable[None]]


async def _memories(pilot: Pilot[None]) -> None:
    await pilot.press("j", "j", "j", "j")


async def _searching(pilot: Pilot[None]) -> None:
    await pilot.press("slash", *"gradel")
    await _quiet(pilot, 0.6)


async def _editing(pilot: Pilot[None]) -> None:
    await pilot.press("j", "j", "j", "j", "e")


async def _preflight(pilot: Pilot[None]) -> None:
    await pilot.press("3")
    await _quiet(pilot, 0.5)
    pilot.app.screen.change(replace(pilot.app.screen.flight, project="demo"))
    await pilot.press(*"generate the build file for the new service")
    await _quiet(pilot, 2.0)
    await pilot.press("enter")


async def _history(pilot: Pilot[None]) -> None:
    await pilot.press("5")


async def _help(pilot: Pilot[None]) -> None:
    await pilot.press("question_mark")


async def _conflicts(pilot: Pilot[None]) -> None:
    await pilot.press("2")
    await _quiet(pilot, 1.0)


PICTURES: tuple[tuple[str, tuple[int, int], str, Steps], ...] = (
    ("memories", (120, 36), "memdeck-dark", _memories),
    ("memories-light", (120, 36), "memdeck-light", _memories),
    ("memories-80x24", (80, 24), "memdeck-dark", _memories),
    ("searching", (120, 30), "memdeck-dark", _searching),
    ("editing", (120, 36), "memdeck-dark", _editing),
    ("conflicts", (120, 36), "memdeck-dark", _conflicts),
    ("preflight", (120, 40), "memdeck-dark", _preflight),
    ("history", (120, 36), "memdeck-dark", _history),
    ("help", (120, 36), "memdeck-dark", _help),
)


async def _quiet(pilot: Pilot[None], seconds: float = 0.3) -> None:
    """Let the program finish what it does in the background (a form's own worker waits for the person)."""
    await pilot.pause(seconds)
    await pilot.pause()


async def _take(deck: Deck, name: str, size: tuple[int, int], theme: str, steps: Steps) -> None:
    app = MemdeckApp(lambda: deck, clock=lambda: MOMENT, where="me @ demo")
    async with app.run_test(size=size) as pilot:
        app.theme = theme
        await _quiet(pilot, 0.8)
        await steps(pilot)
        await _quiet(pilot)
        picture = app.export_screenshot(title="memdeck")
    (FOLDER / f"{name}.svg").write_text(_self_contained(picture), "utf-8")


def _self_contained(picture: str) -> str:
    """Take out the fonts from the network, and what differs from run to run."""
    picture = re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    picture = re.sub(r"font-family: Fira Code, monospace", f"font-family: {FONTS}", picture)
    unique = re.search(r"terminal-(\d+)-", picture)
    return picture.replace(f"terminal-{unique[1]}", "terminal") if unique else picture


async def main() -> None:
    """Take every picture."""
    FOLDER.mkdir(exist_ok=True)
    for name, size, theme, steps in PICTURES:
        with tempfile.TemporaryDirectory() as home, Deck.open(home, clock=lambda: MOMENT) as deck:
            load_samples(deck, MOMENT)
            deck.embed_waiting()
            deck.scan_conflicts()
            record_sample_injections(deck, MOMENT)
            await _take(deck, name, size, theme, steps)
        print(f"docs/pictures/{name}.svg")  # noqa: T201 - says what was made


if __name__ == "__main__":
    asyncio.run(main())
