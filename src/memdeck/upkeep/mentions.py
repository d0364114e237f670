"""Which known things a piece of text names, and what it does with each."""

from __future__ import annotations

from collections.abc import Sequence

from memdeck.upkeep.atoms import AtomKind
from memdeck.upkeep.polarity import Cue, Polarity
from memdeck.upkeep.scope import Scope
from memdeck.upkeep.statement import Mention, Standing
from memdeck.upkeep.tokens import Token
from memdeck.upkeep.vocabulary import Vocabulary, Weight


def mentions_in(
    tokens: Sequence[Token], cue: Cue | None, scope: Scope, vocabulary: Vocabulary, text: str
) -> tuple[tuple[Mention, ...], set[int]]:
    """Return the things named, and where the numbers begin that are versions of them."""
    found: list[Mention] = []
    versions: set[int] = set()
    for i, token in enumerate(tokens):
        if not token.senses:
            continue
        version, at = _version(tokens, i)
        if at is not None:
            versions.add(at)
        standing = _standing(tokens, i, cue, scope, vocabulary)
        found.extend(
            Mention(sense.kind, sense.value, version, standing, f"{token.text} {version}".strip(), token.key)
            for sense in token.senses
        )
    return tuple(found), versions


def _version(tokens: Sequence[Token], i: int) -> tuple[str, int | None]:
    """Return the version that follows a thing: `Java 21`, `Node version is 22`, `Python ≥ 3.12`."""
    for token in tokens[i + 1 : i + 6]:
        if token.kind is AtomKind.NUMBER:
            return token.key.lstrip("v"), token.start
        if token.key not in {
            "version",
            "be",
            "≥",
            ">",
            "=",
            ":",
            "use",
            "should",
            "of",
            "allowance",
            "project",
            "support",
            "we",
            "the",
            "higher",
            "newer",
        }:
            break
    return "", None


def _standing(
    tokens: Sequence[Token], i: int, cue: Cue | None, scope: Scope, vocabulary: Vocabulary
) -> Standing:
    token = tokens[i]
    if cue is not None and not cue.polarity.positive:
        return _under_denial(tokens, i, cue, scope)
    if _is_said(tokens, i):
        return Standing.CURRENT
    if i in scope.inside:
        return Standing.SCOPE
    others = [
        t
        for j, t in enumerate(tokens)
        if j != i and j not in scope.inside and t.senses and not _same_kind(t, token)
    ]
    later = any(t.start > token.start for t in others)
    if scope.pivot and i < scope.pivot and (later or tokens[scope.pivot].key == "have"):
        return Standing.SCOPE
    if others and all(vocabulary.kinds[sense.kind].places for sense in token.senses):
        return Standing.SCOPE
    placed = token.text.isascii() and all(vocabulary.kinds[sense.kind].places for sense in token.senses)
    if (later or placed) and i + 1 < len(tokens) and _is_noun(tokens[i + 1], token, vocabulary):
        return Standing.SCOPE
    return Standing.CURRENT


def _is_said(tokens: Sequence[Token], i: int) -> bool:
    """Tell whether a thing is what the sentence is there to say: "jobs are written in Scala"."""
    if i > 1 and tokens[i - 1].text.lower() == "in" and tokens[i - 2].key == "write":
        return True
    if i > 1 and tokens[i - 1].text.lower() in {"written in", "implemented in", "built with"}:
        return True
    return i > 1 and i + 1 < len(tokens) and tokens[i - 1].text == "用" and tokens[i + 1].key == "write"


def _under_denial(tokens: Sequence[Token], i: int, cue: Cue, scope: Scope) -> Standing:
    """A denial strikes the thing that follows it at once, else one that it ends with ("H2 is not used")."""
    token = tokens[i]
    if cue.polarity is Polarity.NEEDLESS:
        return Standing.SCOPE
    if token.start >= cue.end:
        between = [t for t in tokens if cue.end <= t.start < token.start]
        direct = not any(t.strong and not t.senses for t in between)
        return Standing.DENIED if direct and i not in scope.inside else Standing.SCOPE
    contrasted = any(t.senses and t.start >= cue.end and _same_kind(t, token) for t in tokens)
    if contrasted:
        return Standing.CURRENT
    rest = [t for j, t in enumerate(tokens) if t.start >= cue.end and t.strong and j not in scope.inside]
    return Standing.SCOPE if rest or i in scope.inside else Standing.DENIED


def _same_kind(left: Token, right: Token) -> bool:
    return bool({s.kind for s in left.senses} & {s.kind for s in right.senses})


def _is_noun(following: Token, token: Token, vocabulary: Vocabulary) -> bool:
    """Tell whether a thing stands before a noun as its modifier: `Python code`, `Docker 镜像`."""
    if following.weight is not Weight.STRONG or following.senses:
        return False
    return not any(following.key in vocabulary.kinds[sense.kind].words for sense in token.senses)
