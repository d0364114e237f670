"""Two sets of labelled pairs that nobody looks at while working on the rules, nor at what was missed in them.

They tell how often contradictions and duplicates are found in text that is new; the sets beside them are
learnt from. Whoever reads them for the sake of a rule has to write new ones.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from memory_values import likeness, memory

from memdeck.memory.kinds import MemoryType
from memdeck.upkeep.compare import Comparer

SETS = ("unseen_first.jsonl", "unseen_second.jsonl")


def test_text_never_seen_before(tmp_path: Path) -> None:
    comparer = Comparer(meaning=likeness(tmp_path))
    found = Counter[tuple[str, str]]()
    for name in SETS:
        for line in Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines():
            pair = json.loads(line)
            older, newer = (
                memory(
                    pair[side]["content"],
                    side,
                    owner=pair[side]["owner"],
                    kind=MemoryType(pair["type"]),
                )
                for side in ("a", "b")
            )
            finding = comparer.compare(older, newer)
            found[pair["label"], finding.kind.value if finding else "compatible"] += 1
    precision, recall = _figures(found, "contradiction")
    assert precision >= 0.9 and recall >= 0.75, f"contradictions: {precision:.2f}, {recall:.2f}"
    precision, recall = _figures(found, "duplicate")
    assert precision >= 0.85 and recall >= 0.75, f"duplicates: {precision:.2f}, {recall:.2f}"


def _figures(found: Counter[tuple[str, str]], label: str) -> tuple[float, float]:
    right = found[label, label]
    named = sum(count for (_, kind), count in found.items() if kind == label)
    there = sum(count for (truth, _), count in found.items() if truth == label)
    return right / max(named, 1), right / max(there, 1)
