"""When a text was last deleted for good: whoever keeps a copy of vectors sees that some of them must go."""

from __future__ import annotations

from memdeck.store.database import Database

PURGED_KEY = "purged"
"""Under this key of `search_state` stands the number of the last purge."""


def last_purge(database: Database) -> int:
    """Return the number of the last purge, of any entry; 0 when there was none."""
    rows = database.rows("SELECT value FROM search_state WHERE key = ?", (PURGED_KEY,))
    return int(rows[0][0]) if rows else 0
