"""mem0 and OpenMemory: what `get_all()` returns as JSON, and OpenMemory's backup, zipped or not."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from memdeck.exchange.file_text import decode
from memdeck.exchange.importers.harvest import Harvest, Record, SourceReading, text_key
from memdeck.exchange.importers.json_records import (
    JSON_LIMIT,
    Mapped,
    json_lines,
    lines_of,
    mapping,
    moment_in,
    objects,
    parsed,
    read_json,
    text_in,
    texts_in,
)
from memdeck.exchange.importers.owners import integration_owner
from memdeck.exchange.problem import FileFault
from memdeck.memory.kinds import MemoryType, Status

_STATES = {"archived": Status.ARCHIVED, "paused": Status.ARCHIVED}
Place = tuple[str, int | None, object]
"""File, line or None, and the record there (or its fault)."""


def read_mem0(path: Path) -> SourceReading:
    """Read such a file: `.json`, `.jsonl`, `.jsonl.gz` or `.zip`."""
    modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    harvest = Harvest(path.parent, modified)
    places = list(_records(path))
    users = {text_in(record, "user_id") for _, _, value in places if (record := mapping(value))} - {""}
    known: set[str] = set()
    for number, (file, line, value) in enumerate(places, start=1):
        record = mapping(value)
        if isinstance(value, FileFault):
            harvest.caught(file, value)
        elif record is None or not text_in(record, "memory", "content", "text"):
            harvest.fault(file, f"record {number} is no object with a memory.", line)
        elif text_in(record, "state") == "deleted" or record.get("deleted_at"):
            harvest.skip(file, f"record {number} was deleted there.", line)
        elif (
            key := text_in(record, "id") or text_key(text_in(record, "memory", "content", "text"))
        ) not in known:
            known.add(key)
            harvest.add(file, key, _record(record, several=len(users) > 1), line=line)
    return SourceReading(harvest.reading())


def _records(path: Path) -> Iterator[Place]:
    name = path.name
    if name.endswith(".zip"):
        yield from _zipped(path)
    elif name.endswith(".gz"):
        data = _unpacked(gzip.GzipFile(path))
        yield from ((name, line, value) for line, value in lines_of(data))
    elif name.endswith(".jsonl"):
        yield from ((name, line, value) for line, value in json_lines(path)[0])
    else:
        yield from ((name, None, value) for value in _listed(read_json(path)[0]))


def _listed(value: object) -> Iterable[object]:
    """Return the records of a whole JSON value; an OpenMemory backup names its categories apart."""
    backup = mapping(value)
    if backup is None:
        return objects(value)
    records = objects(backup.get("results") or backup.get("memories"))
    names = {
        text_in(category, "id"): text_in(category, "name")
        for item in objects(backup.get("categories"))
        if (category := mapping(item))
    }
    links: dict[str, list[str]] = {}
    for item in objects(backup.get("memory_categories")):
        if link := mapping(item):
            links.setdefault(text_in(link, "memory_id"), []).append(
                names.get(text_in(link, "category_id"), "")
            )
    return [_with_categories(record, links) for record in records]


def _with_categories(value: object, links: Mapping[str, list[str]]) -> object:
    record = mapping(value)
    if record is None or "categories" in record or text_in(record, "id") not in links:
        return value
    return {**record, "categories": links[text_in(record, "id")]}


def _zipped(path: Path) -> Iterator[Place]:
    """Read a backup. Both files in it hold the same memories; the lines know their categories."""
    try:
        with zipfile.ZipFile(path) as backup:
            names = [item.filename for item in backup.infolist() if not item.is_dir()]
            lines = next((name for name in names if name.endswith("memories.jsonl.gz")), None)
            whole = next((name for name in names if name.endswith("memories.json")), None)
            if lines is None and whole is None:
                raise FileFault("holds neither memories.json nor memories.jsonl.gz.")
            if lines is not None:
                data = _unpacked(gzip.GzipFile(fileobj=io.BytesIO(_member(backup, lines))))
                yield from ((f"{path.name}/{lines}", line, value) for line, value in lines_of(data))
            elif whole is not None:
                text = decode(_member(backup, whole)).text
                yield from ((f"{path.name}/{whole}", None, value) for value in _listed(parsed(text)))
    except (zipfile.BadZipFile, zipfile.LargeZipFile, RuntimeError, NotImplementedError, OSError):
        raise FileFault("is a damaged or locked zip file.") from None


def _member(backup: zipfile.ZipFile, name: str) -> bytes:
    with backup.open(name) as file:
        return _limited(file.read(JSON_LIMIT + 1))


def _unpacked(packed: gzip.GzipFile) -> bytes:
    try:
        with packed:
            return _limited(packed.read(JSON_LIMIT + 1))
    except (OSError, EOFError, zlib.error):
        raise FileFault("is a damaged gzip file.") from None


def _limited(data: bytes) -> bytes:
    if len(data) > JSON_LIMIT:
        raise FileFault(f"unpacks to more than {JSON_LIMIT:,} bytes.")
    return data


def _record(record: Mapped, *, several: bool) -> Record:
    metadata = dict(mapping(record.get("metadata")) or mapping(record.get("metadata_")) or {})
    agent, user = text_in(record, "agent_id"), text_in(record, "user_id")
    owner = None
    if agent and not user:
        owner = integration_owner(agent)
    elif several and user:
        owner = integration_owner("user", user)
    categories = texts_in(record, "categories") or texts_in(metadata, "categories")
    extra: dict[str, object] = {"metadata": metadata} if metadata else {}
    return Record(
        content=text_in(record, "memory", "content", "text"),
        type=MemoryType.PROJECT if agent else MemoryType.USER,
        status=_STATES.get(text_in(record, "state")),
        tags=filter(None, (*categories, text_in(record, "app"))),
        owner=owner,
        conversation=text_in(record, "run_id") or None,
        created=moment_in(record, "created_at"),
        updated=moment_in(record, "updated_at", "created_at"),
        expires=moment_in(record, "expiration_date"),
        extra=extra,
    )
