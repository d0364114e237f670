"""Rule: X before Y, and Y before X."""

from __future__ import annotations

from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import apart
from memdeck.upkeep.statement import Statement

_SCORE = 0.9


def preferences(left: Statement, right: Statement) -> Finding | None:
    """Return the contradiction between `prefer X over Y` and `Y instead of X`, if there is one."""
    mine, other = left.preference, right.preference
    if mine is None or other is None or apart(left, right, mine.better | mine.worse):
        return None
    if not (mine.better & other.worse and mine.worse & other.better):
        return None
    first = min(mine.better & other.worse)
    second = min(mine.worse & other.better)
    texts = left.shown.get(first, first), right.shown.get(second, second)
    return Finding(FindingKind.CONTRADICTION, "preferred", texts[0], texts[1], _SCORE)
