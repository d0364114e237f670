"""Rule: the same thing demanded and forbidden, done and not done."""

from __future__ import annotations

import re
from dataclasses import replace

from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import apart, likeness, one_sided, shared, without
from memdeck.upkeep.polarity import Polarity, opposed
from memdeck.upkeep.rule_amounts import topic
from memdeck.upkeep.statement import SlotForm, Standing, Statement

_ENOUGH, _MOST, _NEARLY_ALL = 0.5, 0.6, 0.7
_SCORE = 0.85
_ASKING = 0.35
"""Enough where one demands to be asked and the other says that it needn't be."""
_ASKS = re.compile(r"ask|approv|permission|confirm|问|确认|同意|批准", re.IGNORECASE)
_NOTHING_OF = frozenset({"no", "without", "没有", "无", "没"})
"""Denials of the very thing that follows."""


def polarity(left: Statement, right: Statement) -> Finding | None:
    """Return the contradiction between what two statements demand, if there is one."""
    if not opposed(left.polarity, right.polarity) or _counts_pieces(left, right):
        return None
    left, right = _with_values(left, right), _with_values(right, left)
    common = shared(left.strong, right.strong)
    if not left.strong and not right.strong:  # of nothing but common words: change files that I name
        common = set(left.weak & right.weak) if len(left.weak & right.weak) > 1 else set()
    if not common or apart(left, right):
        return None
    if _denies_another(left, right) or _denies_another(right, left):
        return None
    if _forbids_a_part(left, right) or _forbids_a_part(right, left):
        return None
    alike = likeness(left, right)
    if alike < _asked(left, right):
        return None
    return Finding(
        FindingKind.CONTRADICTION,
        topic(left, common),
        _said(left, right),
        _said(right, left),
        _SCORE * (0.7 + 0.3 * alike),
    )


def _denies_another(statement: Statement, other: Statement) -> bool:
    """Tell whether it denies a thing that the other doesn't speak of: no sound."""
    if statement.cue.strip().casefold() not in _NOTHING_OF:
        return False
    at = statement.text.find(statement.cue)
    denied = {key for key in statement.strong if statement.text.find(statement.shown.get(key, key)) > at}
    return bool(denied) and not shared(denied, other.strong)


def _forbids_a_part(statement: Statement, other: Statement) -> bool:
    """Tell whether it forbids something about a thing that the other only names: editing old migrations."""
    if statement.polarity is not Polarity.FORBIDDEN or other.polarity is not Polarity.STATED:
        return False
    named = {mention.key for mention in other.mentions if mention.standing is Standing.CURRENT}
    return bool(named & statement.strong) and bool(without(statement.strong, other.strong))


def _said(statement: Statement, other: Statement) -> str:
    if statement.polarity is Polarity.STATED and other.polarity is Polarity.FORBIDDEN:
        return "do"
    return statement.polarity.value


def _covered(left: Statement, right: Statement) -> bool:
    """Tell whether a general denial covers what the other states as a fact, which is no mere exception."""
    denied, stated = (right, left) if left.polarity.positive else (left, right)
    return stated.polarity is not Polarity.ALLOWED and not without(denied.strong, stated.strong)


def _counts_pieces(left: Statement, right: Statement) -> bool:
    """Tell whether a number narrows what one of them speaks of: the last four digits of a card."""
    forbids = Polarity.FORBIDDEN in {left.polarity, right.polarity}
    here, there = _counts(left), _counts(right)
    return forbids and here != there


def _counts(statement: Statement) -> bool:
    return any(quantity.unit != "time" for quantity in statement.quantities)


def _with_values(statement: Statement, other: Statement) -> Statement:
    """Return the statement with its paths, dates and the like counted as words.

    What something is done with doesn't count where the other one denies that it is done at all.
    """
    strong = statement.strong | {slot.key for slot in statement.slots}
    known = statement.known
    if known is not None and known.form is SlotForm.MEANS and statement.polarity.positive:
        rest = strong - (set(known.key.split(" ")) & statement.asserted - other.strong)
        strong = rest if len(rest) > 1 else strong
    return statement if strong == statement.strong else replace(statement, strong=strong)


def _speaks_of_asking(statement: Statement) -> bool:
    return "ask" in statement.weak or _ASKS.search(statement.cue) is not None


def _asked(left: Statement, right: Statement) -> float:
    """Return how alike they must be: more when one is narrower, or when each says something of its own."""
    if _speaks_of_asking(left) and _speaks_of_asking(right):
        return _ASKING
    if one_sided(left, right) and not _covered(left, right):
        return _NEARLY_ALL
    both = without(left.strong, right.strong) and without(right.strong, left.strong)
    return _MOST if both else _ENOUGH
