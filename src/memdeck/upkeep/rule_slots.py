"""Rule: two owners, places, paths, times or dates where there can be one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import apart, narrower, shared, without
from memdeck.upkeep.rule_amounts import topic
from memdeck.upkeep.statement import Slot, SlotForm, Statement
from memdeck.upkeep.word_files import cues

_SCORE = 0.85
_WAY = re.compile(r"\b(?:via|through|by|over)\b|走|通过|经由", re.IGNORECASE)
_KEPT = re.compile(
    r"\b(?:stored|kept|lives?|held|maintained|saved|tracked|recorded|documented|collected|written down)\b|"
    r"放在|存在|存放|记在|写在|维护|管理|记录|保存|收集",
    re.IGNORECASE,
)
_JOBS = frozenset({"job", "task", "run"})
_OTHER_WORK = frozenset(
    {"quality check", "test", "review", "documentation", "translation", "design", "on-call"}
)
"""Work on a thing that others may do than those who own the thing."""
_DATE = re.compile(r"(?:(\d{4})-?)?(?:(\d\d)(?:-(\d\d))?)?( \w+)?")
"""Year, month, day and part of the month."""


def slots(left: Statement, right: Statement) -> Finding | None:
    """Return the contradiction between two values of one form for the same subject, if there is one."""
    here, there = _slots(left, right), _slots(right, left)
    if not here or not there:
        return None
    if not left.polarity.positive or not right.polarity.positive:
        return None
    for form in SlotForm:
        mine, other = [s for s in here if s.form is form], [s for s in there if s.form is form]
        if _one_each(mine, other) and _differ(mine[0], other[0]) and _same_subject(left, right, form):
            common = shared(left.strong, right.strong)
            if form is SlotForm.OWNER and (narrower(left, right, frozenset(), _OTHER_WORK)):
                return None
            if form is SlotForm.MEANS and _adds(left, right):
                return None
            attribute = (
                f"{form.value}: {topic(left, common)}"
                if form in {SlotForm.OWNER, SlotForm.PLACE}
                else topic(left, common)
            )
            return Finding(FindingKind.CONTRADICTION, attribute, mine[0].text, other[0].text, _SCORE)
    return None


def _slots(statement: Statement, other: Statement) -> tuple[Slot, ...]:
    """Return the values of a statement; a known thing is one beside an unknown one, or on the same way."""
    if statement.slots or statement.known is None:
        return statement.slots
    if not (_is_named(other) if other.slots else _on_a_way(statement, other)):
        return ()
    return (statement.known,)


def _is_named(statement: Statement) -> bool:
    """Tell whether an unknown value is a name (not: a fraud check), as far as that can be seen."""
    value = statement.slots[0].text
    return value != value.lower() or not statement.text.isascii()


def _on_a_way(left: Statement, right: Statement) -> bool:
    """Tell whether both say through what the very same goes, naming things of different kinds."""
    if left.known is None or right.known is None:
        return False
    if not any(way.search(left.text) and way.search(right.text) for way in (_WAY, _KEPT)):
        return False
    if {m.kind for m in left.mentions} & {m.kind for m in right.mentions}:
        return False
    mine, other = _about(left).strong, _about(right).strong
    return bool(mine) and not without(mine, other) and not without(other, mine)


def _one_each(mine: Sequence[Slot], other: Sequence[Slot]) -> bool:
    """Tell whether each names one value, or both a span of time: from 9:00 to 17:00."""
    if len(mine) == len(other) == 2:
        return mine[0].form is SlotForm.CLOCK
    return len(mine) == len(other) == 1


def _adds(left: Statement, right: Statement) -> bool:
    return bool(cues("adds").search(left.text) or cues("adds").search(right.text))


def _differ(left: Slot, right: Slot) -> bool:
    if left.form is SlotForm.DATE:
        return _differ_as_dates(left.key, right.key)
    return left.key != right.key and left.key not in right.key and right.key not in left.key


def _differ_as_dates(left: str, right: str) -> bool:
    """Tell whether what both name differs: `2026-03-12` and `03-12` do not, nor `2026-03`."""
    mine, other = (_DATE.fullmatch(key) for key in (left, right))
    if mine is None or other is None:
        return left != right
    if left.endswith(" day") != right.endswith(" day"):
        return False
    pairs = zip(mine.groups(), other.groups(), strict=True)
    return any(here and there and here != there for here, there in pairs)


def _about(statement: Statement) -> Statement:
    """Return the statement without the known thing that is its value."""
    if statement.slots or statement.known is None:
        return statement
    return replace(
        statement, strong=statement.strong - frozenset(statement.known.key.split(" ")) - statement.asserted
    )


def _same_subject(left: Statement, right: Statement, form: SlotForm) -> bool:
    mine, other = _about(left), _about(right)
    if apart(mine, other) or not shared(mine.strong, other.strong):
        return False
    if form is SlotForm.MEANS:
        return not without(mine.strong, other.strong) and not without(other.strong, mine.strong)
    left, right = mine, other
    if form is SlotForm.CLOCK:
        left, right = (replace(s, strong=s.strong - s.asserted - _JOBS) for s in (mine, other))
        if not shared(left.strong, right.strong):
            return False
    return not (without(left.strong, right.strong) and without(right.strong, left.strong))
