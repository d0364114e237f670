"""Takes one piece of a sentence apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memdeck.upkeep.atoms import Atom, AtomKind, atoms_of
from memdeck.upkeep.change import Change
from memdeck.upkeep.frames import Frame, means_frame, name_frame, owner_frame, place_frame, preference_frame
from memdeck.upkeep.mentions import mentions_in
from memdeck.upkeep.named_things import named_things
from memdeck.upkeep.polarity import Cue, Polarity, cue_in
from memdeck.upkeep.quantities import Quantity, quantities_in
from memdeck.upkeep.scope import FORMS, scope_of
from memdeck.upkeep.statement import Mention, Preference, Slot, SlotForm, Standing, Statement
from memdeck.upkeep.stem import stem
from memdeck.upkeep.tokens import Token, tokens_of
from memdeck.upkeep.vocabulary import Needs, Vocabulary, Weight
from memdeck.upkeep.words_of_time import skill_in, tells_of_past

_SLOTS = {
    AtomKind.CLOCK: SlotForm.CLOCK, AtomKind.DATE: SlotForm.DATE, AtomKind.PATH: SlotForm.PATH,
    AtomKind.MAIL: SlotForm.MAIL, AtomKind.CHANNEL: SlotForm.CHANNEL,
}  # fmt: skip
_MOMENT = re.compile(r"^(?:before|after|once|as soon as)\b|(?:前|后)$", re.IGNORECASE)
"""Conditions that only name a moment, which doesn't narrow where something holds."""
_CONTRAST = re.compile(r"instead of|rather than|而不是|而非|^不是$", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“「『]([^\"”」』]{1,40})[\"”」』]")
_NAMES = re.compile(
    r"\b(?:call|called|name|named|title|titled|label|prefix|heading)\b|叫|名|称|标题", re.IGNORECASE
)
_ONE_THING = re.compile(
    r"(?:The|Our|My)\s(?:[a-z][\w'’-]*\s){1,4}is\s(?:an?\s|the\s)?[A-Z][\w-]*\d*(?:\s[A-Z0-9][\w-]*)+$"
)
"""`The kitchen printer is an Epson TM-T88`: one thing, and a name of at least two words for it."""
_PERSON = "the user"
"""What a sentence is about when it is only about `I`, `we` or the user."""
_FUNCTIONAL = frozenset(
    {
        "default", "branch", "region", "name", "prefix", "suffix", "folder", "path", "url", "host", "config",
        "launch date", "deadline", "theme", "font", "color", "currency", "language", "tag", "port", "schema",
        "channel", "queue", "freeze", "code name", "standup", "retro", "root", "version", "size", "format",
    }
)  # fmt: skip


_TELLING = frozenset({Polarity.STATED, Polarity.DENIED})
"""What demands, allows or forbids speaks of now, even with a `was` in it."""


class PieceReader:
    """Reads the pieces of one sentence."""

    def __init__(self, vocabulary: Vocabulary, change: Change | None, future: bool) -> None:
        self._vocabulary = vocabulary
        self._change = change
        self._future = future
        self._given_up = self._things(change.old) if change else set()
        self._taken = self._things(change.new) if change else set()

    def read(self, text: str, condition: str = "") -> Statement:
        """Return what a piece says; `condition` was said before it."""
        owner = owner_frame(text)
        if owner is not None and not any(
            not self._vocabulary.kinds[kind].asks for kind, _ in self._things(owner.value)
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
        said = self._keys(condition)
        narrowing = frozenset[str]() if _MOMENT.search(condition) else said
        statement = Statement(
            text=text,
            polarity=polarity,
            cue=cue_text,
            mentions=mentions,
            quantities=_named(quantities, tokens, versions),
            slots=tuple(
                Slot(_SLOTS[t.kind], t.key, t.text)
                for i, t in enumerate(tokens)
                if t.kind in _SLOTS and i not in scope.inside
            ),
            subject=frozenset(scope.subject | scoped),
            condition=frozenset(scope.condition | narrowing),
            strong=frozenset(
                {t.key for t in tokens if t.strong and t.kind not in _SLOTS} | scope.condition | said
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
        return self._placed(statement, text)

    def _framed(self, text: str, frame: Frame, condition: str) -> Statement:
        tokens = tokens_of(atoms_of(frame.subject), self._vocabulary)
        strong = {t.key for t in tokens if t.strong} or {t.key for t in tokens if t.kind is not AtomKind.MARK}
        keys = frozenset(strong) | self._keys(condition)
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
        better, worse = self._keys(sides[0]), self._keys(sides[1])
        return Preference(better - worse, worse - better) if better - worse and worse - better else None

    def _placed(self, statement: Statement, text: str) -> Statement:
        """Add what a sentence like `X is in Y`, `X is done with Y` or `X is Y` says of an unknown Y."""
        if statement.slots or statement.quantities:
            return statement
        quoted = _QUOTED.findall(text)
        if len(quoted) == 1 and _NAMES.search(text):
            return self._with_value(statement, Frame(SlotForm.NAME, text, quoted[0]), quoted[0])
        names_things = any(m.standing is not Standing.SCOPE for m in statement.mentions)
        for frame in (
            place_frame(text),
            None if names_things else name_frame(text),
            means_frame(text, known=names_things),
        ):
            if frame is None:
                continue
            value = frame.value.casefold()
            if any(value in m.text.casefold() and value != m.text.casefold() for m in statement.mentions):
                continue  # 在家办公 is a way to work, not a place
            if names_things and any(m.text.casefold() in value for m in statement.mentions):
                return self._known_value(statement, frame)
            if self._fits(statement, frame) and (not names_things or frame.form is SlotForm.MEANS):
                return self._with_value(statement, frame, frame.value)
        return statement

    def _known_value(self, statement: Statement, frame: Frame) -> Statement:
        """Add a known thing as the value, so that it can be compared with one that is unknown."""
        kinds = [self._vocabulary.kinds[kind] for kind, _ in self._things(frame.value)]
        if not any(kind.needs is Needs.ALONE and not kind.places and not kind.asks for kind in kinds):
            return statement
        if self._things(frame.subject):
            return statement
        value = tokens_of(atoms_of(frame.value), self._vocabulary)
        slot = Slot(frame.form, " ".join(sorted({t.key for t in value if t.strong})), frame.value.strip())
        return replace(statement, known=slot)

    def _with_value(self, statement: Statement, frame: Frame, shown: str) -> Statement:
        value = tokens_of(atoms_of(frame.value), self._vocabulary)
        strong = {t.key for t in value if t.strong}
        slot = Slot(frame.form, " ".join(sorted(strong)) or shown.casefold(), shown.strip())
        about = statement.strong - strong
        if not shown.isascii():  # runs of unknown signs may hold more than the value
            about &= self._keys(frame.subject) | statement.condition
        about = about or frozenset({_PERSON})
        return replace(statement, slots=(slot,), strong=about)

    def _fits(self, statement: Statement, frame: Frame) -> bool:
        """Tell whether what a frame holds is a value, not any word."""
        value = tokens_of(atoms_of(frame.value), self._vocabulary)
        subject = self._keys(frame.subject)
        strong = {t.key for t in value if t.strong}
        if not strong or strong & subject or len(strong) > 3:
            return False
        if frame.form is SlotForm.MEANS:
            return bool(subject) and not tells_of_past(frame.value)
        if frame.form is SlotForm.PLACE and not any(
            t.text[:1].isupper() or (t.kind is AtomKind.HAN and t.key == t.text) for t in value
        ):
            return False
        if frame.form is SlotForm.NAME and any(t.strong and t.key != stem(t.text.lower()) for t in value):
            return False
        if frame.form is not SlotForm.NAME or _ONE_THING.match(frame.subject + " is " + frame.value):
            return True
        return bool((subject | self._weak_keys(frame.subject)) & _FUNCTIONAL)

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

    def _things(self, text: str) -> set[tuple[str, str]]:
        tokens = tokens_of(atoms_of(text), self._vocabulary)
        return {(sense.kind, sense.value) for token in tokens for sense in token.senses}

    def _keys(self, text: str) -> frozenset[str]:
        return frozenset(
            t.key for t in tokens_of(atoms_of(text), self._vocabulary) if t.strong and t.kind not in _SLOTS
        )

    def _weak_keys(self, text: str) -> frozenset[str]:
        return frozenset(t.key for t in tokens_of(atoms_of(text), self._vocabulary))


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
