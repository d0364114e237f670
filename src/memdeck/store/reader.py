"""Every read of entries, their history and what was deleted; plain SQL, no object mapper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from memdeck.memory.entry import Memory
from memdeck.memory.errors import AmbiguousName, NoChange, NotFound
from memdeck.memory.query import MemoryQuery
from memdeck.store.database import Database
from memdeck.store.listing import Access, conditions, order_by
from memdeck.store.rows import MEMORY_COLUMNS, memory_from_row

if TYPE_CHECKING:
    from memdeck.memory.facets import Facets
    from memdeck.memory.revision import Action, Revision

_MEMORY = ", ".join(f"memory.{column}" for column in MEMORY_COLUMNS)
_PAGE = 500
"""Most ids in one IN (…): far below every database's limit on parameters."""


class ListRow(NamedTuple):
    """What the list keeps of each entry: enough to filter, count and search without reading it."""

    id: str
    owner: str
    type: str
    status: str
    head: str
    """`searchable` title, description and name, one a line."""


class Tombstone(NamedTuple):
    """What was removed or purged here."""

    memory_id: str
    owner: str
    name: str
    content_hash: str
    source_file: str | None
    purged: bool


class Origin(NamedTuple):
    """What tells a live entry from others when a file asks for it."""

    id: str
    owner: str
    name: str
    source_file: str | None
    content_hash: str


