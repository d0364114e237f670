"""One line on stderr for what usually is quick, when this time it is not."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from memdeck.cli import narration

SLOW_SECONDS = 0.5


@contextmanager
def said_when_slow(words: str, seconds: float = SLOW_SECONDS) -> Iterator[None]:
    """Say `words` when the work inside takes longer than `seconds`."""
    timer = threading.Timer(seconds, narration.say, [words])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
