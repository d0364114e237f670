"""Rule: two things of one kind, or two versions of one thing, where there can be one."""

from __future__ import annotations

import re
from collections.abc import Set

from memdeck.upkeep.finding import Finding, FindingKind
from memdeck.upkeep.likeness import apart, narrower, one_sided, shared, without
from memdeck.upkeep.rule_amounts import MEASURES
from memdeck.upkeep.statement import Mention, Standing, Statement
from memdeck.upkeep.vocabulary import Kind, Needs, Vocabulary
from memdeck.upkeep.word_files import cues

_SURE, _LIKELY, _POSSIBLE = 0.95, 0.85, 0.7
_ARTICLE = re.compile(r"^(?:the|our|all|every|each)\s+", re.IGNORECASE)
_CHOOSES = re.compile(
    r"\b(?:is|use[sd]?|using|chosen|preferred|default)\b|使用|采用|选用|默认|是", re.IGNORECASE
)
_CHOICE = re.compile(
    rf"{_CHOOSES.pattern}|\b(?:no|not|without|avoid|instead|longer|drop|ban)\b|不用|不再|别用|禁|弃|无需|没有",
    re.IGNORECASE,
)
"""Says whether a thing is taken at all, rather than what is done about it."""


def alternatives(left: Statement, right: Statement, vocabulary: Vocabulary) -> Finding | None:
    """Return the contradiction between the things that two statements name, if there is one."""
    kinds = {m.kind for m in left.mentions} & {m.kind for m in right.mentions}
    for name in sorted(kinds):
        kind = vocabulary.kinds[name]
        finding = (
            _values(left, right, kind, vocabulary.narrowing)
            or _denied(left, right, kind)
            or _versions(left, right, kind)
        )
        if finding is not None:
            return finding
    return None


def _values(left: Statement, right: Statement, kind: Kind, narrowing: Set[str]) -> Finding | None:
    here, there = left.values(kind.name, Standing.CURRENT), right.values(kind.name, Standing.CURRENT)
    if not here or not there:
        return None
    if here & there:
        return _only(left, right, kind)
    if any((kind.name, value) in right.beside for value in here) or any(
        (kind.name, value) in left.beside for value in there
    ):
        return None
    if not left.polarity.positive and not right.polarity.positive:
        return None
    if cues("adds").search(left.text) or cues("adds").search(right.text):
        return None
    if _measured(left, here) and _measured(right, there):
        return None
    words = kind.words | _keys(left, kind) | _keys(right, kind)
    if apart(left, right, words) or not _same_topic(left, right, kind):
        return None
    if narrower(left, right, words, narrowing):
        return None
    score = _LIKELY if one_sided(left, right, words) else _SURE
    return _finding(kind.name, _shown(left, kind), _shown(right, kind), score)


def _only(left: Statement, right: Statement, kind: Kind) -> Finding | None:
    """One says that this is the only one, the other names it beside more: `portrait only`, `both`."""
    for first, second in ((left, right), (right, left)):
        one, many = first.values(kind.name, Standing.CURRENT), second.values(kind.name, Standing.CURRENT)
        if not one < many or not cues("only").search(first.text) or cues("only").search(second.text):
            continue
        words = kind.words | _keys(left, kind) | _keys(right, kind)
        topic = shared(first.strong - words, second.strong) or (first.strong | first.weak) & kind.words
        if topic and first.polarity.positive and second.polarity.positive and not apart(left, right, words):
            return _finding(kind.name, _shown(left, kind), _shown(right, kind), _POSSIBLE)
    return None


def _measured(statement: Statement, values: Set[str]) -> bool:
    """Tell whether an amount is said of the thing ("API keys expire after 90 days"), not that it is used."""
    if not any(q.unit in MEASURES for q in statement.quantities) or _CHOOSES.search(statement.text):
        return False
    start = _ARTICLE.sub("", statement.text).casefold()
    return any(m.value in values and start.startswith(m.text.casefold()) for m in statement.mentions)


