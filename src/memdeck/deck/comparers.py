"""What compares entries, as the settings and the user's own words ask for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from memdeck.deck.parts import Parts

if TYPE_CHECKING:
    from memdeck.deck.conflict_look import Compares
    from memdeck.deck.judged_comparer import JudgedComparer
    from memdeck.upkeep.compare import Comparer
    from memdeck.upkeep.judging import Judge
    from memdeck.upkeep.vocabulary import Vocabulary

USER_WORDS = "alternatives.yaml"
"""The user's own words, beside the configuration file, in the form of the file that comes with Memdeck."""


def own_words() -> bytes:
    """Return the user's own words as they are written; nothing when there are none."""
    own = _own_file()
    return own.read_bytes() if own.is_file() else b""


def comparer_for(parts: Parts) -> Compares:
    """Return the rules, with what a judge said before when there is one. Each is for one thread.

    Raises:
        SettingsError: the user's own words can't be read.
    """
    judge = judge_of(parts)
    return judged_comparer(parts, judge) if judge is not None else _rules()


def judge_of(parts: Parts) -> Judge | None:
    """Return the judge of the settings, which nothing was asked of yet; None when it is off."""
    named = parts.settings.conflicts.judge
    if named == "off":
        return None
    from memdeck.store.judge.choosing import chosen_judge

    return chosen_judge(named)


def judged_comparer(parts: Parts, judge: Judge) -> JudgedComparer:
    """Return the rules together with a judge; raise SettingsError for the user's own words."""
    from memdeck.deck.judged_comparer import JudgedComparer
    from memdeck.deck.likeness import Likeness
    from memdeck.store.verdicts import VerdictReader
    from memdeck.upkeep.compare import Comparer
    from memdeck.upkeep.judging import Doubts, Limits

    settings, vocabulary, likeness = parts.settings.conflicts, _vocabulary(), Likeness()
    rules = Comparer(vocabulary, likeness, likeness.ahead)
    limits = Limits(settings.judge_adds, settings.judge_drops)
    doubts = Doubts(rules, vocabulary, likeness, likeness.ahead)
    return JudgedComparer(rules, doubts, judge, limits, VerdictReader(parts.database).of)


def _rules() -> Comparer:
    from memdeck.deck.likeness import Likeness
    from memdeck.upkeep.compare import Comparer

    likeness = Likeness()
    return Comparer(_vocabulary(), likeness, likeness.ahead)


def _vocabulary() -> Vocabulary:
    from memdeck.upkeep.vocabulary import load_vocabulary, standard_vocabulary

    own = _own_file()
    return load_vocabulary((own,)) if own.is_file() else standard_vocabulary()


def _own_file() -> Path:
    from memdeck.settings.places import config_file

    return config_file().with_name(USER_WORDS)
