"""Copies of a store from before an update changed its tables. The way back; no purge reaches them."""

from __future__ import annotations

from pathlib import Path

_MARK = ".form-"


def copy_of(database_file: Path, form: str) -> Path:
    """Return where the copy of a store of this form lies, or would lie."""
    return database_file.with_name(f"{database_file.name}{_MARK}{form}")


def kept_copies(database_file: Path | None) -> tuple[Path, ...]:
    """Return the copies that are there, oldest form first; none for a database server."""
    if database_file is None:
        return ()
    begin = f"{database_file.name}{_MARK}"
    try:
        return tuple(sorted(file for file in database_file.parent.iterdir() if file.name.startswith(begin)))
    except OSError:
        return ()
