"""Rule: two unknown names in the same place of sentences that are otherwise the same."""

from __future__ import annotations

import re

from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import apart, shared, without
from memdeck.upkeep.rule_amounts import topic
from memdeck.upkeep.statement import Statement

_SCORE = 0.75
_ADDS = re.compile(
    r"\b(?:support|add|install|include|enable|also|know|both)\w*\b|支持|兼容|添加|安装|包括|也", re.IGNORECASE
)
"""Words by which a second name joins the first instead of replacing it."""


def names(left: Statement, right: Statement) -> Finding | None:
    """Return the contradiction between `the VPN is Foo` and `we use Bar as VPN`, if there is one."""
    if not left.names or not right.names:
        return None
    if not left.polarity.positive or not right.polarity.positive or left.mentions or right.mentions:
        return None
    mine = without(left.names, right.strong | right.names)
    other = without(right.names, left.strong | left.names)
    if len(mine) != 1 or len(other) != 1 or mine & left.subject or other & right.subject:
        return None
    common = shared(left.strong, right.strong)
    if not common or apart(left, right) or _ADDS.search(left.text) or _ADDS.search(right.text):
        return None
    if without(left.strong - mine, right.strong) and without(right.strong - other, left.strong):
        return None
    here, there = min(mine), min(other)
    return Finding(
        FindingKind.CONTRADICTION,
        topic(left, common),
        left.shown.get(here, here),
        right.shown.get(there, there),
        _SCORE,
    )
