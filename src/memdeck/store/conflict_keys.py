"""What entries speak of, as numbers by which their neighbours are found without reading them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence

from memdeck.memory.entry import Memory
from memdeck.store.database import Database
from memdeck.store.portions import parts
from memdeck.store.rows import MEMORY_COLUMNS, memory_from_row

_PART = 400
_COLUMNS = ", ".join(MEMORY_COLUMNS)


def key_number(owner: str, key: str) -> int:
    """Return the number that stands for something an owner's entry speaks of."""
    digest = hashlib.blake2b(f"{owner}\0{key}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


class StoredKeys:
    """Who speaks of what, looked up in the store: right for a few entries."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._added: dict[int, list[int]] = defaultdict(list)

    def holders(self, number: int, most: int) -> Sequence[int]:
        """Return the keys of the latest `most` entries that speak of it."""
        sql = "SELECT memory_pk FROM conflict_key WHERE key = ? ORDER BY memory_pk DESC LIMIT ?"
        stored = [row[0] for row in self._database.rows(sql, (number, most))]
        added = self._added.get(number, ())
        return list(dict.fromkeys((*added, *stored))) if added else stored

    def add(self, numbers: Sequence[int], memory_key: int) -> None:
        """Note what an entry speaks of that the store doesn't show yet."""
        for number in numbers:
            self._added[number].append(memory_key)


class LoadedKeys:
    """Who speaks of what, all of it in memory: right for a whole store."""

    def __init__(self, database: Database) -> None:
        self._holders: dict[int, list[int]] = defaultdict(list)
        for batch in database.batches("SELECT key, memory_pk FROM conflict_key ORDER BY memory_pk"):
            for number, key in batch:
                self._holders[number].append(key)

    def holders(self, number: int, most: int) -> Sequence[int]:
        """Return the keys of the latest `most` entries that speak of it."""
        return self._holders.get(number, ())[-most:]

    def add(self, numbers: Sequence[int], memory_key: int) -> None:
        """Note what an entry speaks of."""
        for number in numbers:
            self._holders[number].append(memory_key)


class KeyedEntries:
    """Entries by the key of their row."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, keys: Sequence[int]) -> dict[int, Memory]:
        """Return these entries, removed ones too; missing ones are left out."""
        found: dict[int, Memory] = {}
        for part in parts(keys, _PART):
            marks = ", ".join("?" * len(part))
            sql = f"SELECT pk, {_COLUMNS} FROM memory WHERE pk IN ({marks})"  # noqa: S608
            found.update((row[0], memory_from_row(row[1:])) for row in self._database.rows(sql, part))
        return found

    def keys(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the key of each of these entries."""
        found: dict[str, int] = {}
        for part in parts(ids, _PART):
            sql = f"SELECT id, pk FROM memory WHERE id IN ({', '.join('?' * len(part))})"  # noqa: S608
            found.update(self._database.rows(sql, part))
        return found

    def arrived(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the number of the last change of each of these: moments can be equal, numbers can't."""
        found: dict[str, int] = {}
        for part in parts(ids, _PART):
            marks = ", ".join("?" * len(part))
            sql = f"SELECT memory_id, max(seq) FROM revision WHERE memory_id IN ({marks}) GROUP BY memory_id"  # noqa: S608
            found.update(self._database.rows(sql, part))
        return found

    def owners(self) -> list[str]:
        """Return every owner that has entries."""
        return [
            row[0]
            for row in self._database.rows("SELECT DISTINCT owner FROM memory WHERE deleted_at IS NULL")
        ]

    def count(self) -> int:
        """Return how many entries there are."""
        rows = self._database.rows("SELECT count(*) FROM memory WHERE deleted_at IS NULL")
        return int(rows[0][0]) if rows else 0

    def live_ids(self) -> list[str]:
        """Return the ids of all entries that were not removed, the first stored first."""
        sql = "SELECT id FROM memory WHERE deleted_at IS NULL ORDER BY pk"
        return [row[0] for row in self._database.rows(sql)]
