"""The program's open store: reading, writing in order, and telling screens what changed, by anyone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePath
from threading import Lock
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from textual import work
from textual.signal import Signal

from memdeck.memory.errors import MemdeckError, MemoryUnavailable
from memdeck.memory.printable import printable
from memdeck.tui.key_order import KeysInOrder
from memdeck.tui.least_size import LeastSize
from memdeck.tui.tending import Tending
from memdeck.tui.terminal_input import make_input_safe

if TYPE_CHECKING:
    from textual.driver import Driver

    from memdeck.deck import Deck
    from memdeck.deck.reading import Reading
    from memdeck.memory.revision import Revision

T = TypeVar("T")
COMPARED_BESIDE = 500
"""Most entries that are compared beside everything else, without anyone asking."""
_COUNTED_AFTER = 0.3
"""Seconds after a change until conflicts are counted again."""


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """The result of a job that worked (None stands for one that did not)."""

    value: T


class StoreApp(LeastSize, KeysInOrder):
    """An app around one open store. Writes go one after another; changes by anyone are passed on."""

    def __init__(
        self, open_deck: Callable[[], Reading], *, css_path: list[str | PurePath] | None, tend: bool
    ) -> None:
        super().__init__(css_path=css_path)
        self.changes: Signal[list[Revision]] = Signal(self, "changes")
        """Tells subscribers what changed in the store, by anyone."""
        self.conflicts_counted: Signal[int] = Signal(self, "conflicts counted")
        """Tells subscribers how many conflicts wait, after each change and when the whole deck is loaded."""
        self.badges: dict[str, int] = {}
        """How many things wait on a screen, by its name."""
        self.fault: MemdeckError | None = None
        """Why the store could not be opened."""
        self.tending = Tending(self, allowed=tend)
        self._open_deck = open_deck
        self._reader: Reading | None = None
        self._deck: Deck | None = None
        self._deck_lock = Lock()
        self._seen = 0
        self._asking = False
        self._comparing = False
        self._write_lock = asyncio.Lock()

    def get_driver_class(self) -> type[Driver]:
        """Return Textual's driver; what it reads is made harmless first."""
        found = super().get_driver_class()
        make_input_safe()
        return found

    # -- the store -------------------------------------------------------------------------------------

    def open(self) -> bool:
        """Open the store; on failure keep the fault for the screen to show and return False."""
        try:
            self._reader = self._open_deck()
            self._deck = None
            self._seen = self._reader.last_change()
        except MemdeckError as fault:
            self.fault = fault
            return False
        self.fault = None
        return True

    @property
    def reader(self) -> Reading:
        """The open store, to read from; raises MemoryUnavailable when it could not be opened."""
        if self._reader is None:
            raise self.fault or MemoryUnavailable("The store is not open.")
        return self._reader

    @property
    def deck(self) -> Deck:
        """The open store with everything it can do; raises MemoryUnavailable when it could not be opened."""
        reader = self.reader
        with self._deck_lock:
            if self._deck is None:
                from memdeck.deck import Deck

                self._deck = reader if isinstance(reader, Deck) else Deck(reader.parts)
                self._reader = self._deck  # it reads the same store, and knows of conflicts too
            return self._deck

    @property
    def read_only(self) -> bool:
        """True when nothing can be changed."""
        return self._reader is None or self._reader.read_only

    @property
    def sealed_note(self) -> str:
        """What to say of a store where nothing can be written; empty for every other."""
        return self._reader.sealed_note if self._reader is not None else ""

    @property
    def why_read_only(self) -> str:
        """One sentence for whoever wants to change something in read-only mode."""
        return self.sealed_note or "Read-only: start without --read-only to change memories."

    @property
    def home(self) -> Path | None:
        """The folder of the store; None while none is open."""
        return self._reader.home if self._reader is not None else None

    def close(self) -> None:
        """Close the store, after the program ended."""
        if self._reader is not None:
            (self._deck or self._reader).close()

    async def attempt(
        self, job: Callable[[], T], *, expected: tuple[type[MemdeckError], ...] = ()
    ) -> Done[T] | None:
        """Run a job that writes, in a thread, after all writes before it.

        A failure becomes one line on the screen and None; errors in `expected` are raised for the caller.
        """
        async with self._write_lock:
            try:
                value = await asyncio.to_thread(job)
            except expected:
                raise
            except MemdeckError as fault:
                self.say(str(fault), severity="error")
                return None
            except Exception as fault:  # noqa: BLE001 - the outermost edge: a traceback helps nobody here
                self.say(self._unexpected(fault), severity="error")
                return None
        self.look_for_changes()
        return Done(value)

    def _unexpected(self, fault: Exception) -> str:
        from memdeck.tui.fault_log import log_fault

        return log_fault(self.home, fault)

    def look_for_changes(self) -> None:
        """Ask the store once whether something changed, and pass on what did."""
        if self._reader is None or self._asking:
            return
        try:
            newest = self._reader.last_change()
        except MemdeckError:
            return
        if newest != self._seen:
            self._asking = True
            self._pass_on(newest)

    @work(group="changes", exit_on_error=False)
    async def _pass_on(self, newest: int) -> None:
        try:
            revisions = await asyncio.to_thread(self.reader.changed_since, self._seen)
        except MemdeckError:
            return
        finally:
            self._asking = False
        self._seen = max(newest, max((each.seq for each in revisions), default=0))
        self.changes.publish(list(revisions))
        if self._deck is not None:
            self.count_conflicts()
            self.compare_waiting()
        self.tending.soon()

    def refresh_bars(self) -> None:
        """Bring the bars of the screen up to date."""
        refresh_bars = getattr(self.screen, "refresh_bars", None)
        if refresh_bars is not None:
            refresh_bars()

    def index_tended(self) -> None:
        """Let the screen look again for what needs vectors."""
        self.refresh_bars()
        tended = getattr(self.screen, "index_tended", None)
        if tended is not None:
            tended()

    @work(group="compare", exit_on_error=False)
    async def compare_waiting(self) -> None:
        """Compare what an import left to be compared; very much of it is left to the Conflicts screen."""
        if self._comparing or self.read_only:
            return
        self._comparing = True
        try:
            deck = await asyncio.to_thread(lambda: self.deck)
            if not await asyncio.to_thread(lambda: deck.conflicts_behind):
                return  # counting reads all conflicts, which may be many
            waiting = (await asyncio.to_thread(deck.conflict_counts)).pending
            if 0 < waiting <= COMPARED_BESIDE:
                await asyncio.to_thread(deck.scan_conflicts)
                self.count_conflicts()
        except MemdeckError:
            return  # the Conflicts screen says what is wrong
        finally:
            self._comparing = False

    @work(exclusive=True, group="conflict-count", exit_on_error=False)
    async def count_conflicts(self) -> None:
        """Bring the number on the Conflicts tab up to date, unless more changes come: counting reads all."""
        if "conflicts" in self.badges:
            await asyncio.sleep(_COUNTED_AFTER)
        try:
            deck = await asyncio.to_thread(lambda: self.deck)
            waiting = (await asyncio.to_thread(deck.conflict_counts)).open
        except MemdeckError:
            return
        self.badges["conflicts"] = waiting
        self.conflicts_counted.publish(waiting)
        self.refresh_bars()

    def say(
        self,
        words: str,
        *,
        severity: Literal["information", "warning", "error"] = "information",
        timeout: float | None = None,
    ) -> None:
        """Show a short message; hostile text is made visible and markup is never read."""
        if severity == "error" and timeout is None:
            timeout = 12
        self.notify(printable(words), severity=severity, timeout=timeout, markup=False)
