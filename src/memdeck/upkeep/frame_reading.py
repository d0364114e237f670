"""Reads a value off the form of a sentence: `X is in Y`, `X is done with Y`, `X is Y`, a quoted name."""

from __future__ import annotations

import re
from dataclasses import replace

from memdeck.upkeep.atoms import AtomKind, atoms_of
from memdeck.upkeep.frames import Frame, means_frame, name_frame, place_frame
from memdeck.upkeep.piece_words import all_keys, strong_keys, things_in
from memdeck.upkeep.statement import Slot, SlotForm, Standing, Statement
from memdeck.upkeep.stem import stem
from memdeck.upkeep.tokens import tokens_of
from memdeck.upkeep.vocabulary import Needs, Vocabulary
from memdeck.upkeep.words_of_time import tells_of_past

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


class FrameReader:
    """Adds to a statement what its form says of a value that the vocabulary doesn't know."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def placed(self, statement: Statement, text: str) -> Statement:
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
        kinds = [self._vocabulary.kinds[kind] for kind, _ in things_in(frame.value, self._vocabulary)]
        if not any(kind.needs is Needs.ALONE and not kind.places and not kind.asks for kind in kinds):
            return statement
        if things_in(frame.subject, self._vocabulary):
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
            about &= strong_keys(frame.subject, self._vocabulary) | statement.condition
        about = about or frozenset({_PERSON})
        return replace(statement, slots=(slot,), strong=about)

    def _fits(self, statement: Statement, frame: Frame) -> bool:
        """Tell whether what a frame holds is a value, not any word."""
        value = tokens_of(atoms_of(frame.value), self._vocabulary)
        subject = strong_keys(frame.subject, self._vocabulary)
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
        return bool((subject | all_keys(frame.subject, self._vocabulary)) & _FUNCTIONAL)
