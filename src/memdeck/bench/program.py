"""The figures of a sitting in front of the program: loading a long list, and searching it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from memdeck.bench.child import Values, ask_child
from memdeck.bench.figures import Figure, percentile
from memdeck.bench.plan import Plan
from memdeck.bench.stores import store_of

LIST = "Loading the list"
SEARCH = "Searching the list, key by key"
_FREEZE_TARGET = 50.0
_KEY_TARGET = 16.0
_KEY_TARGET_FROM = 10_000


def measure_list(plan: Plan) -> Iterator[Figure]:
    """Loading, freezes meanwhile, jumping to the end, memory."""
    for size in plan.sizes:
        values = _sitting(store_of(size, plan.say), plan)
        name = f"{size:,} entries"
        yield Figure(LIST, f"{name}: all there after the first screen", values["loaded"][0], "ms")
        yield _freeze(LIST, f"{name}: longest freeze", values, "freeze loading")
        yield Figure(LIST, f"{name}: jump to the end", percentile(values["end"], 0.5), "ms")
        yield Figure(LIST, f"{name}: peak memory, searches included", values["megabytes"][0], "MB")


def measure_search(plan: Plan) -> Iterator[Figure]:
    """Key strokes until the list is filtered and drawn, and the tolerant pass behind them."""
    for size in plan.sizes:
        values = _sitting(store_of(size, plan.say), plan)
        name = f"{size:,} entries"
        listed, drawn, late = values["listed"], values["drawn"], values["typo pass"]
        target = _KEY_TARGET if size >= _KEY_TARGET_FROM else None
        yield Figure(SEARCH, f"{name}: key → list filtered, p50", percentile(listed, 0.5), "ms")
        keys = f"{len(listed)} keys"
        yield Figure(
            SEARCH, f"{name}: key → list filtered, p95", percentile(listed, 0.95), "ms", target, keys
        )
        yield Figure(SEARCH, f"{name}: key → drawn, p95", percentile(drawn, 0.95), "ms")
        yield Figure(SEARCH, f"{name}: last key → tolerant pass, p50", percentile(late, 0.5), "ms")
        yield Figure(SEARCH, f"{name}: last key → tolerant pass, slowest", max(late), "ms")
        yield _freeze(SEARCH, f"{name}: longest freeze", values, "freeze searching")


def _freeze(group: str, what: str, values: Values, name: str) -> Figure:
    note = f"computing {max(values[f'{name}: computed']):.0f} ms"
    return Figure(group, what, max(values[name]), "ms", _FREEZE_TARGET, note)


@cache
def _sitting(home: Path, plan: Plan) -> Values:
    """Sit in front of the program once a run of the bench, however many parts need it."""
    plan.say(f"loading and searching {home.name} entries …")
    return ask_child("memdeck.bench.sitting", home, plan)
