"""The words that finding conflicts knows: things of one kind, and words that mean the same.

They lie in data files (`words/*.yaml`), so that a user can add a kind, a thing or a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cache
from pathlib import Path
from typing import cast

from memdeck.memory.errors import SettingsError
from memdeck.upkeep.atoms import Atom, atoms_of, cleaned
from memdeck.upkeep.word_files import WORDS, read_words


class Weight(IntEnum):
    """How much a word says about what a sentence is about."""

    NOTHING = 0
    WEAK = 1
    STRONG = 2


class Needs(StrEnum):
    """What two statements must share, beside naming two things of a kind, to contradict each other."""

    ALONE = "alone"
    """Nothing: one place has one such thing."""
    TOPIC = "topic"
    """Something of what they are about, or both the kind itself."""
    SAME = "same"
    """Nearly all of what they are about."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Things of which one place normally has one, for example build tools."""

    name: str
    words: frozenset[str]
    """Keys of the words that name the kind itself."""
    needs: Needs
    places: bool
    """True when such a thing mostly says where something else holds (`Python` beside `4 spaces`)."""
    asks: bool = False
    """True when the things are common words, which mean the kind only beside one of its words (`main`)."""


@dataclass(frozen=True, slots=True)
class Sense:
    """A thing, as one of a kind."""

    kind: str
    value: str
    """Its display name."""
    exact: bool
    """True when only exactly these capitals mean the thing (`Go`)."""
    text: str


@dataclass(slots=True)
class Meaning:
    """What a form can mean: a concept, a thing of one or more kinds, or both."""

    concept: str | None = None
    weight: Weight = Weight.STRONG
    senses: list[Sense] = field(default_factory=list)


Form = tuple[str, ...]
"""Keys of the atoms of a word or phrase."""


class WordGroups(list[frozenset[str]]):
    """Groups of words that have to do with each other; most sentences hold none of them."""

    def __init__(self) -> None:
        super().__init__()
        self.words: dict[str, list[frozenset[str]]] = {}
        """All of them, each with the groups that it is in."""

    def append(self, group: frozenset[str]) -> None:
        """Add a group."""
        super().append(group)
        for word in group:
            self.words.setdefault(word, []).append(group)

    def touch(self, words: Set[str]) -> bool:
        """Tell whether any of these words is in a group."""
        return not self.words.keys().isdisjoint(words)

    def of(self, words: Set[str]) -> list[frozenset[str]]:
        """Return the groups that any of these words is in; one with several of them comes several times."""
        return [group for word in words if word in self.words for group in self.words[word]]


