"""A look at the health of a store: facts only, what they mean is decided above."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memdeck.store.database import Database
from memdeck.store.kept_copies import kept_copies
from memdeck.store.schema import HEAD

_MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class StoreFacts:
    """What a store is like."""

    place: str
    """The file, or `PostgreSQL`."""
    exists: bool
    """False before the first change."""
    form: str | None = None
    newest_form: str = HEAD
    journal: str = ""
    """SQLite's way of writing; `wal` lets readers go on."""
    integrity: tuple[str, ...] = ()
    """What the database itself found wrong; empty is well."""
    live: int = 0
    removed: int = 0
    changes: int = 0
    without_text: int = 0
    """Entries that the search in contents would miss."""
    bytes: int = 0
    copies: tuple[Path, ...] = ()
    """Copies from before an update."""


def store_facts(database: Database) -> StoreFacts:
    """Examine a store; reads every page of it once. Raise StoreFault when it can't be read at all."""
    place = str(database.file) if database.file is not None else "PostgreSQL"
    form = database.form()
    if form is None:
        return StoreFacts(place, database.exists)

    def number(sql: str) -> int:
        return int(database.rows(sql)[0][0])

    sqlite = database.file is not None
    return StoreFacts(
        place=place,
        exists=True,
        form=form,
        journal=str(database.rows("PRAGMA journal_mode")[0][0]) if sqlite else "",
        integrity=_faults(database) if sqlite else (),
        live=number("SELECT count(*) FROM memory WHERE deleted_at IS NULL"),
        removed=number("SELECT count(*) FROM memory WHERE deleted_at IS NOT NULL"),
        changes=number("SELECT count(*) FROM revision"),
        without_text=number(
            "SELECT count(*) FROM memory WHERE pk NOT IN (SELECT memory_pk FROM memory_body)"
        ),
        bytes=database.file.stat().st_size if database.file is not None else 0,
        copies=kept_copies(database.file),
    )


def _faults(database: Database) -> tuple[str, ...]:
    found = [str(row[0]) for row in database.rows(f"PRAGMA integrity_check({_MOST_PROBLEMS})")]
    return () if found == ["ok"] else tuple(found)
