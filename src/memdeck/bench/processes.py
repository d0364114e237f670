"""Whole commands timed from outside: start, work and end together."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass

from memdeck.bench.figures import median


@dataclass(frozen=True, slots=True)
class Timing:
    """The medians of several runs."""

    milliseconds: float
    megabytes: float
    """Peak memory of the process."""


def timed(command: Sequence[str], *, runs: int = 9, env: dict[str, str] | None = None) -> Timing:
    """Run a command several times after one run that warms the file cache; raise when it fails."""
    times, sizes = [], []
    for run in range(runs + 1):
        start = time.perf_counter()
        process = subprocess.Popen(  # noqa: S603 - a command of our own
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | (env or {})
        )
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = (time.perf_counter() - start) * 1000
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
        if run:
            times.append(elapsed)
            sizes.append(_megabytes(usage))
    return Timing(median(times), median(sizes))


def _megabytes(usage: resource.struct_rusage) -> float:
    unit = 1024 if os.uname().sysname == "Linux" else 1
    return usage.ru_maxrss * unit / 1_000_000
