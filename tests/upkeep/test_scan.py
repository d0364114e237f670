from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from memory_values import MOMENT, memory

from memdeck.memory.entry import Memory
from memdeck.upkeep.compare import Comparer
from memdeck.upkeep.scan import scan

TEXTS = (
    "Build with Maven.",
    "Always use Gradle.",
    "缓存用 Redis。",
    "The cache is Memcached.",
    "接口超时 3 秒。",
    "The API timeout is 5 s.",
    "Answers are short.",
    "Run the linter before you commit.",
    "Before committing, run the linter.",
)
EXPECTED = {
    (0, 1, "contradiction"), (2, 3, "contradiction"), (4, 5, "contradiction"), (7, 8, "duplicate"),
}  # fmt: skip


def store() -> list[Memory]:
    return [
        replace(memory(text, f"mem_{n}"), updated_at=MOMENT + timedelta(hours=n))
        for n, text in enumerate(TEXTS)
    ]


def found(memories: list[Memory], known: list[Memory] | None = None) -> set[tuple[int, int, str]]:
    return {
        (int(left.id[4:]), int(right.id[4:]), finding.kind.value)
        for left, right, finding in scan(memories, Comparer(), known=known or [])
    }


def test_a_scan_finds_what_comparing_all_pairs_finds() -> None:
    assert found(store()) == EXPECTED


@settings(deadline=None, max_examples=15)
@given(st.permutations(store()))
def test_the_order_of_arrival_changes_nothing(memories: list[Memory]) -> None:
    assert found(memories) == EXPECTED


def test_what_was_looked_at_is_not_compared_again() -> None:
    entries = store()
    assert found(entries[5:], known=entries[:5]) == {pair for pair in EXPECTED if pair[1] >= 5}


def test_other_owners_are_left_alone() -> None:
    entries = store()
    others = [replace(entry, owner=f"project:p{n}") for n, entry in enumerate(entries)]
    assert found(others) == set()


def test_progress_is_told() -> None:
    told: list[int] = []
    entries = [memory(f"Fact number {n} about topic {n}.", f"mem_{n}") for n in range(120)]
    list(scan(entries, Comparer(), progress=told.append))
    assert told == [50, 100]
