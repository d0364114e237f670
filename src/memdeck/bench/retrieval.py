"""Retrieval at 10,000 entries and more: warm, one thread, in a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from memdeck.bench.child import ask_child, main_of_child
from memdeck.bench.figures import Figure, percentile
from memdeck.bench.plan import Plan
from memdeck.bench.stopwatch import Stopwatch
from memdeck.bench.stores import store_with_vectors

GROUP = "Retrieval, warm, one thread"
_TARGETS = {10_000: 15.0, 100_000: 60.0}
_SMALLEST = 10_000
_LIBRARIES = ("OMP", "OPENBLAS", "MKL", "VECLIB")
_ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in _LIBRARIES} | {"VECLIB_MAXIMUM_THREADS": "1"}
_ROUNDS = 4
_SCOPES = {
    "me and a project": ("user:me", "project:demo"),
    "one project": ("project:shop",),
    "a deployment": ("deployment:acme@PRODUCTION",),
}
"""Who asks: the filter of every retrieval. They see seven ninths, one ninth and one ninth of the store."""
PROMPTS = (
    "How do we retry a failed payment in the checkout service?",
    "set up the build with Gradle and the Kotlin DSL",
    "why does the login handler time out behind the proxy",
    "write a migration for the orders table",
    "rename OrderQueue to something better and update src/queue/worker.py",
    "review this branch before the release",
    "what's the weather like today",
    "fix",
    "数据库选型有什么决定？",
    "部署之前要跑哪些测试",
    "日志里不要写密钥",
    "add metrics and an alert for replica lag on the dashboard, use the naming we agreed on in the meeting",
    "the session cookie expires too early, customers are logged out in the middle of a refund; find out why "
    "and write a test for it. Keep the style of the module, no new dependencies, and don't touch the schema.",
    "cache invalidation after a role change",
    "怎么给订单服务加缓存，Redis 连接池用默认配置吗",
    "TODO list for the travel budget",
)


def measure(plan: Plan) -> Iterator[Figure]:
    """Measure each size from 10,000 on."""
    for size in (size for size in plan.sizes if size >= _SMALLEST):
        home = store_with_vectors(size, plan.say)
        plan.say(f"retrieving from {size:,} entries …")
        found = ask_child("memdeck.bench.retrieval", home, plan, _ONE_THREAD)
        for scope in _SCOPES:
            walls, computed = found[f"{scope}: wall"], found[f"{scope}: computed"]
            target = _TARGETS.get(size) if scope == "me and a project" else None
            name = f"{size:,} entries, {scope}"
            note = f"computing {percentile(computed, 0.95):.1f} ms"
            yield Figure(GROUP, f"{name}: p50", percentile(walls, 0.5), "ms")
            yield Figure(GROUP, f"{name}: p95", percentile(walls, 0.95), "ms", target, note)
        yield Figure(GROUP, f"{size:,} entries: first retrieval of a process", found["first"][0], "ms")
        yield Figure(GROUP, f"{size:,} entries: peak memory", found["megabytes"][0], "MB")


def _child(home: Path) -> Iterator[tuple[str, list[float]]]:
    from memdeck.bench.child import peak_megabytes
    from memdeck.deck import Deck

    with Deck.open(home, read_only=True) as deck:
        with Stopwatch() as watch:
            deck.retrieve(PROMPTS[0], access=_SCOPES["me and a project"])
        yield "first", [watch.wall]
        for scope, access in _SCOPES.items():
            walls, computed = [], []
            for number in range(_ROUNDS + 1):
                for prompt in PROMPTS:
                    with Stopwatch() as watch:
                        deck.retrieve(prompt, access=access)
                    if number:
                        walls.append(watch.wall)
                        computed.append(watch.computed)
            yield f"{scope}: wall", walls
            yield f"{scope}: computed", computed
    yield "megabytes", [peak_megabytes()]


if __name__ == "__main__":
    main_of_child(sys.argv, _child)
