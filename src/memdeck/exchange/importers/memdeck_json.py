"""Memdeck's own JSON: everything that an entry is, to be read back without loss."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from pathlib import Path

from memdeck.exchange.entry_file import FoundEntry
from memdeck.exchange.folder import FolderReading
from memdeck.exchange.importers.harvest import SourceReading
from memdeck.exchange.importers.json_records import Mapped, mapping, objects, read_json, text_in
from memdeck.exchange.moments import read_moment, written_moment
from memdeck.exchange.problem import FileFault, Problem
from memdeck.memory.entry import Memory, Source
from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import Importance, MemoryType, Status, Writer
from memdeck.memory.rules import checked, choice

FORM = 1
"""Number of the form; a newer one is refused."""
_MARK = "memdeck_export"
_MOMENTS = frozenset(
    {"created_at", "updated_at", "valid_from", "valid_to", "expires_at", "last_accessed", "deleted_at"}
)
_NOT_WRITTEN = frozenset({"version", "deleted_at"})
_REQUIRED = ("owner", "name", "title", "content", "created_at", "updated_at")


def is_own_export(value: object) -> bool:
    """Tell whether a JSON value was written by `export_text`."""
    found = mapping(value)
    return found is not None and _MARK in found


def export_text(memories: Sequence[Memory]) -> str:
    """Return entries as JSON, in a stable order, one field a line."""
    ordered = sorted(memories, key=lambda memory: (memory.owner, memory.name))
    whole = {_MARK: FORM, "memories": [_written(memory) for memory in ordered]}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def read_own_export(path: Path) -> SourceReading:
    """Read such a file back: ids, times, state, links and origin as they were."""
    value, _ = read_json(path)
    whole = mapping(value) or {}
    form = whole.get(_MARK)
    if not isinstance(form, int) or form > FORM:
        raise FileFault("was written by a newer Memdeck. Update this one.")
    entries: list[FoundEntry] = []
    problems: list[Problem] = []
    for number, item in enumerate(objects(whole.get("memories")), start=1):
        try:
            record = mapping(item)
            if record is None:
                raise InvalidField("record", "is no object.")
            memory = _read(record)
        except InvalidField as error:
            problems.append(Problem(path.name, f"record {number}: {error}"))
            continue
        entries.append(FoundEntry(f"{path.name}#{memory.id or number}", memory, True, memory.updated_at))
    reading = FolderReading(path.parent.resolve(), tuple(entries), tuple(problems), (), None, {})
    return SourceReading(reading, own_names=True)


def _written(memory: Memory) -> dict[str, object]:
    record: dict[str, object] = {}
    for field in fields(Memory):
        value = getattr(memory, field.name)
        if field.name in _NOT_WRITTEN or value is None:
            continue
        if field.name in _MOMENTS:
            value = written_moment(value)
        elif field.name == "source":
            value = {"writer": value.writer, "conversation": value.conversation, "file": value.file}
            value = {key: part for key, part in value.items() if part is not None}
        record[field.name] = list(value) if isinstance(value, tuple) else value
    return record


def _read(record: Mapped) -> Memory:
    for field in _REQUIRED:
        if not isinstance(record.get(field), str):
            raise InvalidField(field, "is required, as text.")
    moments = {field: _moment(record, field) for field in _MOMENTS - _NOT_WRITTEN}
    source = mapping(record.get("source")) or {}
    tags = record.get("tags") or []
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise InvalidField("tags", "must be a list of words.")
    extra = mapping(record.get("extra")) or {}
    count, confidence = record.get("access_count", 0), record.get("confidence", 1.0)
    memory = Memory(
        id=text_in(record, "id"),
        owner=str(record["owner"]),
        name=str(record["name"]),
        title=str(record["title"]),
        description=_text(record, "description"),
        content=str(record["content"]),
        type=choice("type", MemoryType, _text(record, "type") or "PROJECT"),
        status=choice("status", Status, _text(record, "status") or "active"),
        importance=choice("importance", Importance, _text(record, "importance") or "normal"),
        confidence=confidence if isinstance(confidence, int | float) else -1,
        tags=tuple(tags),
        source=Source(
            choice("writer", Writer, text_in(source, "writer") or "import"),
            text_in(source, "conversation") or None,
            text_in(source, "file") or None,
        ),
        extra=dict(extra),
        superseded_by=text_in(record, "superseded_by") or None,
        access_count=count if isinstance(count, int) and count >= 0 else 0,
        **moments,  # type: ignore[arg-type]
    )
    return checked(replace(memory))


def _moment(record: Mapping[str, object], field: str) -> datetime | None:
    value = record.get(field)
    if value is None:
        return None
    moment = read_moment(value) if isinstance(value, str) else None
    if moment is None:
        raise InvalidField(field, "is not a time.", "Write for example 2026-11-30T12:00:00Z.")
    return moment


def _text(record: Mapped, field: str) -> str:
    value = record.get(field, "")
    if not isinstance(value, str):
        raise InvalidField(field, "must be text.")
    return value
