"""Rule: two amounts of the same unit for the same thing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import apart, likeness, shared, without
from memdeck.upkeep.quantities import Bound, Quantity
from memdeck.upkeep.statement import Standing, Statement

_SURE, _LIKELY = 0.95, 0.8
_BARE = 0.4
"""How alike two statements must be for their bare numbers to be compared."""
_BARE_UNITS = frozenset({"", "piece"})
"""Units that don't say what is counted."""
_SPEAKING_UNITS = frozenset({"space", "port"})
"""Units that say what the amount is for."""
_NAMES = {"space": "indentation"}
"""What an amount of the unit is called when it can only be one thing."""
_NAMES_OF_RATES = frozenset({"rate limit"})
MEASURES = frozenset({"time", "bytes", "percent", "port", "space", "money"})
"""Units that measure; all others count things."""


_RANGE = re.compile(
    r"\b(?:under|below|over|above|exceeding|up to|(?:less|more|larger|smaller|longer|older) than)\s*$|"
    r"(?:小于|大于|超过|低于|高于|不足|未满|满)\s*$",
    re.IGNORECASE,
)
_RANGE_AFTER = re.compile(r"\s*[^\s,，]{0,2}(?:以下|以上|以内)的")
_VERB = re.compile(
    r"\b(?:is|are|need|needs|must|may|can|should|requires?|get|gets|go|goes|ha[sv]e?|will|costs?)\b|[需由免走归可]"
)
_RHYTHM = "release rhythm"
_INTERVALS = {
    "hourly": 3600.0, "daily": 86_400.0, "weekly": 604_800.0, "fortnightly": 1_209_600.0,
    "monthly": 2_592_000.0, "quarterly": 7_776_000.0, "yearly": 31_536_000.0,
}  # fmt: skip
"""What the words for how often something happens mean in seconds."""


def quantities(statement: Statement) -> tuple[Quantity, ...]:
    """Return the amounts of a statement; `daily` is one, unless an amount of time stands beside it."""
    if any(q.unit == "time" for q in statement.quantities):
        return statement.quantities
    return statement.quantities + tuple(
        Quantity("time", _INTERVALS[m.value], Bound.EXACT, m.text, 0, 0)
        for m in statement.mentions
        if m.kind == _RHYTHM and m.value in _INTERVALS and m.standing is Standing.CURRENT
    )


def amounts(left: Statement, right: Statement) -> Finding | None:
    """Return the contradiction between the amounts that two statements give, if there is one."""
    if not left.quantities and not right.quantities:
        return None
    here, there = quantities(left), quantities(right)
    if not left.polarity.positive and not right.polarity.positive and left.polarity != right.polarity:
        return None
    if _versions(left) and _versions(right) and not _versions(left) & _versions(right):
        return None
    for mine in here:
        for other in there:
            if _comparable(mine, other) and _clash(mine, other) and not _given_too(mine, other, here, there):
                return _judged(left, right, mine, other)
    return None


def _versions(statement: Statement) -> set[tuple[str, str]]:
    """Return the versions that say for what an amount holds: `Node 3` in "Node 3 has 16 GB"."""
    return {(m.value, m.version) for m in statement.mentions if m.standing is Standing.SCOPE and m.version}


def _comparable(mine: Quantity, other: Quantity) -> bool:
    """Equal units; a bare number can be compared with a count."""
    units = {mine.unit, other.unit}
    return len(units) == 1 or (bool(units & _BARE_UNITS) and not units & MEASURES)


def _clash(mine: Quantity, other: Quantity) -> bool:
    if mine.amount == other.amount:
        return False
    if {mine.bound, other.bound} == {Bound.MOST, Bound.LEAST}:
        least, most = (mine, other) if mine.bound is Bound.LEAST else (other, mine)
        return least.amount > most.amount
    return True


def _given_too(mine: Quantity, other: Quantity, here: Sequence[Quantity], there: Sequence[Quantity]) -> bool:
    """The other statement gives the same amount as well: nothing contradicts."""
    return any(q.unit == mine.unit and q.amount == mine.amount for q in there) or any(
        q.unit == other.unit and q.amount == other.amount for q in here
    )


def _judged(left: Statement, right: Statement, mine: Quantity, other: Quantity) -> Finding | None:
    named = _NAMES_OF_RATES if mine.unit.endswith("/s") else frozenset[str]()
    if apart(left, right, named) or (not (mine.unit and other.unit) and likeness(left, right) < _BARE):
        return None
    rhythm = not (mine.end and other.end)
    if rhythm:
        named |= {m.key for s in (left, right) for m in s.mentions if m.kind == _RHYTHM}
    left_only = without(left.strong - named, right.strong)
    right_only = without(right.strong - named, left.strong)
    if rhythm and (left_only or right_only):
        return None
    common = shared(left.strong, right.strong)
    if _for_a_range(left, mine) and _for_a_range(right, other) and (left_only or right_only):
        return None  # refunds under 20 EUR, and those over 500 EUR
    most = max(len(common), len(shared(right.strong, left.strong)))  # a phrase can be like several words
    if left_only and right_only and most <= max(len(left_only), len(right_only)):
        return None
    if not common and mine.unit not in _SPEAKING_UNITS and not left.weak & right.weak:
        return None
    if not common and (left.strong or right.strong) and mine.unit not in _SPEAKING_UNITS:
        return None
    score = _LIKELY if left_only or right_only else _SURE
    attribute = _NAMES.get(mine.unit) or topic(left, common)
    return Finding(FindingKind.CONTRADICTION, attribute, mine.text, other.text, score)


def _for_a_range(statement: Statement, quantity: Quantity) -> bool:
    """Tell whether an amount only says for which things something holds: `files over 10 MB are …`."""
    before, after = statement.text[: quantity.start], statement.text[quantity.end :]
    if _RANGE_AFTER.match(after):
        return True
    return bool(_RANGE.search(before[-16:]) and _VERB.search(after))


def topic(statement: Statement, keys: set[str]) -> str:
    """Return what the keys were called in the statement, in order of the text."""
    shown = [
        (statement.text.find(statement.shown[key]), statement.shown[key])
        for key in keys
        if key in statement.shown
    ]
    texts = [text for _, text in sorted(shown)]
    glue = "" if texts and all(not text.isascii() for text in texts) else " "
    return glue.join(texts[:4])
