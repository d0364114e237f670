"""Keeping vectors and their index in step with the store while the program is open, beside everything else.

After the first picture and after changes, one thread at a time does what waits. Nobody waits for it: what
has no vector yet is found by words.
"""

from __future__ import annotations

import asyncio
from threading import Event
from typing import TYPE_CHECKING, Any, Protocol

from memdeck.memory.errors import MemdeckError
from memdeck.tui.fault_log import log_fault, log_line

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

    from memdeck.deck import Deck

REST_SECONDS = 1.0
"""Rest after a change: several in a row are one piece of work."""
_SHOWN_SECONDS = 0.25
_PORTION_SECONDS = 0.1
"""Vectors are made in small steps, with a breath between: a key stroke must not wait for a large one."""
_BREATH_SECONDS = 0.01
_WORTH_WORDS = 100
"""Fewer are done before anybody has read how many they are."""


class _Stopped(Exception):
    """The program ends; what is done so far stays."""


class Tended(Protocol):
    """The program whose store is kept in step."""

    @property
    def deck(self) -> Deck:
        """Its store."""

    @property
    def home(self) -> Path | None:
        """Where faults are written down."""

    @property
    def read_only(self) -> bool:
        """True when nothing may be written."""

    def run_worker(self, work: Coroutine[Any, Any, None], *, group: str, exit_on_error: bool) -> object:
        """Do this beside everything else."""

    def refresh_bars(self) -> None:
        """Show how far it is."""

    def index_tended(self) -> None:
        """Hear that it is done."""


class Tending:
    """The work of one program. `words` says how far it is, for the line at the bottom."""

    def __init__(self, app: Tended, *, allowed: bool) -> None:
        """`allowed` False never does anything."""
        self.words = ""
        self._app = app
        self._allowed = allowed
        self._wanted = self._busy = False
        self._stop = Event()
        self._waiting = 0
        self._last_fault = ""

    def soon(self) -> None:
        """Do what waits, after a rest; may be called at each change."""
        if not self._allowed or self._app.read_only:
            return
        self._wanted = True
        if not self._busy:
            self._busy = True
            self._app.run_worker(self._work(), group="tending", exit_on_error=False)

    async def _work(self) -> None:
        try:
            while self._wanted:
                await asyncio.sleep(REST_SECONDS)
                self._wanted = False
                await self._once()
        finally:
            self._busy = False
            self._stop.set()  # no thread of ours outlives this; the next call clears it
            self.words = ""

    async def _once(self) -> None:
        self._stop.clear()
        job = asyncio.get_running_loop().run_in_executor(None, self._tend)
        while not (await asyncio.wait([job], timeout=_SHOWN_SECONDS))[0]:
            self._app.refresh_bars()
        self.words = ""
        self._app.index_tended()

    def _tend(self) -> None:
        """Do what waits; call it in a thread."""
        try:
            deck = self._app.deck
            self._waiting = deck.meaning_health().waiting
            while deck.embed_waiting(seconds=_PORTION_SECONDS, progress=self._tell_vectors):
                if self._stop.wait(_BREATH_SECONDS):
                    return
            deck.tend_index(self._tell)
            self._last_fault = ""
        except _Stopped:
            return
        except MemdeckError as fault:
            self._log(str(fault))
        except Exception as fault:  # noqa: BLE001 - the outermost edge: nobody asked for this work
            if type(fault).__name__ != self._last_fault:
                self._last_fault = type(fault).__name__
                log_fault(self._app.home, fault)

    def _log(self, words: str) -> None:
        """Write a failure down, once until something else happens."""
        if words != self._last_fault:
            self._last_fault = words
            log_line(self._app.home, f"vectors: {words}")

    def _tell_vectors(self, done: int, total: int) -> None:
        self._tell("vectors", done, total)

    def _tell(self, what: str, done: int, total: int) -> None:
        if self._stop.is_set():
            raise _Stopped
        if what == "vectors":  # both are numbers of changes since the store began; an entry may have several
            what, done, total = "changes read", max(0, self._waiting - (total - done)), self._waiting
        self.words = f"{what} {done:,} of {total:,}" if total >= _WORTH_WORDS else ""
