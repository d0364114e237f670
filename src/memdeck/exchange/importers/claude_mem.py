"""claude-mem: its database, and the JSON that its export writes.

An observation becomes an entry, the summary of a session a SUMMARY, and the next steps of each project's
newest session a TODO. What is marked sensitive, and what people typed, is passed over and counted.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from memdeck.exchange.importers.foreign_database import opened, table_rows
from memdeck.exchange.importers.harvest import Harvest, Record, SourceReading, text_key
from memdeck.exchange.importers.json_records import (
    Mapped,
    mapping,
    moment_in,
    objects,
    read_json,
    text_in,
    texts_in,
)
from memdeck.exchange.importers.owners import project_owner
from memdeck.exchange.problem import FileFault
from memdeck.memory.kinds import MemoryType

DATABASE = "claude-mem.db"
_PASSED_OVER = frozenset({"sensitive", "security_alert"})
_PARTS = (
    ("investigated", "Investigated"),
    ("learned", "Learned"),
    ("completed", "Completed"),
    ("notes", "Notes"),
)


def read_claude_mem(path: Path) -> SourceReading:
    """Read the database (also given as its folder) or an export."""
    file = path / DATABASE if path.is_dir() else path
    if file.suffix == ".json":
        value, modified = read_json(file)
        export = mapping(value) or {}
        return _read(
            file, modified, *(_rows(file, export, key) for key in ("observations", "summaries", "prompts"))
        )
    with opened(file) as connection:
        modified = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        try:
            tables = [
                list(table_rows(connection, name))
                for name in ("observations", "session_summaries", "user_prompts")
            ]
        except sqlite3.DatabaseError:
            raise FileFault("is a damaged database. 'sqlite3 FILE .recover' may save it.") from None
        return _read(file, modified, *tables)


def _rows(file: Path, export: Mapped, key: str) -> list[Mapped | None]:
    return [mapping(row) for row in objects(export.get(key))]


def _read(
    file: Path,
    modified: datetime,
    observations: Iterable[Mapped | None],
    summaries: Iterable[Mapped | None],
    prompts: Iterable[Mapped | None],
) -> SourceReading:
    harvest = Harvest(file.parent, modified)
    passed: Counter[str] = Counter()
    for number, row in enumerate(observations, start=1):
        kind = text_in(row, "type") if row else ""
        if row is None:
            harvest.fault(file.name, f"observation {number} is no object.")
        elif kind in _PASSED_OVER:
            passed[f"marked {kind}"] += 1
        else:
            _observation(harvest, file.name, row)
    whole = [row for row in summaries if row is not None]
    newest = {id(row) for row in _newest(whole)}
    for row in whole:
        _summary(harvest, file.name, row, steps=id(row) in newest)
    passed["typed by people"] = sum(1 for _ in prompts)
    for what, count in passed.items():
        if count:
            words = "1 record" if count == 1 else f"{count:,} records"
            harvest.skip(file.name, f"{words} {what}: passed over.")
    return SourceReading(harvest.reading())


def _observation(harvest: Harvest, file: str, row: Mapped) -> None:
    title, text = text_in(row, "title"), text_in(row, "narrative", "text")
    facts = [fact for fact in texts_in(row, "facts") if fact not in text]
    content = "\n\n".join(filter(None, (text, "\n".join(f"- {fact}" for fact in facts))))
    subtitle = text_in(row, "subtitle")
    record = Record(
        content=content or subtitle or title,
        title=title,
        description=subtitle,
        type=MemoryType.PROJECT,
        tags=filter(None, (text_in(row, "type"), *texts_in(row, "concepts"))),
        owner=_owner(row),
        conversation=text_in(row, "memory_session_id", "sdk_session_id") or None,
        created=moment_in(row, "created_at_epoch", "created_at"),
        extra=_files(row, "files_read", "files_modified"),
    )
    harvest.add(file, f"observation-{_key(row, title)}", record)


def _summary(harvest: Harvest, file: str, row: Mapped, *, steps: bool) -> None:
    request, following = text_in(row, "request"), text_in(row, "next_steps")
    parts = [f"**{words}:** {text}" for key, words in _PARTS if (text := text_in(row, key))]
    if following and not steps:
        parts.append(f"**Next steps:** {following}")
    shared = {
        "owner": _owner(row),
        "conversation": text_in(row, "memory_session_id", "sdk_session_id") or None,
        "created": moment_in(row, "created_at_epoch", "created_at"),
    }
    key = _key(row, request)
    if parts or request:
        content = "\n\n".join(parts) or request
        record = Record(
            content=content,
            title=request,
            type=MemoryType.SUMMARY,
            extra=_files(row, "files_read", "files_edited"),
            **shared,  # type: ignore[arg-type]
        )
        harvest.add(file, f"summary-{key}", record)
    if following and steps:
        todo = Record(content=following, description=request, type=MemoryType.TODO, **shared)  # type: ignore[arg-type]
        harvest.add(file, f"next-{key}", todo)


def _newest(rows: Iterable[Mapped]) -> Iterator[Mapped]:
    """Yield each project's newest summary: older next steps were done or given up."""
    found: dict[str, tuple[datetime, Mapped]] = {}
    for row in rows:
        moment = moment_in(row, "created_at_epoch", "created_at") or datetime.min.replace(tzinfo=UTC)
        owner = _owner(row) or ""
        if owner not in found or moment >= found[owner][0]:
            found[owner] = (moment, row)
    return (row for _, row in found.values())


def _owner(row: Mapped) -> str | None:
    project = text_in(row, "merged_into_project", "project")
    return project_owner(project) if project else None


def _key(row: Mapped, title: str) -> str:
    """Return what claude-mem itself tells records by: session, title and time."""
    session = text_in(row, "memory_session_id", "sdk_session_id")
    return text_key(f"{session}\0{title}\0{text_in(row, 'created_at_epoch', 'created_at')}")


def _files(row: Mapped, *keys: str) -> dict[str, object]:
    return {key: found for key in keys if (found := texts_in(row, key))}
