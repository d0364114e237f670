"""Labelled pairs: how often contradictions and duplicates are found, and how often wrongly.

Each set but "named" was written before the rules were made for it; what each scored when it was new stands in
`docs/conflicts.md`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from memory_values import labelled, likeness, memory

from memdeck.upkeep.compare import Comparer

SETS = (
    "tuned",
    "held",
    "more",
    "blind",
    "last",
    "fresh",
    "final",
    "seventh",
    "eighth",
    "named",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
)


@pytest.fixture(scope="module")
def comparer(tmp_path_factory: pytest.TempPathFactory) -> Comparer:
    return Comparer(meaning=likeness(tmp_path_factory.mktemp("cache")))


@pytest.mark.parametrize("name", SETS)
def test_pairs(name: str, comparer: Comparer) -> None:
    found = Counter[tuple[str, str]]()
    for label, left, right in labelled(Path(__file__).with_name(f"pairs_{name}.tsv")):
        finding = comparer.compare(memory(left, "a"), memory(right, "b"))
        found[label, finding.kind.value if finding else "compatible"] += 1

    precision, recall = figures(found, "contradiction")
    assert precision >= 0.9 and recall >= 0.7, f"contradictions: {precision:.2f}, {recall:.2f}"
    precision, recall = figures(found, "duplicate")
    assert precision >= 0.9 and recall >= 0.75, f"duplicates: {precision:.2f}, {recall:.2f}"


@pytest.mark.parametrize("name", SETS)
def test_the_order_of_arrival_changes_nothing(name: str, comparer: Comparer) -> None:
    for _, left, right in labelled(Path(__file__).with_name(f"pairs_{name}.tsv")):
        one, other = memory(left, "a"), memory(right, "b")
        there, back = comparer.compare(one, other), comparer.compare(other, one)
        assert (there and there.kind) == (back and back.kind), (left, right)


def figures(found: Counter[tuple[str, str]], label: str) -> tuple[float, float]:
    right = found[label, label]
    named = sum(count for (_, kind), count in found.items() if kind == label)
    there = sum(count for (truth, _), count in found.items() if truth == label)
    return right / max(named, 1), right / max(there, 1)
