"""One sitting in front of the real program, without a terminal: loading, typing searches, jumping.

Runs as a process of its own: `python -m memdeck.bench.sitting HOME` prints what it measured.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from textual import events

from memdeck.bench.child import main_of_child, peak_megabytes
from memdeck.bench.heartbeat import Heartbeat

BACK = "\b"
SEARCHES = (
    "gradle",
    "postgres" + BACK * 3 + "t",
    "e",
    "retry timeout",
    "gradel",
    "数据库选型",
    "entry_99",
    "before OrderQueue",
    "src/cache" + BACK * 5 + "queue",
    "缓",
    "webhok sesion",
    "c++",
    "zzzz",
    "连接吃",
)
"""What people type: words, beginnings, single letters, several words, slips, Chinese, nothing at all."""

_SIZE = (120, 40)
_LONGEST_WAIT = 120.0
_BETWEEN_KEYS = 0.06
"""Seconds; quick typing."""


class Sitting:
    """Drives one running program and keeps what it measures, in milliseconds."""

    def __init__(self, app: Any) -> None:
        # The front ends may not import each other, so the program is known here by what it does.
        self.app = app
        self.heart = Heartbeat()
        self.values: dict[str, list[float]] = {}
        self._shown = asyncio.Event()
        self._shown_at = self._pressed_at = 0.0

    async def run(self) -> None:
        """Open the program, do everything once, close it."""
        beat = asyncio.create_task(self.heart.beat())
        running = asyncio.create_task(self.app.run_async(headless=True, size=_SIZE))
        try:
            await self._load()
            await self._jump()
            await self._search()
        finally:
            self.app.exit()
            await running
            beat.cancel()
        self._keep("megabytes", peak_megabytes())

    @property
    def _screen(self) -> Any:
        return self.app.screen

    def _keep(self, name: str, value: float) -> None:
        self.values.setdefault(name, []).append(value)

    async def _load(self) -> None:
        await self._until(lambda: self.app.is_running and self.app.screen.query("#memory-list"))
        shown = self._screen.memory_list
        await self._until(lambda: shown.total and shown.size.height)
        await self._drawn()
        self.heart.reset()
        begun = time.perf_counter()
        await self._until(lambda: self._screen.heads is not None)
        await self._drawn()
        self._keep("loaded", (time.perf_counter() - begun) * 1000)
        self._keep_freezes("loading")
        original: Callable[..., None] = shown.show

        def show(*arguments: Any, **options: Any) -> None:
            original(*arguments, **options)
            self._shown_at = time.perf_counter()
            self._shown.set()

        shown.show = show

    async def _jump(self) -> None:
        shown = self._screen.memory_list
        shown.focus()
        await self._drawn()
        for key in ("end", "home") * 3:
            begun = time.perf_counter()
            self._press(key)
            place = len(shown.ids) - 1 if key == "end" else 0
            await self._until(partial(_stands_at, shown, place))
            await self._drawn()
            if key == "end":
                self._keep("end", (time.perf_counter() - begun) * 1000)

    async def _search(self) -> None:
        self._screen.search_box.focus()
        await self._drawn()
        for text in SEARCHES:
            self.heart.reset()
            for letter in text:
                await self._type(letter)
                await asyncio.sleep(_BETWEEN_KEYS)
            await self._until(lambda: self._screen._settled)
            self._keep("typo pass", (time.perf_counter() - self._pressed_at) * 1000)
            self._keep_freezes("searching")
            self._screen.search_box.value = ""
            await self._until(lambda: len(self._screen.memory_list.ids) == len(self._screen.heads))
            await self._drawn()

    async def _type(self, letter: str) -> None:
        self._shown.clear()
        if letter == BACK:
            self._press("backspace")
        else:
            self._press(letter, letter)
        async with asyncio.timeout(_LONGEST_WAIT):
            await self._shown.wait()
        self._keep("listed", (self._shown_at - self._pressed_at) * 1000)
        await self._drawn()
        self._keep("drawn", (time.perf_counter() - self._pressed_at) * 1000)

    def _press(self, key: str, character: str | None = None) -> None:
        self._pressed_at = time.perf_counter()
        self.app.post_message(events.Key(key, character))

    def _keep_freezes(self, while_: str) -> None:
        self._keep(f"freeze {while_}", self.heart.longest)
        self._keep(f"freeze {while_}: computed", self.heart.computed)

    async def _until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(_LONGEST_WAIT):
            while not holds():
                await asyncio.sleep(0.001)

    async def _drawn(self) -> None:
        """Wait until what changed is on the screen."""
        drawn = asyncio.Event()
        self._screen.call_after_refresh(drawn.set)
        async with asyncio.timeout(_LONGEST_WAIT):
            await drawn.wait()


def _stands_at(shown: Any, place: int) -> bool:
    """Return True when the cursor is there and its row has been read."""
    return shown.cursor == place and shown.row(shown.ids[place]) is not None


def _child(home: Path) -> Iterator[tuple[str, list[float]]]:
    gc.disable()  # as the program's entry point does; the program turns it on again
    app = import_module("memdeck.tui.app").MemdeckApp(lambda: _opened(home))
    sitting = Sitting(app)
    with suppress(asyncio.CancelledError):
        asyncio.run(sitting.run())
    yield from sitting.values.items()


def _opened(home: Path) -> object:
    from memdeck.deck import Deck

    return Deck.open(home, read_only=True)


if __name__ == "__main__":
    main_of_child(sys.argv, _child)
