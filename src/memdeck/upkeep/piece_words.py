"""What a text names: the things that the vocabulary knows, and the keys of its words."""

from __future__ import annotations

from memdeck.upkeep.atoms import AtomKind, atoms_of
from memdeck.upkeep.statement import SlotForm
from memdeck.upkeep.tokens import tokens_of
from memdeck.upkeep.vocabulary import Vocabulary

SLOTS = {
    AtomKind.CLOCK: SlotForm.CLOCK, AtomKind.DATE: SlotForm.DATE, AtomKind.PATH: SlotForm.PATH,
    AtomKind.MAIL: SlotForm.MAIL, AtomKind.CHANNEL: SlotForm.CHANNEL,
}  # fmt: skip
"""What is a value by its form alone, and so no word that a text is about."""


def things_in(text: str, vocabulary: Vocabulary) -> set[tuple[str, str]]:
    """Return the known things, as (kind, value)."""
    tokens = tokens_of(atoms_of(text), vocabulary)
    return {(sense.kind, sense.value) for token in tokens for sense in token.senses}


def strong_keys(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the keys of the words that a text is about."""
    tokens = tokens_of(atoms_of(text), vocabulary)
    return frozenset(t.key for t in tokens if t.strong and t.kind not in SLOTS)


def all_keys(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the keys of all words."""
    return frozenset(t.key for t in tokens_of(atoms_of(text), vocabulary))
