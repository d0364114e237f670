"""Changing entries: add, edit, rename, remove, restore, purge. Each call is one action in the history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from memdeck.deck.drafting import draft_from
from memdeck.deck.reading import Memories, Reading
from memdeck.memory.entry import EDITABLE_FIELDS, Memory, Source
from memdeck.memory.errors import InvalidField, NameTaken, VersionConflict
from memdeck.memory.naming import check_name, free_name
from memdeck.memory.revision import Action
from memdeck.memory.rules import checked, status_asked
from memdeck.store.batch import Batch


class Editing(Reading):
    """What can be changed. A call either happens whole, with its revisions, or not at all."""

    def add(
        self,
        title: str,
        content: str,
        *,
        description: str = "",
        type: str = "PROJECT",  # noqa: A002 - the field's name everywhere
        owner: str = "user:me",
        name: str | None = None,
        status: str | None = None,
        importance: str = "normal",
        confidence: float = 1.0,
        tags: Iterable[str] = (),
        source: Source | None = None,
        extra: Mapping[str, object] | None = None,
        created_at: datetime | None = None,
        updated_at: datetime | None = None,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
        expires_at: datetime | None = None,
        reason: str = "",
    ) -> Memory:
        """Store a new entry.

        Without a name, one is made from the title (`Build setup` → `build_setup`, numbered when taken).

        Raises:
            InvalidField: a field breaks its rule.
            NameTaken: the owner has an entry of the given name.
        """
        fields = dict(locals())
        del fields["self"], fields["reason"]
        return self._add([fields], reason)[0]

    def add_many(self, entries: Iterable[Mapping[str, Any]], *, reason: str = "") -> Memories:
        """Store new entries, each given as the arguments of `add`, all or none, in one action."""
        return self._add(list(entries), reason)

    def edit(self, ref: str, *, version: int | None = None, reason: str = "", **changes: Any) -> Memory:
        """Change fields of an entry; an edit that changes nothing leaves no trace.

        Args:
            ref: name, id or unique prefix.
            version: the version the change was made from; None writes over whatever stands there.
            reason: why, for the history.
            changes: fields of EDITABLE_FIELDS.

        Raises:
            VersionConflict: the entry has another version by now. Nothing was written.
            InvalidField, NotFound, NameTaken: nothing was written.
        """
        memory = self.get(ref)
        with self._batch(reason) as batch:
            return self._edited(batch, memory.id, version, changes)

    def edit_many(self, refs: Iterable[str], *, reason: str = "", **changes: Any) -> Memories:
        """Make the same change to several entries, all or none, in one action."""
        ids = [self.get(ref).id for ref in refs]
        with self._batch(reason) as batch:
            return [self._edited(batch, id_, None, changes) for id_ in ids]

    def rename(self, ref: str, new_name: str, *, version: int | None = None, reason: str = "") -> Memory:
        """Give an entry another name; raise NameTaken when its owner has one of that name."""
        memory = self.get(ref)
        check_name(new_name)
        with self._batch(reason) as batch:
            current = _expected(batch.current(memory.id), version)
            if current.name == new_name:
                return current
            renamed = replace(current, name=new_name, updated_at=batch.moment)
            return batch.replace(current, renamed, Action.RENAME)

    def remove(self, ref: str, *, version: int | None = None, reason: str = "") -> Memory:
        """Delete an entry so that it can be restored; its name becomes free."""
        memory = self.get(ref)
        with self._batch(reason) as batch:
            return _removed(batch, _expected(batch.current(memory.id), version))

    def remove_many(self, refs: Iterable[str], *, reason: str = "") -> Memories:
        """Delete several entries, all or none, in one action."""
        ids = [self.get(ref).id for ref in refs]
        with self._batch(reason) as batch:
            return [_removed(batch, batch.current(id_)) for id_ in ids]

    def restore(self, ref: str, *, name: str | None = None, reason: str = "") -> Memory:
        """Bring a removed entry back, under another name if one is given.

        Raises:
            NameTaken: its name was used again meanwhile; give another one.
        """
        memory = self.get(ref, deleted=True)
        if name is not None:
            check_name(name)
        with self._batch(reason) as batch:
            current = batch.current(memory.id)
            back = replace(current, deleted_at=None, name=name or current.name)
            restored = batch.replace(current, back, Action.RESTORE)
            batch.unbury(restored.id)
            return restored

    def purge(self, ref: str, *, reason: str = "") -> None:
        """Delete an entry for good, live or removed: its text leaves the store and the history.

        A tombstone without text stays, so that an import or a sync does not bring it back.
        """
        self.purge_many([ref], reason=reason)

    @property
    def kept_copies(self) -> tuple[Path, ...]:
        """Copies of the store from before an update. A purge doesn't reach them: they hold what was there."""
        from memdeck.store.kept_copies import kept_copies

        return kept_copies(self.parts.database.file)

    def purge_many(self, refs: Iterable[str], *, reason: str = "") -> None:
        """Delete several entries for good, all or none."""
        ids = [self.get_any(ref).id for ref in refs]
        with self._batch(reason) as batch:
            for id_ in ids:
                batch.purge(batch.current(id_))
        self._forget_index()

    def _forget_index(self) -> None:
        """Take the vector index away where nobody has it open: Chroma keeps what was deleted from it."""
        from memdeck.store.vectorindex.folder import IndexFolder
        from memdeck.store.vectorindex.index import ROOT

        IndexFolder(self.parts.home / ROOT).forget()

    def _batch(self, reason: str, undoes: str | None = None) -> AbstractContextManager[Batch]:
        return self._writer.batch(self.parts.author, reason, undoes)

    def _add(self, entries: Sequence[Mapping[str, Any]], reason: str) -> Memories:
        if not entries:
            return []
        from memdeck.deck.guarding import guard_for

        author = self.parts.author
        guard = guard_for(author, self.parts.settings)
        with self._batch(reason) as batch:
            taken: dict[str, set[str]] = {}
            made: list[Memory] = []
            for entry in entries:
                if guard is not None and isinstance(entry.get("title"), str):  # a name is made from it
                    entry = {**entry, "title": guard.words(entry["title"])}
                draft = draft_from(entry, batch.moment, author.writer)
                names = taken.setdefault(
                    draft.owner, batch.names_taken(draft.owner) if draft.owner not in taken else set()
                )
                made.append(_named(draft, names, asked=entry.get("name") is not None))
            return batch.insert(made)

    def _edited(self, batch: Batch, id_: str, version: int | None, changes: Mapping[str, Any]) -> Memory:
        unknown = set(changes) - EDITABLE_FIELDS
        if unknown:
            field = min(unknown)
            hint = (
                "Use rename." if field == "name" else "Use one of " + ", ".join(sorted(EDITABLE_FIELDS)) + "."
            )
            raise InvalidField(field, "can't be edited.", hint)
        current = _expected(batch.current(id_), version)
        wanted = checked(replace(current, **changes))
        if changes.get("status", current.status) != current.status:
            status_asked(wanted.type, changes["status"])
        if wanted == current:
            return current
        return batch.replace(current, replace(wanted, updated_at=batch.moment), Action.EDIT)


def _named(draft: Memory, names: set[str], *, asked: bool) -> Memory:
    if asked and draft.name in names:
        raise NameTaken(draft.name, draft.owner)
    name = free_name(draft.name, names.__contains__)
    names.add(name)
    return replace(draft, name=name)


def _expected(current: Memory, version: int | None) -> Memory:
    if version is not None and current.version != version:
        raise VersionConflict(current, version)
    return current


def _removed(batch: Batch, current: Memory) -> Memory:
    if current.deleted_at is not None:
        return current
    removed = batch.replace(current, replace(current, deleted_at=batch.moment), Action.REMOVE)
    batch.bury(removed, purged=False)
    return removed
