"""Rule: two owners, places, paths, times or dates where there can be one."""

from __future__ import annotations

from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import apart, shared, without
from memdeck.upkeep.rule_amounts import topic
from memdeck.upkeep.statement import Slot, SlotForm, Statement

_SCORE = 0.85


def slots(left: Statement, right: Statement) -> Finding | None:
    """Return the contradiction between two values of one form for the same subject, if there is one."""
    if not left.slots or not right.slots:
        return None
    if not left.polarity.positive or not right.polarity.positive:
        return None
    for form in SlotForm:
        mine, other = _of(left, form), _of(right, form)
        if len(mine) == 1 and len(other) == 1 and _differ(mine[0], other[0]) and _same_subject(left, right):
            common = shared(left.strong, right.strong)
            attribute = (
                f"{form.value}: {topic(left, common)}"
                if form in {SlotForm.OWNER, SlotForm.PLACE}
                else topic(left, common)
            )
            return Finding(FindingKind.CONTRADICTION, attribute, mine[0].text, other[0].text, _SCORE)
    return None


def _of(statement: Statement, form: SlotForm) -> list[Slot]:
    return [slot for slot in statement.slots if slot.form is form]


def _differ(left: Slot, right: Slot) -> bool:
    if left.form is SlotForm.DATE:
        return left.key[-5:] != right.key[-5:] if len(left.key) != len(right.key) else left.key != right.key
    return left.key != right.key and left.key not in right.key and right.key not in left.key


def _same_subject(left: Statement, right: Statement) -> bool:
    if apart(left, right) or not shared(left.strong, right.strong):
        return False
    return not (without(left.strong, right.strong) and without(right.strong, left.strong))
