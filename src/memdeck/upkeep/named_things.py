"""Things told apart by a name or number before or after a common noun: `refund service`, `Room 7`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memdeck.upkeep.atoms import AtomKind
from memdeck.upkeep.tokens import Token
from memdeck.upkeep.vocabulary import Weight

_NOUNS = {
    "service": "service", "services": "service", "microservice": "service", "服务": "service",
    "module": "module", "modules": "module", "模块": "module",
    "package": "package", "crate": "crate", "library": "library", "plugin": "plugin", "插件": "plugin",
    "component": "component", "组件": "component", "worker": "worker", "app": "app", "应用": "app",
    "team": "team", "团队": "team", "repo": "repository", "repository": "repository", "仓库": "repository",
    "project": "project", "项目": "project",
}  # fmt: skip
"""Nouns of which a project has many; the word before tells which."""
_MEASURED = frozenset(
    {
        "allowance", "count", "coverage", "depth", "height", "indent", "indentation", "length", "level",
        "limit", "line", "line length", "maximum", "minimum", "port", "rate limit", "retry", "score", "size",
        "timeout", "version", "width",
    }
)  # fmt: skip
"""Nouns after which a number is a value, not the number of a thing."""
_NUMBERED_HAN = re.compile(
    r"(?<![月\d.])(?P<number>\d+)\s*号\s*(?P<noun>会议室|教室|节点|机房|服务器|主机|机器|仓库|集群|分片|楼|机柜)"
)


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A common noun, and the keys of the words, or the number, by which one such thing is known."""

    noun: str
    parts: frozenset[str]


def named_things(tokens: Sequence[Token], text: str, pivot: int) -> frozenset[NamedThing]:
    """Return the things that a piece of text names; `pivot` is the token at which its subject ends."""
    return frozenset((*_called(tokens, text), *_numbered(tokens[:pivot]), *_numbered_han(text)))


def _called(tokens: Sequence[Token], text: str) -> Iterator[NamedThing]:
    for i, token in enumerate(tokens):
        noun = _NOUNS.get(token.text.lower())
        parts = _name_before(tokens, i, text) if noun else frozenset[str]()
        if noun and parts:
            yield NamedThing(noun, parts)


def _name_before(tokens: Sequence[Token], i: int, text: str) -> frozenset[str]:
    """Return the keys of the word before a noun, and of those that hyphens tie to it."""
    parts: set[str] = set()
    while i and _names(tokens[i - 1]):
        between = text[tokens[i - 1].end : tokens[i].start]
        if between.strip("- ") or (parts and between != "-"):
            break
        i -= 1
        parts.add(tokens[i].key)
    return frozenset(parts)


def _names(token: Token) -> bool:
    if token.senses:
        return False
    return (token.kind is AtomKind.WORD and token.strong) or (
        token.kind is AtomKind.HAN and token.weight is not Weight.NOTHING and len(token.text) > 1
    )


def _numbered(subject: Sequence[Token]) -> Iterator[NamedThing]:
    for before, token in pairwise(subject):
        number = token.kind is AtomKind.NUMBER and token.text.isdigit()
        if number and before.kind is AtomKind.WORD and before.strong and before.key not in _MEASURED:
            yield NamedThing(f"{before.key} number", frozenset({token.text}))


def _numbered_han(text: str) -> Iterator[NamedThing]:
    for match in _NUMBERED_HAN.finditer(text):
        yield NamedThing(f"{match['noun']} number", frozenset({match["number"]}))
