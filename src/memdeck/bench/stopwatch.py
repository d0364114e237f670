"""One stretch of time, on the clock and on the processor."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self


class Stopwatch:
    """Runs inside `with`; afterwards holds milliseconds."""

    wall = 0.0
    """Time that went by."""
    computed = 0.0
    """Time that this process computed, in all its threads; a busy machine changes it less."""

    def __enter__(self) -> Self:
        self._computed = time.process_time()
        self._wall = time.perf_counter()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.wall = (time.perf_counter() - self._wall) * 1000
        self.computed = (time.process_time() - self._computed) * 1000