class Reader:
    """Reads one store. Safe to use from several threads."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def scan(self, query: MemoryQuery, access: Access = None) -> Iterator[list[ListRow]]:
        """Yield the whole list in its order, in batches; `query.text` is not looked at."""
        where = conditions(query, access, self._database.dialect)
        sql = f"SELECT id, owner, type, status, head FROM memory WHERE {where.sql} ORDER BY {order_by(query)}"  # noqa: S608
        for batch in self._database.batches(sql, where.parameters):
            yield [ListRow._make(row) for row in batch]

    def entries(
        self, query: MemoryQuery, access: Access = None, *, limit: int | None = None, offset: int = 0
    ) -> list[Memory]:
        """Return one stretch of the list; `query.text` is not looked at."""
        where = conditions(query, access, self._database.dialect)
        sql = f"SELECT {_MEMORY} FROM memory WHERE {where.sql} ORDER BY {order_by(query)}"  # noqa: S608
        parameters: list[Any] = list(where.parameters)
        if limit is not None or offset:
            sql += " LIMIT ? OFFSET ?"
            parameters += [limit if limit is not None else 2**62, offset]
        return [memory_from_row(row) for row in self._database.rows(sql, parameters)]

    def page(self, ids: Sequence[str], access: Access = None, *, deleted: bool = True) -> list[Memory]:
        """Return the entries of these ids in the given order; missing ones are left out."""
        found: dict[str, Memory] = {}
        for start in range(0, len(ids), _PAGE):
            part = ids[start : start + _PAGE]
            sql = f"SELECT {_MEMORY} FROM memory WHERE id IN ({', '.join('?' * len(part))})"  # noqa: S608
            for row in self._database.rows(sql, part):
                memory = memory_from_row(row)
                if (deleted or memory.deleted_at is None) and (access is None or memory.owner in access):
                    found[memory.id] = memory
        return [found[id_] for id_ in ids if id_ in found]

    def count(self, query: MemoryQuery, access: Access = None) -> int:
        """Return how many entries the list has; `query.text` is not looked at."""
        where = conditions(query, access, self._database.dialect)
        rows = self._database.rows(f"SELECT count(*) FROM memory WHERE {where.sql}", where.parameters)  # noqa: S608
        return int(rows[0][0]) if rows else 0

    def facets(self, query: MemoryQuery, access: Access = None) -> Facets:
        """Return the counts of the side bar: each filter counted with the others applied."""
        from memdeck.memory.facets import facets_from

        where = conditions(query, access, self._database.dialect, facets=True)
        sql = (
            "SELECT type, owner, status, count(*) FROM memory "  # noqa: S608
            f"WHERE {where.sql} GROUP BY type, owner, status"
        )
        deleted = self.count(MemoryQuery(deleted=True), access)
        return facets_from(query, self._database.rows(sql, where.parameters), deleted)

    def ids_with_text(self, text: str, query: MemoryQuery, access: Access = None) -> list[str]:
        """Return the ids of the list whose content holds `text` (already `searchable`), in list order."""
        where = conditions(query, access, self._database.dialect)
        position = "instr(body, ?)" if self._database.dialect == "sqlite" else "strpos(body, ?)"
        sql = (
            "SELECT id FROM memory JOIN memory_body ON memory_pk = pk "  # noqa: S608
            f"WHERE {where.sql} AND {position} > 0 ORDER BY {order_by(query)}"
        )
        # In batches: one long fetch never lets another thread have its turn, and a screen stands still.
        batches = self._database.batches(sql, (*where.parameters, text))
        return [row[0] for batch in batches for row in batch]

    def find(
        self, ref: str, *, owner: str | None = None, access: Access = None, deleted: bool = False
    ) -> Memory:
        """Return the entry that a name, an id or a unique prefix of either means.

        A whole id or name goes before a prefix. The whole name of a removed entry is no prefix: what is done
        to it twice would hit another entry the second time. Raise NotFound or AmbiguousName.
        """
        where = conditions(
            MemoryQuery(deleted=deleted, owners=(owner,) if owner else ()), access, self._database.dialect
        )
        for test, parameters in self._ways_to_mean(ref):
            if not deleted and "LIKE" in test and self._was_removed(ref, owner, access):
                raise NotFound(ref, "It was removed; 'memdeck restore' brings it back.")
            # No ORDER BY: SQLite would walk the whole list in its order instead of looking the name up.
            sql = f"SELECT {_MEMORY} FROM memory WHERE {where.sql} AND {test} LIMIT 50"  # noqa: S608
            found = [
                memory_from_row(row) for row in self._database.rows(sql, (*where.parameters, *parameters))
            ]
            if deleted and len({(item.owner, item.name) for item in found}) == 1:
                # The same name, removed several times: the last one is meant.
                found = [max(found, key=lambda item: str(item.deleted_at))]
            if len(found) == 1:
                return found[0]
            if found:
                raise AmbiguousName(ref, tuple(f"{item.owner}/{item.name} ({item.id})" for item in found))
        raise NotFound(ref)

    def _was_removed(self, ref: str, owner: str | None, access: Access) -> bool:
        query = MemoryQuery(deleted=True, owners=(owner,) if owner else ())
        where = conditions(query, access, self._database.dialect)
        sql = f"SELECT 1 FROM memory WHERE {where.sql} AND (id = ? OR name = ?) LIMIT 1"  # noqa: S608
        return bool(self._database.rows(sql, (*where.parameters, ref, ref)))

    def named(self, owner: str, name: str) -> Memory | None:
        """Return the live entry of this owner and name, if there is one."""
        sql = f"SELECT {_MEMORY} FROM memory WHERE owner = ? AND name = ? AND deleted_at IS NULL"  # noqa: S608
        rows = self._database.rows(sql, (owner, name))
        return memory_from_row(rows[0]) if rows else None

    def last_change(self) -> int:
        """Return the position of the newest change; 0 in an empty store. Cheap enough to poll."""
        rows = self._database.rows("SELECT max(seq) FROM revision")
        return int(rows[0][0] or 0) if rows else 0

    def changed_since(self, seq: int) -> list[Revision]:
        """Return the changes after `seq`, oldest first."""
        return self._revisions("seq > ?", (seq,), "ORDER BY seq ASC")

    def history(
        self,
        memory_id: str | None = None,
        *,
        limit: int = 100,
        before: int | None = None,
        actions: Iterable[Action] = (),
        owner: str | None = None,
        access: Access = None,
    ) -> list[Revision]:
        """Return changes, newest first; `before` gives the position to go on from."""
        parts: list[str] = ["1 = 1"]
        parameters: list[Any] = []

        def among(column: str, values: Sequence[object]) -> None:
            marks = ", ".join("?" * len(values))
            parts.append(f"{column} IN ({marks})" if values else "1 = 0")
            parameters.extend(str(value) for value in values)

        if memory_id is not None:
            among("memory_id", (memory_id,))
        if owner is not None:
            among("owner", (owner,))
        if wanted := tuple(actions):
            among("action", wanted)
        if access is not None:
            among("owner", access)
        if before is not None:
            parts.append("seq < ?")
            parameters.append(before)
        return self._revisions(" AND ".join(parts), (*parameters, limit), "ORDER BY seq DESC LIMIT ?")

    def revision(self, seq: int) -> Revision:
        """Return one change by its position; raise NotFound."""
        found = self._revisions("seq = ?", (seq,), "")
        if not found:
            raise NoChange(f"There is no change {seq} in the history.")
        return found[0]

    def batch(self, batch: str) -> list[Revision]:
        """Return the changes of one action, oldest first."""
        return self._revisions("batch = ?", (batch,), "ORDER BY seq ASC")

    def tombstones(self, owner: str | None = None) -> list[Tombstone]:
        """Return what was removed or purged, of one owner or of all."""
        where, parameters = ("owner = ?", (owner,)) if owner is not None else ("1 = 1", ())
        return [
            Tombstone(row[0], row[1], row[2], row[3], row[4], bool(row[5]))
            for row in self._database.rows(
                "SELECT memory_id, owner, name, content_hash, source_file, purged FROM tombstone "  # noqa: S608
                f"WHERE {where} ORDER BY pk",
                parameters,
            )
        ]

    def origins(self) -> list[Origin]:
        """Return id, owner, name, file of origin and hash of every live entry, oldest first."""
        sql = (
            "SELECT id, owner, name, source_file, content_hash FROM memory "
            "WHERE deleted_at IS NULL ORDER BY pk"
        )
        return [Origin._make(row) for row in self._database.rows(sql)]

    def projects(self) -> dict[str, str]:
        """Return which folder each project key stands for: root → key."""
        return dict(self._database.rows("SELECT root, key FROM project"))

    def _ways_to_mean(self, ref: str) -> list[tuple[str, tuple[str, ...]]]:
        prefix = ref.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        ways: list[tuple[str, tuple[str, ...]]] = [("id = ?", (ref,)), ("name = ?", (ref,))]
        if ref.endswith(".md"):
            ways.append(("name = ?", (ref.removesuffix(".md"),)))
        if ref:
            ways.append(("(name LIKE ? ESCAPE '\\' OR id LIKE ? ESCAPE '\\')", (prefix, prefix)))
        return ways

    def _revisions(self, where: str, parameters: Sequence[Any], tail: str) -> list[Revision]:
        from memdeck.store.revision_rows import REVISION_COLUMNS, revision_from_row  # history's alone

        columns = ", ".join(f'"{column}"' for column in REVISION_COLUMNS)
        sql = f"SELECT {columns} FROM revision WHERE {where} {tail}"  # noqa: S608
        return [revision_from_row(row) for row in self._database.rows(sql, parameters)]