def _denied(left: Statement, right: Statement, kind: Kind) -> Finding | None:
    """One says that this is the thing, the other that it is not."""
    for first, second in ((left, right), (right, left)):
        struck = first.values(kind.name, Standing.CURRENT) & second.values(kind.name, Standing.DENIED)
        words = kind.words | _keys(left, kind) | _keys(right, kind)
        scoped = {m.key for m in second.mentions if m.standing is Standing.SCOPE and m.kind != kind.name}
        if struck and not second.polarity.positive and without(scoped - words, first.strong):
            continue  # an exception for one of many: no decimals for yen
        more = without((second.strong | second.weak) - words, first.strong)
        if struck and more and not _CHOICE.search(second.text):
            continue  # something else is forbidden about it: never edit a released Flyway migration
        if struck and not apart(left, right, words) and not without(first.scope - words, second.strong):
            value = min(struck)
            texts = (value, f"not {value}") if first is left else (f"not {value}", value)
            return _finding(kind.name, *texts, _LIKELY)
    return None


def _versions(left: Statement, right: Statement, kind: Kind) -> Finding | None:
    for mine in left.mentions:
        for other in right.mentions:
            if (mine.kind, other.kind) != (kind.name, kind.name) or mine.value != other.value:
                continue
            if not _both_hold(mine, other) or not _differ(mine.version, other.version):
                continue
            if not apart(left, right, kind.words | {mine.key}):
                return _finding(mine.value, mine.version, other.version, _LIKELY)
    return None


def _both_hold(left: Mention, right: Mention) -> bool:
    standings = {left.standing, right.standing}
    return (
        Standing.CURRENT in standings
        and standings <= {Standing.CURRENT, Standing.SCOPE}
        and left.standing is right.standing
    )


def _differ(left: str, right: str) -> bool:
    """`16` and `16.3` don't contradict each other; `15` and `16` do."""
    if not left or not right:
        return False
    mine, other = left.split("."), right.split(".")
    common = min(len(mine), len(other))
    return mine[:common] != other[:common]


def _same_topic(left: Statement, right: Statement, kind: Kind) -> bool:
    mine, other = left.strong - _keys(left, kind), right.strong - _keys(right, kind)
    common = shared(mine, other)
    if kind.needs is Needs.SAME:
        mine, other = mine - left.asserted, other - right.asserted
        extra = [without(mine, other), without(other, mine)]
        if len(common) > max(map(len, extra)):
            return True
        outside = not extra[0] & left.scope and not extra[1] & right.scope
        return bool(common) and outside and min(map(len, extra)) == 0 and max(map(len, extra)) == 1
    if common:
        return True
    if kind.needs is Needs.TOPIC:
        if mine and other:
            return False
        if kind.asks:  # the things were taken for such only because both use words of the kind
            return True
        return bool((mine | left.weak) & kind.words and (other | right.weak) & kind.words)
    if mine - kind.words and other - kind.words:
        return False
    subjects = left.subject - _keys(left, kind), right.subject - _keys(right, kind)
    named = any(word in kind.name.replace("-", "") for subject in subjects for word in subject)
    if all(subjects) and not named and (mine - kind.words or other - kind.words):
        return False  # secrets from Vault, feature flags from the environment
    return _to_the_point(left, kind) and _to_the_point(right, kind)


def _to_the_point(statement: Statement, kind: Kind) -> bool:
    """Tell whether a statement is there to name the thing, not only in passing."""
    return statement.lead or bool((statement.strong | statement.weak) & kind.words)


def _keys(statement: Statement, kind: Kind) -> frozenset[str]:
    return frozenset(m.key for m in statement.mentions if m.kind == kind.name)


def _shown(statement: Statement, kind: Kind) -> str:
    texts = [m.text for m in statement.mentions if m.kind == kind.name and m.standing is Standing.CURRENT]
    return ", ".join(dict.fromkeys(texts))


def _finding(attribute: str, left: str, right: str, score: float) -> Finding:
    return Finding(FindingKind.CONTRADICTION, attribute, left, right, score)
