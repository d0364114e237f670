"""One open transaction: what stands now, read under its lock, and every way to change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, cast

from memdeck.memory.author import Author
from memdeck.memory.entry import Memory
from memdeck.memory.errors import NameTaken, NotFound, VersionConflict
from memdeck.memory.path_text import path_text
from memdeck.memory.revision import Action, Revision
from memdeck.memory.searchable import searchable
from memdeck.store.last_purge import PURGED_KEY
from memdeck.store.revision_rows import REVISION_COLUMNS, revision_from_row, snapshot
from memdeck.store.rows import MEMORY_COLUMNS, memory_from_row, memory_values

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table
    from sqlmodel import Session, SQLModel

WriteHook = Callable[["Connection", "Sequence[Memory]"], None]
"""Called inside the transaction with the entries that were written, to keep an index in step."""

BatchEnd = Callable[["Batch"], None]
"""Called inside the transaction when everything was written, to look at it as a whole."""


class Guard(Protocol):
    """Takes secrets out of what is about to be stored."""

    def words(self, text: str) -> str:
        """Return a text as it may be stored."""
        ...

    def entry(self, after: Memory, before: Memory | None = None) -> Memory:
        """Return an entry as it may be stored; what stands in `before` already may stay."""
        ...


_MANY = 400
"""Rows looked up in one statement."""

_FROM_HISTORY = frozenset({Action.UNDO, Action.REDO})
"""What brings back text that was stored before."""


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
        guard: Guard | None = None,
    ) -> None:
        from memdeck.store import tables

        self.id = batch
        self.moment = moment
        self._session = session
        self._author = author
        self._guard = guard
        self._reason = reason
        self.undoes = undoes
        self._hooks = hooks
        self._tables = tables
        self.written = 0
        self.purged = False
        """True when a text was deleted for good."""
        self.owners: set[str] = set()
        """Whose entries were changed."""
        self.changes: dict[str, tuple[Memory | None, Memory]] = {}
        """Every entry written so far: how it stood before this action, and how it stands now."""

    @property
    def connection(self) -> Connection:
        """The connection of the transaction, for tables that belong to entries."""
        return self._session.connection()

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

    def insert(self, memories: Sequence[Memory], action: Action = Action.ADD) -> list[Memory]:
        """Store new entries and return them as they were stored. Their names must be free."""
        if not memories:
            return []
        from sqlalchemy import insert, select

        memories = [self._guarded(memory, None) for memory in memories]
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
        return memories

    def replace(self, before: Memory, after: Memory, action: Action, reason: str | None = None) -> Memory:
        """Write `after` over `before` as its next version; raise VersionConflict or NameTaken.

        Args:
            before: what the change was made from: when something else stands there now, nothing is written.
            after: the entry as it is to be.
            action: what the history calls it.
            reason: why, for the history; None is the reason of the whole batch.
        """
        current = self.current(before.id)
        if current.version != before.version:
            raise VersionConflict(current, before.version)
        moves = (after.owner, after.name) != (before.owner, before.name) or before.deleted_at is not None
        if after.deleted_at is None and moves and self.name_taken(after.owner, after.name, besides=after.id):
            raise NameTaken(after.name, after.owner)
        if action not in _FROM_HISTORY:
            after = self._guarded(after, current)
        after = replace(after, version=current.version + 1)
        self._update(after, body_changed=after.content != current.content)
        self._record([(action, current, after)], reason=reason)
        self._tell([after])
        return after

    def _guarded(self, after: Memory, before: Memory | None) -> Memory:
        return after if self._guard is None else self._guard.entry(after, before)

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
        conflicts = self._table(self._tables.ConflictRow)
        of_it = (conflicts.c.one == memory.id) | (conflicts.c.other == memory.id)
        self._session.execute(delete(conflicts).where(of_it))
        self._session.execute(
            update(revisions)
            .where(revisions.c.memory_id == memory.id)
            .values(before=None, after=None, reason="")
        )
        quoting = as_type(injections.c.entries, String).contains(f'"{memory.id}"', autoescape=True)
        self._session.execute(update(injections).where(quoting).values(text=""))
        self._forget_words()
        self.purged = True
        self.bury(memory, purged=True)
        self._record([(Action.PURGE, None, None)], of=memory)
        self._note_purge()

    def _note_purge(self) -> None:
        """Let whoever keeps a copy of vectors see that some of them must go."""
        from sqlalchemy import text

        self._session.execute(
            text(
                "INSERT INTO search_state (key, value) "
                "SELECT CAST(:key AS VARCHAR), CAST(max(seq) AS VARCHAR) FROM revision WHERE true "
                "ON CONFLICT (key) DO UPDATE SET value = excluded.value"
            ),
            {"key": PURGED_KEY},
        )

    def _forget_words(self) -> None:
        """Take deleted words out of the full-text index's files: it only marks them as deleted."""
        from sqlalchemy import text

        if self._session.connection().dialect.name == "sqlite":
            self._session.execute(text("INSERT INTO words_index (words_index) VALUES ('optimize')"))

    def revisions(self, batch: str) -> list[Revision]:
        """Return the changes of another batch, oldest first."""
        from sqlalchemy import select

        table = self._table(self._tables.RevisionRow)
        columns = [table.c[column] for column in REVISION_COLUMNS]
        found = select(*columns).where(table.c.batch == batch).order_by(table.c.seq)
        return [revision_from_row(tuple(row)) for row in self._session.execute(found)]

    def newest_batch(self, actions: Iterable[Action], *, undone: bool = False) -> Revision | None:
        """Return the newest change among these actions that was (not) taken back, and not purged since."""
        from sqlalchemy import select

        table = self._table(self._tables.RevisionRow)
        columns = [table.c[column] for column in REVISION_COLUMNS]
        wanted = [str(action) for action in actions]
        found = (
            select(*columns)
            .where(table.c.action.in_(wanted), table.c.undone == undone)
            .where(table.c.before.is_not(None) | table.c.after.is_not(None))
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

        self._session.execute(
            insert(self._table(self._tables.ProjectRow)), [{"key": key, "root": path_text(root)}]
        )

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
        self,
        changes: Sequence[tuple[Action, Memory | None, Memory | None]],
        of: Memory | None = None,
        reason: str | None = None,
    ) -> None:
        from sqlalchemy import insert

        self.written += len(changes)
        self.owners |= {entry.owner for _, *both in changes for entry in (*both, of) if entry is not None}
        rows = []
        why = self._reason if reason is None else reason
        why = why if self._guard is None else self._guard.words(why)
        for action, before, after in changes:
            subject = after or before or of
            assert subject is not None  # noqa: S101 - a change is always of an entry
            self._note(before, after, subject)
            rows.append(
                {
                    "batch": self.id,
                    "memory_id": subject.id,
                    "owner": subject.owner,
                    "name": subject.name,
                    "action": action.value,
                    "writer": self._author.writer.value,
                    "author": self._author.label,
                    "reason": why,
                    "at": self.moment,
                    "before": snapshot(before) if before else None,
                    "after": snapshot(after) if after else None,
                    "undoes": self.undoes,
                    "undone": False,
                }
            )
        self._session.execute(insert(self._table(self._tables.RevisionRow)), rows)

    def _note(self, before: Memory | None, after: Memory | None, subject: Memory) -> None:
        if after is None:
            self.changes.pop(subject.id, None)  # purged: there is nothing left to look at
            return
        first = self.changes[after.id][0] if after.id in self.changes else before
        self.changes[after.id] = (first, after)

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
