"""Time to the first screen with rows, in a real pty, against the smallest program that shows a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memdeck.bench.figures import Figure, median, paired_ratio
from memdeck.bench.plan import Plan
from memdeck.bench.stores import store_of
from memdeck.bench.terminal import Terminal, python

GROUP = "First screen, in a pty"
_TARGET = 1.3
"""Times the smallest program."""
_TARGET_LARGEST = 1.5
"""Times an empty store."""


@dataclass(slots=True)
class _Starts:
    """The starts of one program."""

    what: str
    command: Sequence[str]
    text: str
    """What is on the screen once it can be read."""
    env: dict[str, str]
    walls: list[float] = field(default_factory=list)
    computed: list[float] = field(default_factory=list)

    def once(self, cwd: Path, *, count: bool) -> None:
        """Start it, wait for its text, end it."""
        with Terminal(self.command, env=self.env, cwd=cwd) as terminal:
            shown = terminal.wait_for(self.text)
            computed = terminal.computed()
            if count:
                self.walls.append((shown - terminal.started) * 1000)
                self.computed.append(computed)


def measure(plan: Plan) -> Iterator[Figure]:
    """Start all programs in turn, several rounds."""
    smallest = _Starts(
        "the smallest Textual table", python("-m", "memdeck.bench.smallest"), "smallest 1", plan.env
    )
    memdeck = python("-m", "memdeck")
    empty = _Starts("empty store", memdeck, "All memories", plan.env_of(plan.folder / "empty"))
    filled = [
        _Starts(f"{size:,} entries", memdeck, f"entry_{size - 1}", plan.env_of(store_of(size, plan.say)))
        for size in plan.sizes
    ]
    plan.say("starting the program in a terminal …")
    for number in range(plan.runs + 1):
        for program in (smallest, empty, *filled):
            program.once(plan.folder, count=number > 0)
    for program in (smallest, empty, *filled):
        note = f"quickest {min(program.walls):,.0f}, computing {median(program.computed):,.0f} ms"
        yield Figure(GROUP, program.what, median(program.walls), "ms", note=note)
    for program in filled:
        yield _against(program, smallest, _TARGET)
    if filled:
        yield _against(filled[-1], empty, _TARGET_LARGEST)


def _against(program: _Starts, other: _Starts, target: float) -> Figure:
    note = ""
    if all(other.computed):
        note = f"computing: {paired_ratio(program.computed, other.computed):.2f} ×"
    ratio = paired_ratio(program.walls, other.walls)
    return Figure(GROUP, f"{program.what} / {other.what}", ratio, "×", target, note)
