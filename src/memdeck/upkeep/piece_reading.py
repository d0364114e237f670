"""Takes one piece of a sentence apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memdeck.upkeep.atoms import Atom, AtomKind, atoms_of
from memdeck.upkeep.change import Change
from memdeck.upkeep.frame_reading import FrameReader
from memdeck.upkeep.frames import Frame, owner_frame, preference_frame
from memdeck.upkeep.mentions import mentions_in
from memdeck.upkeep.named_things import named_things
from memdeck.upkeep.piece_words import SLOTS, strong_keys, things_in
from memdeck.upkeep.polarity import Cue, Polarity, cue_in
from memdeck.upkeep.quantities import Quantity, quantities_in
from memdeck.upkeep.scope import FORMS, scope_of
from memdeck.upkeep.statement import Mention, Preference, Slot, SlotForm, Standing, Statement
from memdeck.upkeep.stem import stem
from memdeck.upkeep.tokens import Token, tokens_of
from memdeck.upkeep.vocabulary import Vocabulary, Weight
from memdeck.upkeep.words_of_time import skill_in, tells_of_past

_MOMENT = re.compile(r"^(?:before|after|once|as soon as)\b|(?:前|后)$", re.IGNORECASE)
"""Conditions that only name a moment, which doesn't narrow where something holds."""
_CONTRAST = re.compile(r"instead of|rather than|而不是|而非|^不是$", re.IGNORECASE)


_TELLING = frozenset({Polarity.STATED, Polarity.DENIED})
"""What demands, allows or forbids speaks of now, even with a `was` in it."""


class PieceReader:
    """Reads the pieces of one sentence."""

    def __init__(self, vocabulary: Vocabulary, change: Change | None, future: bool) -> None:
        self._vocabulary = vocabulary
        self._change = change
        self._future = future
        self._frames = FrameReader(vocabulary)
        self._given_up = things_in(change.old, self._vocabulary) if change else set()
        self._taken = things_in(change.new, self._vocabulary) if change else set()

    def read(self, text: str, condition: str = "") -> Statement:
        """Return what a piece says; `condition` was said before it."""
        owner = owner_frame(text)
        if owner is not None and not any(
            not self._vocabulary.kinds[kind].asks for kind, _ in things_in(owner.value, self._vocabulary)
        ):
            return self._framed(text, owner, condition)
        atoms = atoms_of(text)
        quantities = quantities_in(_without_forms(text, atoms))
        tokens = tokens_of(_without_amounts(atoms, quantities), self._vocabulary)
        cue = cue_in(_without_phrases(text, tokens))
        tokens = _muted(tokens, cue)
        scope = scope_of(tokens, [q.start for q in quantities if q.unit], self._vocabulary.kinds)
        mentions, versions = mentions_in(tokens, cue, scope, self._vocabulary, text)
        mentions = tuple(self._in_time(mention) for mention in mentions)
        polarity, cue_text = self._polarity(text, cue)
        strong = {t.key for t in tokens if t.strong}
        scoped = {m.key for m in mentions if m.standing is Standing.SCOPE} & strong
        said = strong_keys(condition, self._vocabulary)
        narrowing = frozenset[str]() if _MOMENT.search(condition) else said
        statement = Statement(
            text=text,
            polarity=polarity,
            cue=cue_text,
            mentions=mentions,
            quantities=_named(quantities, tokens, versions),
            slots=tuple(
                Slot(SLOTS[t.kind], t.key, t.text)
                for i, t in enumerate(tokens)
                if t.kind in SLOTS and i not in scope.inside
            ),
            subject=frozenset(scope.subject | scoped),
            condition=frozenset(scope.condition | narrowing),
            strong=frozenset(
                {t.key for t in tokens if t.strong and t.kind not in SLOTS} | scope.condition | said
            ),
            weak=frozenset(t.key for t in tokens if t.weight is Weight.WEAK),
            names=frozenset(
                t.key for i, t in enumerate(tokens) if i not in scope.inside and _is_name(tokens, i)
            ),
            things=named_things(tokens, text, scope.pivot),
            shown={t.key: t.text for t in tokens if t.weight is not Weight.NOTHING},
            preference=self._preference(text),
            skill=skill_in(text),
            past=self._future or (self._change is None and polarity in _TELLING and tells_of_past(text)),
        )
        return self._frames.placed(statement, text)

    def _framed(self, text: str, frame: Frame, condition: str) -> Statement:
        tokens = tokens_of(atoms_of(frame.subject), self._vocabulary)
        strong = {t.key for t in tokens if t.strong} or {t.key for t in tokens if t.kind is not AtomKind.MARK}
        keys = frozenset(strong) | strong_keys(condition, self._vocabulary)
        who = re.sub(r"^(?:the|our)\s+", "", frame.value.strip(), flags=re.IGNORECASE)
        return Statement(
            text=text,
            slots=(Slot(SlotForm.OWNER, who.casefold(), who),),
            subject=keys,
            strong=keys,
            shown={t.key: t.text for t in tokens if t.weight is not Weight.NOTHING},
            past=self._future or (self._change is None and tells_of_past(text)),
        )

    def _preference(self, text: str) -> Preference | None:
        sides = preference_frame(text)
        if sides is None:
            return None
        better, worse = strong_keys(sides[0], self._vocabulary), strong_keys(sides[1], self._vocabulary)
        return Preference(better - worse, worse - better) if better - worse and worse - better else None

    def _in_time(self, mention: Mention) -> Mention:
        named = (mention.kind, mention.value)
        if named in self._taken and self._change is not None:
            return (
                replace(mention, standing=Standing.CURRENT) if mention.standing is Standing.PAST else mention
            )
        if named in self._given_up or self._future:
            return replace(mention, standing=Standing.PAST)
        if self._change is None and mention.standing is Standing.CURRENT and tells_of_past(mention.text):
            return replace(mention, standing=Standing.PAST)
        return mention

    def _polarity(self, text: str, cue: Cue | None) -> tuple[Polarity, str]:
        if cue is None or (_CONTRAST.fullmatch(text[cue.start : cue.end]) and cue.start > 0):
            return Polarity.STATED, ""
        return cue.polarity, text[cue.start : cue.end]


