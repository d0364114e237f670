"""Laying out an export: which files, with which bytes, in which folders. Touches no disk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memdeck.exchange.entry_form import FolderFormat, entry_file, entry_text
from memdeck.exchange.index_form import index_text
from memdeck.memory.entry import Memory
from memdeck.memory.owner import Owner

INDEX_FILE = "MEMORY.md"
_NOT_IN_FOLDER = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file of an export."""

    path: str
    data: bytes
    memory: Memory | None = None
    """The entry in it; None for an index."""
    written: datetime | None = None
    """The file's own time, in a form whose header holds none."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything an export would write, in the order of writing."""

    files: tuple[PlannedFile, ...]
    by_owner: bool
    unlisted: tuple[str, ...]
    """Names of entries that found no place in their index."""


def plan_export(memories: Sequence[Memory], form: FolderFormat, *, by_owner: bool) -> Plan:
    """Lay out an export: one folder, or one for each owner. The index comes after its entries."""
    files: list[PlannedFile] = []
    unlisted: list[str] = []
    owners = sorted({memory.owner for memory in memories})
    folders = owner_folders(owners) if by_owner else dict.fromkeys(owners, "")
    for owner in owners or [""]:
        own = sorted((item for item in memories if item.owner == owner), key=lambda item: item.name)
        start = f"{folders[owner]}/" if by_owner and owner else ""
        for item in own:
            written = item.updated_at if form is FolderFormat.BYTECHEF else None
            text = entry_text(item, form).encode()
            files.append(PlannedFile(start + entry_file(item), text, item, written))
        index = index_text(own, form)
        unlisted += index.left_out
        if owner or not by_owner:
            files.append(PlannedFile(f"{start}{INDEX_FILE}", index.text.encode()))
    return Plan(tuple(files), by_owner, tuple(unlisted))


def owner_folders(owners: Sequence[str]) -> dict[str, str]:
    """Give each owner a folder name; two that would be equal on some disk get numbers."""
    folders: dict[str, str] = {}
    taken: set[str] = set()
    for owner in owners:
        parsed = Owner.parse(owner)
        key = parsed.key
        if not key.isascii():
            from anyascii import anyascii

            key = anyascii(key)
        tail = f"-{parsed.environment}" if parsed.environment else ""
        wanted = f"{parsed.kind}-{_NOT_IN_FOLDER.sub('-', key).strip('-') or 'x'}"[:100] + tail
        name, number = wanted, 2
        while name.casefold() in taken:
            name, number = f"{wanted}-{number}", number + 1
        taken.add(name.casefold())
        folders[owner] = name
    return folders
