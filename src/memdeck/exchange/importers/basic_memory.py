"""basic-memory: a folder of notes with a header, observations (`- [category] text #tag`) and relations.

A note becomes one entry, its text whole, so that links and relations stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from memdeck.exchange.entry_file import FoundEntry
from memdeck.exchange.folder import read_folder
from memdeck.exchange.importers.harvest import SourceReading
from memdeck.exchange.moments import read_moment
from memdeck.memory.limits import TAG_LIMIT, TAGS_LIMIT

_OBSERVATION = re.compile(r"^[ \t]*[-*][ \t]+\[(?![ xX-]\])[^\]\n(]{1,64}\][ \t]+(?P<text>.*)$", re.MULTILINE)
_TAG = re.compile(r"(?<!\S)#([^\s#,()]{1,64})")
_HEADER = re.compile(rb"^---\r?\n(?:[^\n]{0,2000}\n){0,40}?permalink[ \t]*:")


def is_note(head: bytes) -> bool:
    """Tell from the beginning of a file whether it is such a note: they alone have a permalink."""
    return bool(_HEADER.match(head))


def read_basic_memory(path: Path) -> SourceReading:
    """Read such a folder, or one note of it."""
    single = not path.is_dir()
    reading = read_folder(path.parent if single else path)
    entries = tuple(_with_tags(entry) for entry in reading.entries if not single or entry.file == path.name)
    problems = tuple(one for one in reading.problems if not single or one.file == path.name)
    skipped = () if single else reading.skipped
    reading = replace(reading, entries=entries, problems=problems, skipped=skipped, notes=())
    return SourceReading(reading, own_names=True)


def _with_tags(entry: FoundEntry) -> FoundEntry:
    memory = entry.memory
    found = [tag for match in _OBSERVATION.finditer(memory.content) for tag in _TAG.findall(match["text"])]
    tags = dict.fromkeys([*memory.tags, *(tag for tag in found if len(tag) <= TAG_LIMIT)])
    extra = dict(memory.extra)
    created = read_moment(str(extra.pop("created", ""))) or memory.created_at
    moved = replace(
        memory,
        tags=tuple(tags)[:TAGS_LIMIT],
        extra=extra,
        created_at=created,
        updated_at=max(created, memory.updated_at),
    )
    return replace(entry, memory=moved)
