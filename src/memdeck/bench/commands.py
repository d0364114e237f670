"""Whole commands: what a script, a shell prompt and a hook wait for."""

from __future__ import annotations

from collections.abc import Iterator

from memdeck.bench.figures import Figure, paired_ratio
from memdeck.bench.plan import Plan
from memdeck.bench.processes import Command, Timing, timed
from memdeck.bench.stores import store_of, store_with_vectors
from memdeck.bench.terminal import python

GROUP = "Whole commands"
INJECT_SIZE = 10_000
_PROMPT = "How do we retry a failed payment in the checkout service?"
_OWNERS = ("--owner", "user:me", "--owner", "project:demo")
_RATIO_TARGET = 2.0
_MEGABYTES_TARGET = 200.0


def measure(plan: Plan) -> Iterator[Figure]:
    """Time `--help`, `list` on every size, and `inject` against importing numpy."""
    homes = [store_of(size, plan.say) for size in plan.sizes]
    plan.say("timing whole commands …")
    yield from _listing(plan, [plan.env_of(home) for home in homes])
    yield from _injecting(plan)


def _listing(plan: Plan, envs: list[dict[str, str]]) -> Iterator[Figure]:
    commands = [Command(python("-c", "pass")), Command(python("-m", "memdeck", "--help"), plan.env)]
    names = ["python -c pass", "memdeck --help"]
    for size, env in zip(plan.sizes, envs, strict=True):
        commands.append(Command(python("-m", "memdeck", "list", "--json", "--limit", "20"), env))
        names.append(f"memdeck list --json --limit 20, {size:,} entries")
    for name, timing in zip(names, timed(commands, runs=plan.runs, cwd=plan.folder), strict=True):
        yield Figure(GROUP, name, timing.wall, "ms", note=timing.note)


def _injecting(plan: Plan) -> Iterator[Figure]:
    env = plan.env_of(store_with_vectors(INJECT_SIZE, plan.say))
    inject = Command(python("-m", "memdeck", "inject", _PROMPT, *_OWNERS), env)
    numpy, given = timed(
        [Command(python("-c", "import numpy")), inject], runs=max(plan.runs, 9), cwd=plan.folder
    )
    name = f"memdeck inject, {INJECT_SIZE:,} entries"
    yield Figure(GROUP, 'python -c "import numpy"', numpy.wall, "ms", note=numpy.note)
    yield Figure(GROUP, name, given.wall, "ms", note=given.note)
    yield _against(name, given, numpy)
    yield Figure(GROUP, f"{name}: peak memory", given.megabytes, "MB", _MEGABYTES_TARGET)


def _against(name: str, given: Timing, numpy: Timing) -> Figure:
    ratio = paired_ratio(given.walls, numpy.walls)
    note = f"computing: {paired_ratio(given.computed, numpy.computed):.2f} ×"
    return Figure(GROUP, f"{name} / importing numpy", ratio, "×", _RATIO_TARGET, note)
