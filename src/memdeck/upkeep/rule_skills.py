"""Rule: somebody who is a beginner at a thing and an expert at it."""

from __future__ import annotations

from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import likeness, shared
from memdeck.upkeep.statement import Skill, Statement

_SCORE = 0.85
_ENOUGH = 0.4
"""How alike they must be where the thing is none that is known."""


def skills(left: Statement, right: Statement) -> Finding | None:
    """Return the contradiction between what two statements say that somebody knows; knowing more is none."""
    if Skill.NONE in {left.skill, right.skill} or left.skill is right.skill:
        return None
    named = {mention.key for mention in left.mentions}
    common = shared(named & left.strong, right.strong) or (
        shared(left.strong, right.strong) if not named and likeness(left, right) >= _ENOUGH else set()
    )
    if not common:
        return None
    thing = left.shown.get(min(common), min(common))
    return Finding(FindingKind.CONTRADICTION, thing, left.skill.value, right.skill.value, _SCORE)
