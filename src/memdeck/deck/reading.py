"""Reading: one entry, lists, counts, history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from memdeck.deck.asking import query_from
from memdeck.deck.base import DeckBase
from memdeck.memory.entry import Memory
from memdeck.memory.errors import InvalidField
from memdeck.memory.owner import canonical_owner
from memdeck.memory.query import MemoryQuery
from memdeck.memory.searchable import searchable
from memdeck.store.listing import Access
from memdeck.store.reader import ListRow, Tombstone

if TYPE_CHECKING:
    from memdeck.memory.facets import Facets
    from memdeck.memory.revision import Action, Revision

Memories: TypeAlias = list[Memory]
Revisions: TypeAlias = "list[Revision]"
Ids: TypeAlias = list[str]

_EVERYTHING = MemoryQuery()


class Reading(DeckBase):
    """What can be asked. `access` is the owners a reader may see; None is the person, who sees all."""

    def get(
        self, ref: str, *, owner: str | None = None, access: Access = None, deleted: bool = False
    ) -> Memory:
        """Return the entry that a name, an id or a unique prefix means.

        Args:
            ref: name (with or without `.md`), id, or the beginning of either.
            owner: only this owner's.
            access: owners that may be seen.
            deleted: look among the removed ones instead.

        Raises:
            NotFound: there is none that this reader may see.
            AmbiguousName: it fits several.
        """
        wanted = canonical_owner(owner) if owner else None
        return self._reader.find(ref, owner=wanted, access=access, deleted=deleted)

    def named(self, owner: str, name: str) -> Memory | None:
        """Return the live entry of exactly this owner and name, or None; no prefix, no id."""
        return self._reader.named(canonical_owner(owner), name)

    def list(
        self,
        query: str | MemoryQuery = "",
        *,
        limit: int | None = None,
        offset: int = 0,
        access: Access = None,
        **filters: Any,
    ) -> Memories:
        """Return entries: newest first, or best first when `query` holds text.

        Args:
            query: words to look for, or a whole MemoryQuery.
            limit: most entries; None is all of them.
            offset: how many to pass over.
            access: owners that may be seen.
            filters: fields of MemoryQuery in plain text too: `type="USER"`, `owner="me"`, `sort="title"`.
        """
        for name, number in (("limit", limit or 0), ("offset", offset)):
            if number < 0:
                raise InvalidField(name, f"{number} is below 0.", "Leave it out to have everything.")
        asked = query_from(query, filters)
        if not asked.text:
            return self._reader.entries(asked, access, limit=limit, offset=offset)
        end = None if limit is None else offset + limit
        return self._reader.page(self.search(asked, access=access)[offset:end], access)

    def search(self, query: MemoryQuery, *, access: Access = None) -> Ids:
        """Return the ids that `query.text` finds, best first, as the Memories screen ranks them.

        First what title, description and name hold, exactly or nearly; then what only the content holds.
        """
        from memdeck.retrieve.headsearch import ranked  # only a search needs it

        needle = searchable(query.text).strip()
        found = ranked(chain.from_iterable(self._reader.scan(query, access)), query.text)
        known = set(found)
        rest = [id_ for id_ in self._reader.ids_with_text(needle, query, access) if id_ not in known]
        return found + rest

    def count(self, query: str | MemoryQuery = "", *, access: Access = None, **filters: Any) -> int:
        """Return how many entries `list` would return without a limit."""
        asked = query_from(query, filters)
        return len(self.search(asked, access=access)) if asked.text else self._reader.count(asked, access)

    def facets(self, query: MemoryQuery = _EVERYTHING, *, access: Access = None) -> Facets:
        """Return how many entries each filter would show; the text is not looked at."""
        return self._reader.facets(query, access)

    def scan(self, query: MemoryQuery = _EVERYTHING, *, access: Access = None) -> Iterator[Sequence[ListRow]]:
        """Yield the whole list in batches of light rows, to filter and search it without reading it."""
        return self._reader.scan(query, access)

    def page(self, ids: Sequence[str], *, access: Access = None) -> Memories:
        """Return the entries of these ids in the given order; missing ones are left out."""
        return self._reader.page(ids, access)

    def find_text(
        self,
        text: str,
        query: MemoryQuery = _EVERYTHING,
        *,
        access: Access = None,
    ) -> Ids:
        """Return the ids of the list whose content holds `text`, in list order."""
        needle = searchable(text).strip()
        return self._reader.ids_with_text(needle, query, access) if needle else []

    def last_change(self) -> int:
        """Return the position of the newest change by anyone; cheap enough to poll."""
        return self._reader.last_change()

    def changed_since(self, seq: int) -> Revisions:
        """Return the changes after `seq`, oldest first."""
        return self._reader.changed_since(seq)

    def history(
        self,
        ref: str | None = None,
        *,
        limit: int = 100,
        before: int | None = None,
        actions: Iterable[Action] = (),
        owner: str | None = None,
        access: Access = None,
    ) -> Revisions:
        """Return changes by anyone, newest first.

        Args:
            ref: only this entry's; it may be a removed one.
            limit: most changes.
            before: go on from this position, for the next page.
            actions: only these.
            owner: only this owner's.
            access: owners that may be seen.
        """
        memory_id = self.get_any(ref, access=access).id if ref is not None else None
        wanted = canonical_owner(owner) if owner else None
        return self._reader.history(
            memory_id, limit=limit, before=before, actions=actions, owner=wanted, access=access
        )

    def get_any(self, ref: str, *, access: Access = None) -> Memory:
        """Return the live entry that `ref` means, else the removed one; raise NotFound."""
        from memdeck.memory.errors import NotFound

        try:
            return self.get(ref, access=access)
        except NotFound:
            return self.get(ref, access=access, deleted=True)

    def revision(self, seq: int) -> Revision:
        """Return one change by its position; raise NotFound."""
        return self._reader.revision(seq)

    def batch(self, batch: str) -> Revisions:
        """Return the changes of one action, oldest first."""
        return self._reader.batch(batch)

    def tombstones(self, owner: str) -> Sequence[Tombstone]:
        """Return what was removed or purged of one owner."""
        return self._reader.tombstones(canonical_owner(owner))

    def removed(self, *, limit: int | None = None, access: Access = None) -> Memories:
        """Return removed entries, those removed last first."""
        found = self._reader.entries(MemoryQuery(deleted=True), access)
        found.sort(key=lambda memory: str(memory.deleted_at), reverse=True)
        return found[:limit]
