"""Reads entries: text in, statements out."""

from __future__ import annotations

from dataclasses import replace

from memdeck.memory.entry import Memory
from memdeck.upkeep.change import announces_change
from memdeck.upkeep.digits import with_digits
from memdeck.upkeep.piece_reading import PieceReader
from memdeck.upkeep.pieces import parallel_parts, pieces_of
from memdeck.upkeep.polarity import Polarity
from memdeck.upkeep.segments import sentences
from memdeck.upkeep.statement import Standing, Statement
from memdeck.upkeep.vocabulary import Vocabulary
from memdeck.upkeep.words_of_time import tells_of_future


def read_entry(memory: Memory, vocabulary: Vocabulary) -> list[Statement]:
    """Return what an entry states, in order; the first statement is marked as the lead."""
    found: list[Statement] = []
    for sentence in sentences(memory):
        found.extend(_read_sentence(sentence, vocabulary))
    if not found:
        return []
    holds = frozenset((m.kind, m.value) for s in found for m in s.mentions if m.standing is Standing.CURRENT)
    return [replace(statement, beside=holds, lead=number == 0) for number, statement in enumerate(found)]


def _read_sentence(sentence: str, vocabulary: Vocabulary) -> list[Statement]:
    reader = PieceReader(vocabulary, announces_change(sentence), tells_of_future(sentence))
    found: list[Statement] = []
    for piece in pieces_of(with_digits(sentence)):
        for part in parallel_parts(piece.text):
            statement = reader.read(part, piece.condition)
            if found and _goes_on(statement):
                statement = _about(statement, found[-1])
            told = statement.weak and statement.polarity is not Polarity.STATED
            if statement.strong or statement.quantities or statement.slots or told:
                found.append(statement)
    return found


def _goes_on(statement: Statement) -> bool:
    """Tell whether a piece has no subject of its own: it only names a thing, or begins with a denial."""
    if not statement.strong - {m.key for m in statement.mentions}:
        return True
    return (
        not statement.polarity.positive and not statement.subject and statement.text.startswith(statement.cue)
    )


def _about(statement: Statement, previous: Statement) -> Statement:
    """Return the statement with the subject of the one before it in the same sentence."""
    about = previous.subject | previous.condition
    if not about and statement.polarity.positive and previous.polarity.positive:
        about = previous.strong - {m.key for m in previous.mentions}
    return replace(
        statement,
        subject=statement.subject | previous.subject,
        condition=statement.condition | previous.condition,
        strong=statement.strong | about,
        shown=previous.shown | statement.shown,
    )
