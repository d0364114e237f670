"""Rule: two entries that say the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import contrasted, likeness, other_things, without
from memdeck.upkeep.polarity import Polarity
from memdeck.upkeep.rule_amounts import MEASURES, quantities
from memdeck.upkeep.statement import Mention, Skill, SlotForm, Standing, Statement
from memdeck.upkeep.vocabulary import Vocabulary, WordGroups

_SAME = 0.7
"""Words alike to this share say the same when all facts agree."""
_SAME_BY_MEANING = 0.9
"""So do an encoder's likeness and the words' together, the words at this weight:"""
_SAME_THOUGH_DIFFERENT = 1.2
_FOR_SAME_FACTS = 0.15
_SAME_ACROSS = 0.78
_WORDS = 0.6
_LEAST = {True: 0.25, False: 0.15}
"""Words alike to less than this, in one language and across two, are not worth asking the encoder: of 14,000
pairs below that it was asked about, in stores of three kinds, none said the same."""
_QUOTED = re.compile(r"[\"“「『]([^\"”」』]{1,40})[\"”」』]")
_HAN = re.compile("[\u4e00-\u9fff]")


def duplicate(
    mine: Statement,
    other: Statement,
    vocabulary: Vocabulary,
    meaning: Callable[[], float] | None = None,
) -> Finding | None:
    """Return the finding that two entries say the same, if they do.

    Args:
        mine: everything that one entry states, joined.
        other: everything that the other states.
        vocabulary: known things and words.
        meaning: asks an encoder for the likeness, 0 to 1; None without one.
    """
    if not mine.strong & other.strong and not (mine.chinese or other.chinese):
        return None
    if not _facts_agree(mine, other) or contrasted(mine, other, vocabulary.opposites):
        return None
    if contrasted(mine, other, vocabulary.contrasts) or _names_more(mine, other, vocabulary.contrasts):
        return None
    words = _kind_words(mine, other, vocabulary)
    if other_things(mine, other, words):
        return None
    alike = likeness(mine, other)
    if words:
        alike = max(alike, likeness(mine, other, words))
    sure = alike
    if alike < _SAME:
        asked = _asked(mine, other)
        # No likeness is above 1: where even that would be too little, the encoder needn't be asked.
        if meaning is None or alike < _LEAST[_one_language(mine, other)] or 1 + _WORDS * alike < asked:
            return None
        sure = meaning()
        if sure + _WORDS * alike < asked:
            return None
    return Finding(FindingKind.DUPLICATE, mine.text, mine.text, other.text, min(sure, 1.0))


def _names_more(left: Statement, right: Statement, contrasts: WordGroups) -> bool:
    """Tell whether one names more of words that exclude each other: Android and iOS, and iOS alone."""
    named = ((left.marks & group, right.marks & group) for group in contrasts.of(left.marks))
    return any(other and mine != other for mine, other in named)


def _one_language(left: Statement, right: Statement) -> bool:
    return _chinese(left) == _chinese(right)


_SAID_OTHERWISE = {SlotForm.PLACE, SlotForm.NAME}
"""Values that a sentence of another shape may hold as mere words."""


_UNMISTAKABLE = {SlotForm.PATH, SlotForm.MAIL, SlotForm.CHANNEL}


def _asked(left: Statement, right: Statement) -> float:
    """Return how alike two entries must be: less when they name the same amounts and things.

    In one language a word of its own on each side means more than across two, where a word may be unknown.
    """
    if not _one_language(left, right):
        return _SAME_ACROSS
    allowed = (left.polarity is Polarity.ALLOWED) != (right.polarity is Polarity.ALLOWED)
    if allowed or (without(left.strong, right.strong) and without(right.strong, left.strong)):
        return _SAME_THOUGH_DIFFERENT - (_FOR_SAME_FACTS if _same_facts(left, right) else 0.0)
    return _SAME_BY_MEANING


def _same_facts(left: Statement, right: Statement) -> bool:
    """Tell whether both name an amount, a thing or a value, and all of them are the same."""
    mine, other = {m.key for m in left.mentions}, {m.key for m in right.mentions}
    if mine & other and not without(mine, right.strong) and not without(other, left.strong):
        return True
    return bool(_amounts(left)) or bool(_telling(left) & _telling(right))


def _telling(statement: Statement) -> set[str]:
    """Return the values that belong to one thing; one person owns many."""
    return {x.key for x in statement.slots if x.form is not SlotForm.OWNER}


def _chinese(statement: Statement) -> bool:
    return _HAN.search(statement.text) is not None


def joined(statements: Sequence[Statement]) -> Statement:
    """Return everything that the statements of an entry say as one."""
    polarities = [s.polarity for s in statements]
    denied = next((s.polarity for s in statements if not s.polarity.positive and not _is_contrast(s)), None)
    polarities = [p for p in polarities if p.positive] or polarities if denied is None else polarities
    return Statement(
        text=statements[0].text,
        polarity=denied or polarities[0],
        mentions=tuple(m for s in statements for m in s.mentions),
        quantities=tuple(q for s in statements for q in s.quantities),
        slots=tuple(x for s in statements for x in s.slots),
        subject=frozenset().union(*(s.subject for s in statements)),
        condition=frozenset().union(*(s.condition for s in statements)),
        strong=frozenset().union(
            *(s.strong | {w for x in s.slots for w in x.key.split()} for s in statements)
        ),
        weak=frozenset().union(*(s.weak for s in statements)),
        names=frozenset().union(*(s.names for s in statements)),
        preference=next((s.preference for s in statements if s.preference is not None), None),
        skill=next((s.skill for s in statements if s.skill is not Skill.NONE), Skill.NONE),
        things=frozenset().union(*(s.things for s in statements)),
        past=any(s.past for s in statements),
    )


def _is_contrast(statement: Statement) -> bool:
    """Tell whether a piece only says what is not meant: "show the diff, not whole files"."""
    return not statement.lead and statement.text.startswith("not ") and bool(statement.mentions)


def _facts_agree(left: Statement, right: Statement) -> bool:
    """Things, amounts, values, polarity and time must be the same on both sides."""
    return (
        left.past == right.past
        and left.skill is right.skill
        and left.polarity.positive == right.polarity.positive
        and (left.polarity is Polarity.NEEDLESS) == (right.polarity is Polarity.NEEDLESS)
        and _things_agree(left, right)
        and _amounts(left) == _amounts(right)
        and not (
            without(left.names | left.asserted, right.strong)
            and without(right.names | right.asserted, left.strong)
        )
        and _values_agree(left, right)
        and (None in {left.preference, right.preference} or left.preference == right.preference)
        and not (without(left.condition, right.strong) and without(right.condition, left.strong))
    )


def _things_agree(left: Statement, right: Statement) -> bool:
    for kind in {m.kind for m in left.mentions} & {m.kind for m in right.mentions}:
        mine = {(m.value, m.version, _held(m)) for m in left.mentions if m.kind == kind}
        other = {(m.value, m.version, _held(m)) for m in right.mentions if m.kind == kind}
        if mine != other:
            return False
    return True


def _values_agree(left: Statement, right: Statement) -> bool:
    quoted, its = _QUOTED.findall(left.text), _QUOTED.findall(right.text)
    if quoted and its and quoted != its:
        return False
    mine = {(x.form, x.key) for x in left.slots if x.form is not SlotForm.MEANS}
    other = {(x.form, x.key) for x in right.slots if x.form is not SlotForm.MEANS}
    if mine and other:
        return mine == other
    both = left.strong & right.strong
    return all(
        form in _SAID_OTHERWISE or (form in _UNMISTAKABLE and key in both) for form, key in mine | other
    )


def _amounts(statement: Statement) -> set[tuple[str, float]]:
    return {(q.unit if q.unit in MEASURES else "", q.amount) for q in quantities(statement)}


def _kind_words(left: Statement, right: Statement, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words that only name the kinds of what both name ("message queue" beside RabbitMQ)."""
    kinds = {m.kind for m in left.mentions if not _scoped(m)} & {
        m.kind for m in right.mentions if not _scoped(m)
    }
    words = frozenset().union(*(vocabulary.kinds[kind].words for kind in kinds))
    return words - {m.key for m in (*left.mentions, *right.mentions)}


def _held(mention: Mention) -> bool:
    return mention.standing in {Standing.CURRENT, Standing.SCOPE}


def _scoped(mention: Mention) -> bool:
    return mention.standing is Standing.SCOPE
