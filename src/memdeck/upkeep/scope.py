"""What a piece of text is about, and under which condition it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memdeck.upkeep.atoms import AtomKind
from memdeck.upkeep.tokens import Token
from memdeck.upkeep.vocabulary import Kind, Needs

PIVOTS = frozenset(
    {
        "be", "use", "should", "can", "have", "keep", "store", "live", "run", "write", "set", "return",
        "manage", "support", "work", "follow", "belong", "listen", "expire", "end up", "show", "perform",
        "change", "must not exceed", "go out",
    }
)  # fmt: skip
"""Keys of the words at which the subject of a sentence ends."""

FORMS = frozenset({AtomKind.CLOCK, AtomKind.DATE, AtomKind.PATH, AtomKind.MAIL, AtomKind.CHANNEL})
"""Atoms that are values by their form."""

_UNIVERSAL = frozenset({"every", "all", "any", "each", "所有", "任何", "每个", "每", "全部", "各"})
"""Words that open a condition which leaves nothing out."""
_SAYS_IN_WHAT = frozenset(
    {
        "write",
        "keep",
        "store",
        "collect",
        "track",
        "register",
        "manage",
        "record",
        "document",
        "publish",
        "archive",
    }
)
"""Verbs after which `in …` says what, not where it holds: "written in Scala"."""
_MOMENTS = frozenset({AtomKind.CLOCK, AtomKind.DATE})

_OPENERS = frozenset(
    {
        "in",
        "for",
        "on",
        "during",
        "within",
        "when",
        "if",
        "unless",
        "while",
        "outside",
        "except",
        "inside",
        "at",
    }
)
"""Not `before` and `after`: a moment belongs to what is said, it doesn't narrow where it holds."""
_CLOSERS = frozenset({"里", "中", "内", "时", "下", "的时候", "时候", "里面"})
_STARTS = frozenset({"在", "当", "如果", "若", "对于", "对", "关于"})


@dataclass(slots=True)
class Scope:
    """Keys of the subject, keys of the conditions, and which tokens are part of a condition."""

    pivot: int
    """Index of the token at which the subject ends; 0 when there is no subject."""
    subject: set[str] = field(default_factory=set)
    condition: set[str] = field(default_factory=set)
    inside: set[int] = field(default_factory=set)


def scope_of(tokens: Sequence[Token], amounts: Sequence[int], kinds: Mapping[str, Kind]) -> Scope:
    """Return what a piece of text is about; `kinds` are those that its things can be of."""
    pivot = next((i for i, token in enumerate(tokens) if _is_pivot(token) or (i and token.text == "在")), 0)
    scope = Scope(pivot)
    for group in (*_english_groups(tokens), *_chinese_groups(tokens)):
        if not _names_the_kind(tokens, group, kinds):
            _take(scope, tokens, group, amounts)
    editions = [i for i in range(len(tokens)) if _is_edition(tokens, i)]
    scope.inside.update(editions)
    scope.condition.update(tokens[i].key for i in editions)
    scope.subject = {
        token.key
        for i, token in enumerate(tokens[:pivot])
        if token.strong and not token.senses and i not in scope.inside and token.kind not in FORMS
    }
    return scope


def _is_edition(tokens: Sequence[Token], i: int) -> bool:
    """Tell whether a token is a `v2` that says for what a sentence holds, not the version of a thing."""
    token = tokens[i]
    return (
        token.kind is AtomKind.NUMBER
        and token.strong
        and not token.senses
        and not (i and tokens[i - 1].senses)
    )


def _is_pivot(token: Token) -> bool:
    return token.key in PIVOTS or token.text == ":"


def _english_groups(tokens: Sequence[Token]) -> list[range]:
    groups = []
    for i, token in enumerate(tokens):
        if token.kind is AtomKind.WORD and token.text.lower() in _OPENERS:
            end = i + 1
            while end < len(tokens) and not _ends(tokens[end]):
                end += 1
            groups.append(range(i + 1, end))
    return groups


def _ends(token: Token) -> bool:
    return (
        token.kind is AtomKind.MARK or token.text.lower() in _OPENERS or token.key in {"be", "should", "can"}
    )


def _chinese_groups(tokens: Sequence[Token]) -> list[range]:
    groups = []
    for i, token in enumerate(tokens):
        if token.kind is AtomKind.HAN and token.text in _CLOSERS and i:
            start = i
            while start and not (
                _is_pivot(tokens[start - 1])
                or tokens[start - 1].text in _STARTS
                or tokens[start - 1].kind is AtomKind.MARK
            ):
                start -= 1
            groups.append(range(start, i))
        elif token.text in _STARTS:
            end = i + 1
            while end < len(tokens) and not _is_pivot(tokens[end]) and tokens[end].text not in _CLOSERS:
                end += 1
            if end < len(tokens):
                groups.append(range(i + 1, end))
    return groups


def _names_the_kind(tokens: Sequence[Token], group: range, kinds: Mapping[str, Kind]) -> bool:
    """Tell whether a group is what the sentence is there to say: camelCase in "fields in camelCase"."""
    outside = {token.key for i, token in enumerate(tokens) if i not in group}
    senses = [kinds[sense.kind] for i in group for sense in tokens[i].senses]
    return any(kind.words & outside for kind in senses if kind.needs is Needs.TOPIC and not kind.places)


def _is_value(tokens: Sequence[Token], group: range, inside: Sequence[Token]) -> bool:
    """Tell whether a group is what the sentence is there to say: `Grafana is at grafana.corp.example`."""
    verb = tokens[group.start - 2] if group.start > 1 else None
    if verb is None or group.stop < len(tokens) or not (_is_pivot(verb) or verb.key in _SAYS_IN_WHAT):
        return False
    if verb.key in _SAYS_IN_WHAT and len(inside) == 1 and inside[0].senses:
        return True
    return len(inside) == 1 and inside[0].kind in {AtomKind.PATH, AtomKind.MAIL, AtomKind.CHANNEL}


def _take(scope: Scope, tokens: Sequence[Token], group: range, amounts: Sequence[int]) -> None:
    """Count a group as a condition, unless it holds what the sentence is there to say."""
    group_of_words = [i for i in group if tokens[i].kind not in _MOMENTS]
    inside = [tokens[i] for i in group_of_words]
    if inside and inside[0].text.lower() in _UNIVERSAL:
        return
    if not any(token.strong for token in inside) or _is_value(tokens, group, inside):
        return
    end = tokens[group.stop].start if group.stop < len(tokens) else 10**6
    amounts_inside = (
        [start for start in amounts if tokens[group.start - 1].start <= start < end] if group.start else []
    )
    told = len(amounts) > len(amounts_inside) or any(t.senses for i, t in enumerate(tokens) if i not in group)
    if not told and (
        amounts_inside or any(token.senses or token.name or token.kind in FORMS for token in inside)
    ):
        return
    scope.inside.update(group_of_words)
    scope.condition.update(
        token.key for token in inside if token.strong and (told or token.kind not in FORMS)
    )
