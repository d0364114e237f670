"""The program on its first screen, for tests: settled after what it does by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from program import until
from textual.pilot import Pilot
from textual.widgets import Static

from memdeck import Deck
from memdeck.memory.clock import Clock, utc_now
from memdeck.tui.app import MemdeckApp
from memdeck.tui.screens.memories import MemoriesScreen
from memdeck.tui.widgets.memory_list import MemoryList

SETTLED_ROUNDS = 3


def screen_of(pilot: Pilot[None]) -> MemoriesScreen:
    screen = pilot.app.screen_stack[0]
    assert isinstance(screen, MemoriesScreen)
    return screen


def list_of(pilot: Pilot[None]) -> MemoryList:
    return screen_of(pilot).memory_list


def title_of(pilot: Pilot[None]) -> str:
    return str(screen_of(pilot).query_one("#list-title", Static).render())


def said(pilot: Pilot[None]) -> list[str]:
    return [note.message for note in pilot.app._notifications]


async def settle(pilot: Pilot[None]) -> None:
    """Wait until the list is whole and nothing runs."""
    await until(pilot, lambda: screen_of(pilot).heads is not None or pilot.app.fault)
    for _ in range(SETTLED_ROUNDS):
        await asyncio.sleep(0.06)
        await pilot.pause()
        busy = [worker for worker in pilot.app.workers if worker.group not in ("settle",)]
        dialogs = len(pilot.app.screen_stack) > 1
        if busy and not dialogs:
            await pilot.app.workers.wait_for_complete(busy)
    await pilot.pause()


@asynccontextmanager
async def memories(
    deck: Deck, clock: Clock = utc_now, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[Pilot[None]]:
    """Run the program on `deck` and wait until it has settled."""
    app = MemdeckApp(lambda: deck, clock=clock)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        yield pilot