@dataclass(slots=True)
class Vocabulary:
    """All forms, by their atoms, with the longest form that each first atom can begin."""

    meanings: dict[Form, Meaning] = field(default_factory=dict)
    longest: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    contrasts: WordGroups = field(default_factory=WordGroups)
    """Words of which each excludes the others: unit, integration, end-to-end."""
    opposites: WordGroups = field(default_factory=WordGroups)
    """Pairs of which one says the contrary of the other: before, after."""
    pairs: WordGroups = field(default_factory=WordGroups)
    """The opposites that are single words: what is said of the one isn't said of the other."""
    narrowing: set[str] = field(default_factory=set)
    """Words that, said on one side only, mean that it speaks of a part: staging, tests, mobile."""

    def longest_match(self, atoms: Sequence[Atom], start: int) -> tuple[int, Meaning | None]:
        """Return how many atoms from `start` the longest known form takes, and what it means."""
        for length in range(min(self.longest.get(atoms[start].key, 0), len(atoms) - start), 0, -1):
            meaning = self.meanings.get(tuple(atom.key for atom in atoms[start : start + length]))
            if meaning is not None:
                return length, meaning
        return 1, None

    def add_concepts(self, weight: Weight, lines: Iterable[str]) -> None:
        """Add lines of forms that mean the same; a form that is known already keeps its meaning."""
        for line in lines:
            forms = _forms(line)
            for form in forms:
                meaning = self._meaning(form)
                if meaning is not None and meaning.concept is None:
                    meaning.concept, meaning.weight = forms[0], weight

    def add_kind(self, name: str, page: Mapping[str, object]) -> None:
        """Add a kind, or more words and things to a known one."""
        old = self.kinds.get(name)
        words = {key for word in _strings(name, page, "words") for key in self.keys(word)}
        needs = _needs(name, page, old)
        places = bool(page.get("places", old is not None and old.places))
        asks = bool(page.get("asks", old is not None and old.asks))
        known = old.words if old else frozenset[str]()
        self.kinds[name] = Kind(name, frozenset(words) | known, needs, places, asks)
        for line in _strings(name, page, "values"):
            forms = _forms(line)
            for form in forms:
                meaning = self._meaning(form.removeprefix("="))
                shown = forms[0].removeprefix("=")
                if meaning is not None and not any(
                    (s.kind, s.value) == (name, shown) for s in meaning.senses
                ):
                    meaning.senses.append(Sense(name, shown, form.startswith("="), form.removeprefix("=")))

    def _meaning(self, text: str) -> Meaning | None:
        form = tuple(atom.key for atom in atoms_of(cleaned(text)))
        if not form:
            return None
        self.longest[form[0]] = max(self.longest.get(form[0], 0), len(form))
        return self.meanings.setdefault(form, Meaning())

    def keys(self, text: str) -> set[str]:
        """Return the keys of the words of a phrase."""
        atoms, keys, start = atoms_of(cleaned(text)), set[str](), 0
        while start < len(atoms):
            length, meaning = self.longest_match(atoms, start)
            if meaning is not None and meaning.concept is None and meaning.senses:
                keys.add(meaning.senses[0].value.casefold())
            else:
                keys.add(meaning.concept if meaning and meaning.concept else atoms[start].key)
            start += length
        return keys


@cache
def standard_vocabulary() -> Vocabulary:
    """Return the words that come with Memdeck; read once."""
    return load_vocabulary(())


def load_vocabulary(additions: Sequence[Path]) -> Vocabulary:
    """Read the words that come with Memdeck, then the user's files of the form of `alternatives.yaml`.

    Raises:
        SettingsError: a file can't be read or has another form; the message names file and kind.
    """
    vocabulary = Vocabulary()
    concepts = read_words(WORDS / "concepts.yaml")
    more = read_words(WORDS / "concepts_more.yaml")
    for page in (concepts, more):
        for weight in Weight:
            vocabulary.add_concepts(weight, _lines(page, weight.name.lower()))
    for path in (*sorted(WORDS.glob("alternatives*.yaml")), *additions):
        for name, kind in read_words(path).items():
            if not isinstance(kind, dict):
                raise SettingsError(
                    f"{path.name}: {name!r} has no words and values.", "See alternatives.yaml."
                )
            vocabulary.add_kind(str(name), kind)
    for section, groups in (("contrasts", vocabulary.contrasts), ("opposites", vocabulary.opposites)):
        for line in (*_lines(concepts, section), *_lines(more, section)):
            groups.append(frozenset(key for form in _forms(line) for key in vocabulary.keys(form)))
    for group in vocabulary.opposites:
        if len(group) == 2 and "keep" not in group:  # how long it is kept is when it is deleted
            vocabulary.pairs.append(group)
    for line in (*_lines(concepts, "narrowing"), *_lines(more, "narrowing")):
        vocabulary.narrowing |= vocabulary.keys(line)
    return vocabulary


def _lines(page: Mapping[str, object], section: str) -> list[str]:
    return cast("list[str]", page.get(section, []))


def _needs(name: str, page: Mapping[str, object], old: Kind | None) -> Needs:
    if "needs" not in page:
        return old.needs if old else Needs.ALONE
    try:
        return Needs(str(page["needs"]))
    except ValueError:
        raise SettingsError(
            f"{name!r}: needs {page['needs']!r} is unknown.", "Use alone, topic or same."
        ) from None


def _strings(kind: str, page: Mapping[str, object], key: str) -> list[str]:
    lines = page.get(key, [])
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise SettingsError(f"{kind!r}: {key} must be a list of words.", "Quote words like yes, no and null.")
    return lines


def _forms(line: str) -> list[str]:
    return [form.strip() for form in line.split(" | ") if form.strip()]
