"""Ending the process in time, whatever it waits for: a client must never wait for its memory."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

GIVING_SECONDS = 5.0
"""For a block. Clients wait longer, but a person should not."""

KEEPING_SECONDS = 1.2
"""For a note in the queue: Claude Code gives all hooks at a session's end 1.5 seconds together."""


class TimeLimit:
    """Ends the process with code 0 when its time is over.

    A thread of its own does it, because the main one may hang in a read that nobody answers.
    """

    def __init__(
        self, seconds: float, over: Callable[[], None], end: Callable[[int], object] = os._exit
    ) -> None:
        """Begin to count.

        Args:
            seconds: how long the process has.
            over: called once when the time is over, to leave a note.
            end: ends the process.
        """
        self._over, self._end = over, end
        self._whole = threading.Lock()
        self._timer = threading.Timer(seconds, self._expire)
        self._timer.daemon = True
        self._timer.start()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Do something that is not cut in the middle: half a line of JSON would be taken for text."""
        with self._whole:
            yield

    def keep(self) -> None:
        """Stop counting."""
        self._timer.cancel()

    def _expire(self) -> None:
        with self._whole:
            try:
                self._over()
            finally:
                self._end(0)
