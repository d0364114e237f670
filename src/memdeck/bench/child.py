"""Measuring inside a process of its own, so that no figure depends on what ran before it."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from memdeck.bench.plan import Plan
from memdeck.bench.terminal import python

Values = dict[str, list[float]]


def ask_child(module: str, home: Path, plan: Plan, env: Mapping[str, str] | None = None) -> Values:
    """Run a module of the bench on a store and return what it measured; raise RuntimeError when it fails."""
    done = subprocess.run(  # noqa: S603 - a command of our own
        python("-m", module, str(home)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | plan.env_of(home) | dict(env or {}),
        cwd=plan.folder,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{module} on {home} failed:\n{done.stderr.strip()[-2000:]}")
    values: Values = json.loads(done.stdout.splitlines()[-1])
    return values


def main_of_child(
    arguments: Sequence[str], measure: Callable[[Path], Iterable[tuple[str, list[float]]]]
) -> None:
    """Measure on the store named on the command line and print the values for `ask_child`."""
    values = dict(measure(Path(arguments[1])))
    print(json.dumps(values))  # noqa: T201 - the answer to the parent
    sys.stdout.flush()
    os._exit(0)  # threads of a program under test must not hold the bench up


def peak_megabytes() -> float:
    """Return the greatest memory of this process so far."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1_000_000
