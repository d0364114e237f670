"""Noticing how long an event loop stood still."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

_BEAT_SECONDS = 0.001


@dataclass(slots=True)
class Heartbeat:
    """Beats a thousand times a second; what lies between two beats is a freeze for whoever types."""

    longest: float = 0.0
    """Milliseconds of the longest pause since the last `reset`."""
    computed: float = 0.0
    """The most that this process computed between two beats, in milliseconds: a busy machine lengthens
    pauses, but adds little to this."""

    async def beat(self) -> None:
        """Beat until cancelled."""
        wall, computed = time.perf_counter(), time.process_time()
        while True:
            await asyncio.sleep(_BEAT_SECONDS)
            now, used = time.perf_counter(), time.process_time()
            self.longest = max(self.longest, (now - wall - _BEAT_SECONDS) * 1000)
            self.computed = max(self.computed, (used - computed) * 1000)
            wall, computed = now, used

    def reset(self) -> None:
        """Start counting anew."""
        self.longest = self.computed = 0.0