def _is_name(tokens: Sequence[Token], i: int) -> bool:
    """Tell whether a token is an unknown name that stands for itself, unlike Berlin in `Berlin office`."""
    token = tokens[i]
    if token.kind is not AtomKind.WORD or token.senses or not token.strong:
        return False
    if i + 1 < len(tokens) and tokens[i + 1].strong and tokens[i + 1].kind is AtomKind.WORD:
        return False
    unknown = token.key == stem(token.text.lower())
    return unknown and (token.name or any(other.kind is AtomKind.HAN for other in tokens))


def _muted(tokens: Sequence[Token], cue: Cue | None) -> list[Token]:
    """Return the tokens with those that only make the polarity weighing nothing."""
    if cue is None:
        return list(tokens)
    return [
        replace(t, weight=Weight.NOTHING) if cue.start <= t.start and t.end <= cue.end and not t.senses else t
        for t in tokens
    ]


def _without_phrases(text: str, tokens: Sequence[Token]) -> str:
    """Return the text with known things of several words blanked out: `without an account` denies nothing."""
    for token in tokens:
        if token.senses and " " in token.text:
            text = text[: token.start] + "_" * (token.end - token.start) + text[token.end :]
    return text


def _without_forms(text: str, atoms: Sequence[Atom]) -> str:
    """Return the text with dates, times and paths blanked out, whose numbers are no amounts."""
    for atom in atoms:
        if atom.kind in FORMS:
            text = text[: atom.start] + " " * len(atom.text) + text[atom.start + len(atom.text) :]
    return text


def _without_amounts(atoms: Sequence[Atom], quantities: Sequence[Quantity]) -> list[Atom]:
    """Return the atoms outside of amounts; bare numbers and the words tabs and spaces stay."""
    spans = [range(q.start, q.end) for q in quantities if q.unit and q.unit != "space"]
    return [atom for atom in atoms if not any(atom.start in span for span in spans)]


def _named(
    quantities: Sequence[Quantity], tokens: Sequence[Token], versions: set[int]
) -> tuple[Quantity, ...]:
    """Return the amounts, without versions; a number without a unit counts the noun that follows it."""
    port = any(token.key == "port" for token in tokens)
    things = [range(t.start, t.end) for t in tokens if t.senses or (t.concept and len(t.text) > 4)]
    return tuple(
        replace(q, unit="port" if port else _counted(q, tokens)) if not q.unit else q
        for q in quantities
        if q.start not in versions and not any(q.start in thing for thing in things)
    )


def _counted(quantity: Quantity, tokens: Sequence[Token]) -> str:
    """Return the noun at the end of what follows a number: `build` in `3 concurrent builds`, else nothing."""
    noun = ""
    for token in tokens:
        if token.start >= quantity.end:
            if token.text.lower() == "most":  # the 50 most recent articles
                continue
            if not token.strong:
                break
            noun = token.key
    return noun
