"""Atoms put together into words and phrases that the vocabulary knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memdeck.upkeep.atoms import Atom, AtomKind
from memdeck.upkeep.stem import stem
from memdeck.upkeep.vocabulary import Meaning, Sense, Vocabulary, Weight

_VERBS = frozenset(
    {
        "is",
        "has",
        "runs",
        "powers",
        "handles",
        "serves",
        "processes",
        "hosts",
        "stores",
        "manages",
        "drives",
        "does",
        "ships",
        "collects",
        "forwards",
        "sends",
        "builds",
        "renders",
        "generates",
        "creates",
        "checks",
        "tests",
        "formats",
        "compiles",
        "bundles",
        "deploys",
        "monitors",
        "tracks",
        "watches",
        "caches",
        "queues",
        "schedules",
        "orchestrates",
        "triggers",
        "syncs",
        "reads",
        "writes",
        "transforms",
        "validates",
        "provides",
        "delivers",
        "replaces",
        "scans",
        "lints",
        "signs",
        "encrypts",
        "routes",
        "terminates",
        "balances",
    }
)
"""Words after which a capital at the beginning of a sentence belongs to a name."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or phrase. `key` is equal for everything that means the same."""

    key: str
    text: str
    weight: Weight
    kind: AtomKind
    start: int
    end: int
    senses: tuple[Sense, ...] = ()
    otherwise: tuple[str, Weight] | None = None
    """Key and weight of the concept that it is when no sense of it holds."""
    concept: bool = False
    """True when the key is that of a word that the vocabulary knows."""
    name: bool = False
    """True for a word with a capital that is no known word: a person, a place, a product."""

    @property
    def strong(self) -> bool:
        """True when the word tells subjects apart."""
        return self.weight is Weight.STRONG


def tokens_of(atoms: Sequence[Atom], vocabulary: Vocabulary) -> list[Token]:
    """Return the tokens of a piece of text; runs of unknown Chinese characters stay together."""
    tokens: list[Token] = []
    start = 0
    while start < len(atoms):
        length, meaning = vocabulary.longest_match(atoms, start)
        part = atoms[start : start + length]
        start += length
        following = atoms[start].text.lower() if start < len(atoms) else ""
        token = _known(part, meaning, following in _VERBS) if meaning is not None else None
        if token is None:
            token = _unknown(part[0])
            if _joins(tokens, token):
                last = tokens.pop()
                token = Token(
                    last.key + token.key,
                    last.text + token.text,
                    token.weight,
                    token.kind,
                    last.start,
                    token.end,
                )
        tokens.append(token)
    return [_in_place(token, tokens, vocabulary) if token.senses else token for token in tokens]


def _in_place(token: Token, tokens: Sequence[Token], vocabulary: Vocabulary) -> Token:
    """Take away senses of a common word that nothing around supports: no branch in "the main cluster"."""
    senses = tuple(
        sense
        for sense in token.senses
        if not vocabulary.kinds[sense.kind].asks
        or " " in token.text
        or any(other.key in vocabulary.kinds[sense.kind].words for other in tokens if other is not token)
    )
    if len(senses) == len(token.senses):
        return token
    if not senses and token.otherwise is not None:
        key, weight = token.otherwise
        return replace(token, key=key, weight=weight, senses=())
    kept = senses or token.concept
    return replace(token, key=token.key if kept else stem(token.text.lower()), senses=senses)


def _known(atoms: Sequence[Atom], meaning: Meaning, subject: bool) -> Token | None:
    text = _joined(atoms)
    start, end = atoms[0].start, atoms[-1].start + len(atoms[-1].text)
    senses = tuple(sense for sense in meaning.senses if not sense.exact or _exact(atoms, sense, subject))
    if meaning.weight is Weight.NOTHING and len(text) > 1 and text.isascii() and text.isupper():
        return None  # US and IT are no pronouns
    if meaning.concept is not None and (meaning.weight is not Weight.NOTHING or not senses):
        return Token(meaning.concept, text, meaning.weight, atoms[0].kind, start, end, senses, concept=True)
    if senses:
        otherwise = (meaning.concept, meaning.weight) if meaning.concept is not None else None
        value = senses[0].value.casefold()
        return Token(value, text, Weight.STRONG, atoms[0].kind, start, end, senses, otherwise)
    return None


def _exact(atoms: Sequence[Atom], sense: Sense, subject: bool) -> bool:
    """Tell whether a name is written as it must be; at the beginning of a sentence a verb has to follow."""
    return (subject or not atoms[0].first) and _joined(atoms) == sense.text


def _unknown(atom: Atom) -> Token:
    end = atom.start + len(atom.text)
    if atom.kind is AtomKind.WORD:
        inner = atom.text[1:]
        name = (atom.capital and not atom.first) or inner != inner.lower() or "." in inner
        return Token(atom.key, atom.text, Weight.STRONG, atom.kind, atom.start, end, name=name)
    edition = atom.kind is AtomKind.NUMBER and atom.key.startswith("v")
    weightless = atom.kind in {AtomKind.MARK, AtomKind.NUMBER} and not edition
    weight = Weight.NOTHING if weightless else Weight.STRONG
    return Token(atom.key, atom.text, weight, atom.kind, atom.start, end)


def _joins(tokens: Sequence[Token], token: Token) -> bool:
    if token.kind is not AtomKind.HAN or not tokens:
        return False
    last = tokens[-1]
    return last.kind is AtomKind.HAN and not last.senses and last.key == last.text


def _joined(atoms: Sequence[Atom]) -> str:
    text = ""
    for atom in atoms:
        glue = "" if not text or atom.kind is AtomKind.HAN or not text[-1].isascii() else " "
        text += glue + atom.text
    return text
