"""One open transaction: what stands now, read under its lock, and every way to change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from memdeck.memory.entry import Memory
from memdeck.memory.errors import NameTaken, NotFound, VersionConflict
from memdeck.memory.revision import Action, Author, Revision
from memdeck.memory.searchable import searchable
from memdeck.store.rows import (
    MEMORY_COLUMNS,
    REVISION_COLUMNS,
    memory_from_row,
    memory_values,
    revision_from_row,
    snapshot,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table
    from sqlmodel import Session, SQLModel

WriteHook = Callable[["Connection", "Sequence[Memory]"], None]
"""Called inside the transaction with the entries that were written, to keep an index in step."""

_MANY = 400
"""Rows looked up in one statement."""


class Batch:
    """One open transaction: reads under its lock, and writes entries with their revisions."""

    def __init__(
        self,
        session: Session,
        batch: str,
        moment: datetime,
        author: Author,
        reason: str,
        undoes: str | None,
        hooks: Sequence[WriteHook],
    ) -> None:
        from memdeck.store import tables

        self.id = batch
        self.moment = moment
        self._session = session
        self._author = author
        self._reason = reason
        self.undoes = undoes
        self._hooks = hooks
        self._tables = tables
        self.written = 0

    def current(self, memory_id: str) -> Memory:
        """Return the entry as it stands now, locked until the batch ends; raise NotFound."""
        row = self._memory_row(memory_id)
        if row is None:
            raise NotFound(memory_id)
        return memory_from_row(row)

    def names_taken(self, owner: str) -> set[str]:
        """Return the names of the owner's live entries."""
        from sqlalchemy import select

        table = self._table(self._tables.MemoryRow)
        found = select(table.c.name).where(table.c.owner == owner, table.c.deleted_at.is_(None))
        return set(self._session.execute(found).scalars())

    def name_taken(self, owner: str, name: str, besides: str = "") -> bool:
        """Tell whether another live entry of the owner has this name."""
        from sqlalchemy import select

        table = self._table(self._tables.MemoryRow)
        found = select(table.c.id).where(
            table.c.owner == owner, table.c.name == name, table.c.deleted_at.is_(None), table.c.id != besides
        )
        return self._session.execute(found).first() is not None

    def insert(self, memories: Sequence[Memory], action: Action = Action.ADD) -> None:
        """Store new entries. Their names must be free."""
        if not memories:
            return
        from sqlalchemy import insert, select

        table = self._table(self._tables.MemoryRow)
        self._session.execute(insert(table), [memory_values(memory) for memory in memories])
        keys: dict[str, int] = {}
        for part in _parts([memory.id for memory in memories]):
            found = select(table.c.id, table.c.pk).where(table.c.id.in_(part))
            keys.update((row[0], row[1]) for row in self._session.execute(found))
        bodies = [{"memory_pk": keys[memory.id], "body": searchable(memory.content)} for memory in memories]
        self._session.execute(insert(self._table(self._tables.MemoryBodyRow)), bodies)
        self._record([(action, None, memory) for memory in memories])
        self._tell(memories)

    def replace(self, before: Memory, after: Memory, action: Action) -> Memory:
        """Write `after` over `before` as its next version; raise VersionConflict or NameTaken.

        `before` is what the change was made from: when something else stands there now, nothing is written.
        """
        current = self.current(before.id)
        if current.version != before.version:
            raise VersionConflict(current, before.version)
        moves = (after.owner, after.name) != (before.owner, before.name) or before.deleted_at is not None
        if after.deleted_at is None and moves and self.name_taken(after.owner, after.name, besides=after.id):
            raise NameTaken(after.name, after.owner)
        after = replace(after, version=current.version + 1)
        self._update(after, body_changed=after.content != current.content)
        self._record([(action, current, after)])
        self._tell([after])
        return after

    def bury(self, memory: Memory, *, purged: bool) -> None:
        """Remember that the entry was removed or purged here."""
        from sqlalchemy import insert

        self.unbury(memory.id)
        values = {
            "memory_id": memory.id,
            "owner": memory.owner,
            "name": memory.name,
            "content_hash": memory.content_hash,
            "source_file": memory.source.file,
            "purged": purged,
            "at": self.moment,
        }
        self._session.execute(insert(self._table(self._tables.TombstoneRow)), [values])

    def unbury(self, memory_id: str) -> None:
        """Forget that the entry was removed: it is back."""
        from sqlalchemy import delete

        table = self._table(self._tables.TombstoneRow)
        self._session.execute(delete(table).where(table.c.memory_id == memory_id))

    def purge(self, memory: Memory) -> None:
        """Take the entry's text out of the store and out of its history, and leave a tombstone."""
        from sqlalchemy import String, delete, update
        from sqlalchemy import cast as as_type

        memories, revisions = self._table(self._tables.MemoryRow), self._table(self._tables.RevisionRow)
        injections = self._table(self._tables.InjectionRow)
        bodies = self._table(self._tables.MemoryBodyRow)
        found = memories.c.id == memory.id
        key = self._session.execute(memories.select().with_only_columns(memories.c.pk).where(found)).scalar()
        if key is None:
            raise NotFound(memory.id)
        self._tell([replace(memory, deleted_at=memory.deleted_at or self.moment)])
        self._session.execute(delete(bodies).where(bodies.c.memory_pk == key))
        self._session.execute(delete(memories).where(found))
        self._session.execute(
            update(revisions)
            .where(revisions.c.memory_id == memory.id)
            .values(before=None, after=None, reason="")
        )
        quoting = as_type(injections.c.entries, String).contains(f'"{memory.id}"', autoescape=True)
        self._session.execute(update(injections).where(quoting).values(text=""))
        self.bury(memory, purged=True)
        self._record([(Action.PURGE, None, None)], of=memory)

    def revisions(self, batch: str) -> list[Revision]:
        """Return the changes of another batch, oldest first."""
        from sqlalchemy import select

        table = self._table(self._tables.RevisionRow)
        columns = [table.c[column] for column in REVISION_COLUMNS]
        found = select(*columns).where(table.c.batch == batch).order_by(table.c.seq)
        return [revision_from_row(tuple(row)) for row in self._session.execute(found)]

    def newest_batch(self, actions: Iterable[Action], *, undone: bool = False) -> Revision | None:
        """Return the newest change among these actions that was (not) taken back."""
        from sqlalchemy import select

        table = self._table(self._tables.RevisionRow)
        columns = [table.c[column] for column in REVISION_COLUMNS]
        wanted = [str(action) for action in actions]
        found = (
            select(*columns)
            .where(table.c.action.in_(wanted), table.c.undone == undone)
            .order_by(table.c.seq.desc())
            .limit(1)
        )
        row = self._session.execute(found).first()
        return revision_from_row(tuple(row)) if row else None

    def mark_undone(self, batch: str, undone: bool) -> None:
        """Note that a batch was taken back, or holds again."""
        from sqlalchemy import update

        table = self._table(self._tables.RevisionRow)
        self._session.execute(update(table).where(table.c.batch == batch).values(undone=undone))

    def register_project(self, key: str, root: str) -> None:
        """Note which folder a project key stands for."""
        from sqlalchemy import insert

        self._session.execute(insert(self._table(self._tables.ProjectRow)), [{"key": key, "root": root}])

    def projects(self) -> dict[str, str]:
        """Return which folder each project key stands for: root → key, under the lock."""
        from sqlalchemy import select

        table = self._table(self._tables.ProjectRow)
        return {row[0]: row[1] for row in self._session.execute(select(table.c.root, table.c.key))}

    def _memory_row(self, memory_id: str) -> tuple[Any, ...] | None:
        from sqlalchemy import select

        table = self._table(self._tables.MemoryRow)
        columns = [table.c[column] for column in MEMORY_COLUMNS]
        row = self._session.execute(select(*columns).where(table.c.id == memory_id).with_for_update()).first()
        return tuple(row) if row else None

    def _update(self, memory: Memory, *, body_changed: bool) -> None:
        from sqlalchemy import select, update

        table, bodies = self._table(self._tables.MemoryRow), self._table(self._tables.MemoryBodyRow)
        found = table.c.id == memory.id
        self._session.execute(update(table).where(found).values(memory_values(memory)))
        if body_changed:
            key = select(table.c.pk).where(found).scalar_subquery()
            self._session.execute(
                update(bodies).where(bodies.c.memory_pk == key).values(body=searchable(memory.content))
            )

    def _record(
        self, changes: Sequence[tuple[Action, Memory | None, Memory | None]], of: Memory | None = None
    ) -> None:
        from sqlalchemy import insert

        self.written += len(changes)
        rows = []
        for action, before, after in changes:
            subject = after or before or of
            assert subject is not None  # noqa: S101 - a change is always of an entry
            rows.append(
                {
                    "batch": self.id,
                    "memory_id": subject.id,
                    "owner": subject.owner,
                    "name": subject.name,
                    "action": action.value,
                    "writer": self._author.writer.value,
                    "author": self._author.label,
                    "reason": self._reason,
                    "at": self.moment,
                    "before": snapshot(before) if before else None,
                    "after": snapshot(after) if after else None,
                    "undoes": self.undoes,
                    "undone": False,
                }
            )
        self._session.execute(insert(self._table(self._tables.RevisionRow)), rows)

    def refresh_indexes(self) -> None:
        """Let every hook bring its index to the present form, without a change to any entry."""
        self._tell(())

    def _tell(self, memories: Sequence[Memory]) -> None:
        if not self._hooks:
            return
        connection = self._session.connection()
        for hook in self._hooks:
            hook(connection, memories)

    @staticmethod
    def _table(model: type[SQLModel]) -> Table:
        return cast("Table", model.__table__)  # type: ignore[attr-defined]


def _parts(values: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(values), _MANY):
        yield values[start : start + _MANY]
