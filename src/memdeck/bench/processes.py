"""Whole commands timed from outside: start, work and end together."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memdeck.bench.figures import median

_RSS_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Command:
    """One command line and the variables it runs with."""

    arguments: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Timing:
    """The runs of one command, in their order."""

    walls: list[float] = field(default_factory=list)
    """Milliseconds from start to end."""
    computed: list[float] = field(default_factory=list)
    """Milliseconds of processor time, which a busy machine changes less."""
    megabytes: float = 0.0
    """Peak memory of the greediest run."""

    @property
    def wall(self) -> float:
        """The median time."""
        return median(self.walls)

    @property
    def note(self) -> str:
        """Quickest run and processor time, in words."""
        return f"quickest {min(self.walls):,.0f}, computing {median(self.computed):,.0f} ms"


def timed(commands: Sequence[Command], *, runs: int, cwd: Path) -> list[Timing]:
    """Run commands in turn, several rounds after one that warms the file cache.

    Raises:
        RuntimeError: a command failed.
    """
    timings = [Timing() for _ in commands]
    for number in range(runs + 1):
        for command, timing in zip(commands, timings, strict=True):
            _run(command, timing if number else Timing(), cwd)
    return timings


def _run(command: Command, timing: Timing, cwd: Path) -> None:
    start = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603 - a command of our own
        list(command.arguments),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | dict(command.env),
        cwd=cwd,
    )
    _, status, usage = os.wait4(process.pid, 0)
    timing.walls.append((time.perf_counter() - start) * 1000)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(command.arguments)} ended with {process.returncode}")
    timing.computed.append((usage.ru_utime + usage.ru_stime) * 1000)
    timing.megabytes = max(timing.megabytes, usage.ru_maxrss * _RSS_UNIT / 1_000_000)
