"""Whether entries have rivals at all, asked before every prompt: most stores have nothing to settle."""

from __future__ import annotations

from collections.abc import Collection

from memdeck.store.database import Database
from memdeck.store.portions import parts

_PART = 400


def has_rivals(database: Database, ids: Collection[str]) -> bool:
    """Tell whether anything but a duplicate was ever found between one of these entries and another."""
    for part in parts(list(ids), _PART):
        marks = ", ".join("?" * len(part))
        for column in ("one", "other"):
            sql = (
                f"SELECT 1 FROM conflict WHERE {column} IN ({marks}) "  # noqa: S608
                "AND holds AND kind <> 'duplicate' LIMIT 1"
            )
            if database.rows(sql, part):
                return True
    return False
