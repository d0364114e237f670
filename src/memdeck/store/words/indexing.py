"""Keeping the words of entries in step with the entries, in the transaction that changes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from memdeck.memory.entry import Memory
from memdeck.memory.turn import turn_of
from memdeck.store.portions import parts
from memdeck.store.rows import MEMORY_COLUMNS, memory_from_row
from memdeck.store.words.concepts import concepts_of
from memdeck.store.words.terms import terms_of

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

WORDS_FORM = "3"
"""Changes with the making of terms or the glossary: the words of a store of another form are made anew."""

FORM_KEY = "words_form"
_MANY = 400


def index_words(connection: Connection, memories: Sequence[Memory]) -> None:
    """Write the words of entries that were just written, and take those of removed entries away.

    A `WriteHook`. In a store whose words have another form, the words of all entries are made first.
    """
    if not _has_form(connection):
        rebuild_words(connection)
        return
    _write(connection, memories)


def rebuild_words(connection: Connection) -> None:
    """Make the words of all entries anew."""
    from sqlalchemy import delete, insert, select

    memory, words, state = _tables()
    connection.execute(delete(words))
    columns = [memory.c[column] for column in MEMORY_COLUMNS]
    found = select(memory.c.pk, *columns).where(memory.c.deleted_at.is_(None)).order_by(memory.c.pk)
    last = 0
    while rows := connection.execute(found.where(memory.c.pk > last).limit(_MANY)).all():
        values = [words_values(row[0], memory_from_row(tuple(row[1:]))) for row in rows]
        connection.execute(insert(words), values)
        last = rows[-1][0]
    connection.execute(delete(state).where(state.c.key == FORM_KEY))
    connection.execute(insert(state).values(key=FORM_KEY, value=WORDS_FORM))


def words_values(key: int, memory: Memory) -> dict[str, Any]:
    """Return the row of an entry's words."""
    turn = turn_of(memory)
    text = turn.said if turn else f"{memory.title}\n{memory.description}\n{memory.content}"
    terms = Counter(terms_of(f"{text}\n{' '.join(memory.tags)}" if not turn else text))
    concepts = concepts_of(text)
    return {
        "memory_pk": key,
        "owner": memory.owner,
        "length": terms.total(),
        "concepts": len(concepts),
        "speaker": turn.speaker if turn else None,
        "conversation": turn.conversation if turn else None,
        "terms": " ".join([*terms, *concepts]),
        "repeats": " ".join(f"{term} {count}" for term, count in terms.items() if count > 1),
    }


def _has_form(connection: Connection) -> bool:
    from sqlalchemy import select

    _, _, state = _tables()
    found = connection.execute(select(state.c.value).where(state.c.key == FORM_KEY)).scalar()
    return bool(found == WORDS_FORM)


def _write(connection: Connection, memories: Sequence[Memory]) -> None:
    from sqlalchemy import delete, insert, select

    memory, words, _ = _tables()
    for part in parts(memories, _MANY):
        found = select(memory.c.id, memory.c.pk).where(memory.c.id.in_([item.id for item in part]))
        keys: dict[str, int] = {row[0]: row[1] for row in connection.execute(found)}
        connection.execute(delete(words).where(words.c.memory_pk.in_(list(keys.values()))))
        values = [words_values(keys[item.id], item) for item in part if item.deleted_at is None]
        if values:
            connection.execute(insert(words), values)


def _tables() -> tuple[Table, Table, Table]:
    from memdeck.store import tables

    memory: Any = tables.MemoryRow
    words: Any = tables.WordsRow
    state: Any = tables.SearchStateRow
    return memory.__table__, words.__table__, state.__table__
