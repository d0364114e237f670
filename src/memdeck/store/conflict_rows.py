"""The rows of findings in one transaction: read many at once, changed in memory, written many at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memdeck.store.portions import parts

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

_PART = 400


class ConflictRows:
    """What is known of some entries' pairs. Nobody else may write findings until the transaction ends."""

    def __init__(self, connection: Connection, table: Table) -> None:
        self._connection = connection
        self._table = table
        self._loaded: set[str] = set()
        self._rows: dict[str, dict[str, Any]] = {}
        self._partners: dict[str, dict[str, None]] = {}
        self._new: dict[str, dict[str, Any]] = {}
        self._changed: dict[str, dict[str, Any]] = {}

    def load(self, ids: Iterable[str]) -> None:
        """Read the findings of these entries that were not read yet."""
        from sqlalchemy import select

        missing = [id_ for id_ in dict.fromkeys(ids) if id_ not in self._loaded]
        for part in parts(missing, _PART):
            for column in (self._table.c.one, self._table.c.other):
                found = self._connection.execute(select(self._table).where(column.in_(part))).mappings()
                for row in found:
                    self._note(self._rows.setdefault(row["id"], dict(row)))
        self._loaded.update(missing)

    def partners(self, memory_id: str) -> list[str]:
        """Return the entries that something was found between and this one, which was loaded."""
        return list(self._partners.get(memory_id, ()))

    def get(self, key: str) -> Mapping[str, Any] | None:
        """Return what is known of a pair; one of its entries was loaded."""
        return self._rows.get(key)

    def add(self, row: dict[str, Any]) -> None:
        """Note a pair that was not known."""
        self._rows[row["id"]] = self._new[row["id"]] = row
        self._note(row)

    def change(self, key: str, values: Mapping[str, Any]) -> None:
        """Change what is known of a pair."""
        row = self._rows[key]
        changed = {field: value for field, value in values.items() if row[field] != value}
        row.update(changed)
        if changed and key not in self._new:
            self._changed.setdefault(key, {}).update(changed)

    def write(self) -> None:
        """Write what was added and changed, in as few statements as there are ways to change."""
        from sqlalchemy import bindparam, insert, update

        if self._new:
            self._connection.execute(insert(self._table), list(self._new.values()))
        alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for key, values in self._changed.items():
            alike.setdefault(tuple(sorted(values)), []).append({"row": key} | _as_set(values))
        for fields, rows in alike.items():
            of_row = update(self._table).where(self._table.c.id == bindparam("row"))
            self._connection.execute(
                of_row.values({field: bindparam(f"to_{field}") for field in fields}), rows
            )
        self._new, self._changed = {}, {}

    def _note(self, row: Mapping[str, Any]) -> None:
        self._partners.setdefault(row["one"], {})[row["other"]] = None
        self._partners.setdefault(row["other"], {})[row["one"]] = None


class ConflictKeyRows:
    """What entries speak of, written for many at once."""

    def __init__(self, connection: Connection, table: Table) -> None:
        self._connection = connection
        self._table = table
        self._numbers: dict[int, Sequence[int]] = {}

    def put(self, memory_key: int, numbers: Sequence[int]) -> None:
        """Note what an entry speaks of."""
        self._numbers[memory_key] = numbers

    def write(self) -> None:
        """Write it in place of what the entries spoke of before."""
        from sqlalchemy import delete, insert

        for part in parts(list(self._numbers), _PART):
            self._connection.execute(delete(self._table).where(self._table.c.memory_pk.in_(part)))
        rows = [{"key": number, "memory_pk": key} for key, of in self._numbers.items() for number in of]
        if rows:
            self._connection.execute(insert(self._table), rows)
        self._numbers = {}


def _as_set(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"to_{field}": value for field, value in values.items()}
