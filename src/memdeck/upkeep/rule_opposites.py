"""Rule: the same, but before ↔ after, first ↔ last, include ↔ exclude."""

from __future__ import annotations

from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import apart, likeness, shared
from memdeck.upkeep.rule_amounts import topic
from memdeck.upkeep.statement import Statement
from memdeck.upkeep.vocabulary import Vocabulary

_ENOUGH, _SCORE = 0.7, 0.75


_ORDER = frozenset({"before", "after"})


def _turned_round(left: Statement, right: Statement) -> bool:
    """Tell whether two things that both name stand in the other order: "after A do B", "A before B"."""
    common = sorted(left.strong & right.strong & set(left.shown) & set(right.shown))
    mine = sorted(common, key=lambda key: left.text.find(left.shown[key]))
    other = sorted(common, key=lambda key: right.text.find(right.shown[key]))
    return len(common) > 1 and mine != other


def _in_other_order(left: Statement, right: Statement) -> bool:
    """Tell whether one puts A before B, and the other B before A."""
    for word in (" before ", " after "):
        if word in left.text and word in right.text:
            (a, b), (c, d) = (_sides(s, word) for s in (left, right))
            return bool(a & d and b & c and not a & c and not b & d)
    return False


def _sides(statement: Statement, word: str) -> tuple[set[str], set[str]]:
    at = statement.text.find(word)
    place = {key: statement.text.find(statement.shown.get(key, key)) for key in statement.strong}
    return {key for key in place if place[key] < at}, {key for key in place if place[key] > at}


def opposites(left: Statement, right: Statement, vocabulary: Vocabulary) -> Finding | None:
    """Return the contradiction between two statements that differ in one of two opposite words."""
    if left.polarity.positive != right.polarity.positive or left.quantities or right.quantities:
        return None
    mine, other = left.strong | left.weak, right.strong | right.weak
    if not vocabulary.opposites.touch(mine) or not vocabulary.opposites.touch(other):
        return None
    if _ORDER & mine & other and _in_other_order(left, right) and not apart(left, right):
        return Finding(FindingKind.CONTRADICTION, "order", left.text[:60], right.text[:60], _SCORE)
    for pair in vocabulary.opposites:
        here, there = mine & pair, other & pair
        if len(here) != 1 or len(there) != 1 or here == there or apart(left, right, pair):
            continue
        if pair == _ORDER and _turned_round(left, right):
            continue
        common = shared(left.strong - pair, right.strong - pair)
        if len(common) > 1 and likeness(left, right, pair) >= _ENOUGH:
            attribute = topic(left, common)
            texts = left.shown[min(here)], right.shown[min(there)]
            return Finding(FindingKind.CONTRADICTION, attribute, texts[0], texts[1], _SCORE)
    return None
