"""Bringing a file to what its entry says, by changing only what differs: every other byte stays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from memdeck.exchange import own_keys
from memdeck.exchange.entry_file import FileFacts, FoundEntry, read_entry
from memdeck.exchange.extra_keys import sorted_extra
from memdeck.exchange.file_text import BOM, FileText, of
from memdeck.exchange.header import Header, read_header, split
from memdeck.exchange.moments import written_moment
from memdeck.exchange.outside_type import outside_type
from memdeck.exchange.patch import Change, patch_header
from memdeck.exchange.problem import FileFault
from memdeck.exchange.yaml_text import Path
from memdeck.memory.entry import Memory

FILE_FIELDS = ("title", "description", "content", "type", "tags", "extra")
"""What a file of any form says."""

_WRITABLE = frozenset({"title", "description", "content", "type", "tags"})
_LIFE = frozenset(
    {"status", "importance", "confidence", "valid_from", "valid_to", "superseded_by", "expires_at"}
)
_LIFE_KEYS = ("status", "importance", "confidence", "valid_from", "valid_to", "superseded_by", "expires")


def says(found: FoundEntry, field: str) -> bool:
    """Tell whether a file says anything about a field: only Memdeck's own files do of an entry's life."""
    return field in FILE_FIELDS or bool(found.memory.id)


def updated_text(
    text: FileText, found: FoundEntry, memory: Memory, fields: Collection[str], facts: FileFacts
) -> str:
    """Return a file's whole text with some fields as the entry has them.

    Args:
        text: the file as it is.
        found: what it says now.
        memory: the entry.
        fields: what to bring over; what such a file can't say is passed over.
        facts: of the file, to read the outcome back.

    Raises:
        FileFault: it can't be done without touching more than that.
    """
    wanted = {field for field in fields if field in _WRITABLE or (field in _LIFE and found.memory.id)}
    header = read_header(text, split(text))
    changes = _changes(header, found, memory, wanted)
    whole = (BOM if text.bom else "") + text.text
    if changes:
        whole = patch_header(whole, changes)
    if "content" in wanted:
        whole = _with_content(whole, memory.content, text)
    if "title" in wanted and _named_by_title(header, found, memory):
        facts = replace(facts, index_title="")  # the index repeats it, and follows
    _check(whole, facts, memory, wanted, text)
    return whole


def _changes(
    header: Header, found: FoundEntry, memory: Memory, fields: Collection[str]
) -> dict[str | Path, Change]:
    values = header.values
    inner = values.get("metadata")
    metadata = inner if isinstance(inner, dict) else {}
    changes: dict[str | Path, Change] = {}
    if "title" in fields:
        changes["name" if _named_by_title(header, found, memory) else "title"] = memory.title
    if "description" in fields:
        changes["description"] = memory.description
    if "tags" in fields:
        changes["tags"] = list(memory.tags) or None
    if "type" in fields:
        kind = outside_type(memory.type)
        word = kind.value if header.plain else sorted_extra(memory).type
        changes[("metadata", "type") if "type" in metadata else "type"] = word
        own = memory.type.value if kind is not memory.type else None
        place: str | Path = ("metadata", f"{own_keys.PREFIX}{own_keys.TYPE}") if metadata else "memdeck_type"
        if own is not None or _has(header, place):
            changes[place] = own
    if found.memory.id and metadata:
        said = own_keys.written(memory)
        for key in (*_LIFE_KEYS, own_keys.UPDATED):
            changes[("metadata", own_keys.PREFIX + key)] = said.get(key)
    if changes or "content" in fields:
        for moment in (("metadata", "modified"), ("modified",)):
            if _has(header, moment):
                changes[moment] = written_moment(memory.updated_at)
    return changes


def _named_by_title(header: Header, found: FoundEntry, memory: Memory) -> bool:
    """Tell whether `name` holds the title, as in the oldest files, and can hold the new one."""
    values = header.values
    held = "title" not in values and values.get("name") == found.memory.title
    return held and (" " in memory.title or memory.title != memory.title.lower())


def _has(header: Header, place: str | Path) -> bool:
    values: object = header.values
    for key in (place,) if isinstance(place, str) else place:
        if not isinstance(values, dict) or key not in values:
            return False
        values = values[key]
    return True


def _with_content(whole: str, content: str, text: FileText) -> str:
    """Put another body under the header; how the old one began and ended stays."""
    bom = BOM if whole.startswith(BOM) else ""
    parts = split(of(whole.removeprefix(BOM)))
    head = whole.removeprefix(BOM)[: len(whole) - len(bom) - len(parts.body)]
    newline = text.newline
    begin = newline if parts.header is not None and parts.body.startswith(newline) else ""
    end = newline if parts.body.endswith(newline) or not parts.body else ""
    return bom + head + begin + content.replace("\n", newline) + end


def _check(whole: str, facts: FileFacts, memory: Memory, fields: Collection[str], text: FileText) -> None:
    read = read_entry(of(whole.removeprefix(BOM), bom=text.bom), facts).memory
    for field in fields:
        if getattr(read, field) != getattr(memory, field):
            raise FileFault(f"{field} can't be written into this file safely; change it by hand.")
