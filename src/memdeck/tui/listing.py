"""Reading a list: its first page at once, its order and heads afterwards, and what changed since."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memdeck.memory.owner import Owner
from memdeck.memory.query import Sort
from memdeck.tui.widgets.memory_row import MemoryRow, row_of

if TYPE_CHECKING:
    from memdeck.deck.reading import Reading
    from memdeck.memory.entry import Memory
    from memdeck.memory.query import MemoryQuery
    from memdeck.memory.revision import Revision
    from memdeck.retrieve.headsearch.heads import Heads

FIRST_PAGE = 48
_MANY = 2_000
"""More changes at once than this, and reading the list again is quicker."""


class FirstPage(NamedTuple):
    """The beginning of a list."""

    rows: list[MemoryRow]
    whole: bool
    """True when this is all there is."""

    @property
    def ids(self) -> list[str]:
        """The order of these rows."""
        return [row.id for row in self.rows]


def first_page(deck: Reading, query: MemoryQuery) -> FirstPage:
    """Read what a screen shows at first; a few milliseconds whatever the length of the list."""
    found = deck.list(query, limit=FIRST_PAGE + 1)
    return FirstPage(_rows(deck, found[:FIRST_PAGE]), len(found) <= FIRST_PAGE)


def read_heads(deck: Reading, query: MemoryQuery, stop: Callable[[], bool]) -> Heads | None:
    """Read the whole order with its heads, in a thread; None when it was stopped."""
    from memdeck.retrieve.headsearch.heads import Heads

    heads = Heads()
    for batch in deck.scan(query):
        if stop():
            return None
        heads.add(batch)
    heads.prepare()
    return heads


def read_rows(deck: Reading, ids: Sequence[str]) -> list[MemoryRow]:
    """Read the rows of these ids; those that are gone are left out."""
    return _rows(deck, deck.page(ids))


def in_conflict(deck: Reading, ids: Collection[str]) -> set[str]:
    """Return those of these entries that are in an open conflict, once the whole deck is loaded.

    The reading half, with which the first frame is drawn, knows nothing of conflicts.
    """
    ask: Callable[[Collection[str]], set[str]] | None = getattr(deck, "conflicts_of", None)
    return ask(ids) if ask is not None else set()


def _rows(deck: Reading, memories: Sequence[Memory]) -> list[MemoryRow]:
    marked = in_conflict(deck, [memory.id for memory in memories])
    return [row_of(memory, conflicts=memory.id in marked) for memory in memories]


def after_changes(heads: Heads, query: MemoryQuery, revisions: Sequence[Revision]) -> Heads | None:
    """Return the list after these changes, or None when it must be read again.

    In the usual order (last changed first) what was just changed stands first, so nothing needs to be
    read. In other orders, and for entries that were changed as if long ago, only the store knows the place.
    """
    if len(revisions) > _MANY or query.tags or query.importance:
        return None
    last: dict[str, tuple[Memory | None, Revision]] = {}
    first: dict[str, Memory | None] = {}
    for revision in revisions:
        first.setdefault(revision.memory_id, revision.before)
        last.pop(revision.memory_id, None)
        last[revision.memory_id] = (revision.after, revision)
    gone: list[str] = []
    front: list[Memory] = []
    stay: dict[str, str] = {}
    for id_, (memory, revision) in last.items():
        if memory is None or not belongs(memory, query):
            gone.append(id_)
        elif _kept_place(first[id_], memory, query):
            stay[id_] = _head(memory)
        elif query.sort is Sort.UPDATED and not query.reverse and _just_now(memory, revision):
            front.append(memory)
        else:
            return None
    front.sort(key=lambda memory: (memory.updated_at, memory.id), reverse=True)
    return heads.changed(gone, {memory.id: _head(memory) for memory in front}, stay)


def belongs(memory: Memory, query: MemoryQuery) -> bool:
    """Return True when an entry fulfils the filters (the text aside)."""
    if query.deleted is not (memory.deleted_at is not None):
        return False
    return (
        (not query.types or memory.type in query.types)
        and (not query.owners or memory.owner in query.owners)
        and (not query.statuses or memory.status in query.statuses)
        and (query.environment is None or Owner.parse(memory.owner).environment is query.environment)
    )


def _kept_place(before: Memory | None, after: Memory, query: MemoryQuery) -> bool:
    if before is None or not belongs(before, query):
        return False
    return _key(before, query.sort) == _key(after, query.sort)


def _key(memory: Memory, sort: Sort) -> object:
    match sort:
        case Sort.UPDATED:
            return memory.updated_at
        case Sort.CREATED:
            return memory.created_at
        case Sort.TITLE:
            return memory.title
        case Sort.TYPE:
            return (memory.type, memory.updated_at)
        case Sort.USED:
            return (memory.access_count, memory.updated_at)


def _just_now(memory: Memory, revision: Revision) -> bool:
    return abs((revision.at - memory.updated_at).total_seconds()) < 2


def _head(memory: Memory) -> str:
    from memdeck.memory.searchable import search_head

    return search_head(memory.name, memory.title, memory.description)
