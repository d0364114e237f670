"""Gathering what a source holds: entries that keep every rule, and a line for each record that does not."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from memdeck.exchange.entry_file import FoundEntry
from memdeck.exchange.file_text import FileText, decode
from memdeck.exchange.folder import FolderReading
from memdeck.exchange.importers.titles import name_of, title_of
from memdeck.exchange.problem import FileFault, Problem
from memdeck.exchange.safe_file import read_regular
from memdeck.memory.block import without_blocks
from memdeck.memory.entry import Memory, Source
from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import Importance, MemoryType, Status, Writer, default_status
from memdeck.memory.limits import DESCRIPTION_LIMIT, TAG_LIMIT, TAGS_LIMIT
from memdeck.memory.owner import ME, canonical_owner
from memdeck.memory.rules import checked
from memdeck.memory.secrets import mask_secrets

_NOT_IN_KEY = re.compile(r"[^A-Za-z0-9_.-]+")
_KEY_LENGTH = 48


@dataclass(frozen=True, slots=True)
class SourceReading:
    """What a source holds, and whose it is."""

    reading: FolderReading
    place: Path | None = None
    """The folder whose project the entries without an owner belong to; None: the person."""
    roots: Mapping[str, str] = field(default_factory=dict)
    """Projects that entries name: real folder → key."""
    own_names: bool = False
    """True when names and ids are the source's own; otherwise a name is only made from the title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a source says about one entry; everything but the text may be missing."""

    content: str
    title: str = ""
    description: str = ""
    type: MemoryType = MemoryType.PROJECT
    status: Status | None = None
    importance: Importance = Importance.NORMAL
    tags: Iterable[str] = ()
    owner: str | None = None
    name: str = ""
    id: str = ""
    conversation: str | None = None
    created: datetime | None = None
    updated: datetime | None = None
    expires: datetime | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


class Harvest:
    """Collects the entries of one source. A record that breaks a rule is named, and the others come in."""

    def __init__(self, path: Path, moment: datetime) -> None:
        """Begin.

        Args:
            path: the folder that the records' places are below.
            moment: for records that know no time: when the source was last written.
        """
        self.path, self._moment = path, moment
        self.problems: list[Problem] = []
        self.skipped: list[Problem] = []
        self.notes: list[Problem] = []
        self._entries: list[FoundEntry] = []
        self._keys: set[str] = set()

    def text(self, file: str) -> tuple[FileText, datetime] | None:
        """Read a file and when it was last written; None, and a problem, when it can't be read."""
        try:
            data, modified = read_regular(self.path / file)
            return decode(data), modified
        except FileFault as fault:
            self.caught(file, fault)
            return None

    def add(
        self, file: str, key: str, record: Record, *, line: int | None = None, moment: datetime | None = None
    ) -> None:
        """Take a record in.

        Args:
            file: the file it stands in, below the harvest's path.
            key: what tells it from others of this file, the same at every import.
            record: what it says.
            line: where it stands in the file.
            moment: when the file was last written, when that is not the harvest's own moment.
        """
        text = without_blocks(record.content)
        if not text.strip():
            what = "holds only what Memdeck injected" if record.content.strip() else "holds no text"
            self.skip(file, f"{_what(key)}{what}.", line)
            return
        if text != record.content:
            record = replace(record, content=text)
        place = f"{file}#{self._free_key(safe_key(key))}"
        try:
            memory = self._memory(record, place, moment or self._moment)
        except InvalidField as error:
            self.fault(file, f"{_what(key)}{error.field}: {error.problem} {error.hint}".rstrip(), line)
            return
        self._entries.append(FoundEntry(place, memory, record.owner is not None))

    def take(self, reading: FolderReading) -> None:
        """Take in what a markdown folder at the harvest's path holds."""
        self._entries += reading.entries
        self.problems += reading.problems
        self.skipped += reading.skipped
        self.notes += reading.notes

    def fault(self, file: str, reason: str, line: int | None = None) -> None:
        """Note something that could not be taken in."""
        self.problems.append(Problem(file, reason, line))

    def caught(self, file: str, fault: FileFault) -> None:
        """Note a fault of a whole file."""
        self.fault(file, fault.reason, fault.line)

    def skip(self, file: str, reason: str, line: int | None = None) -> None:
        """Note something that is passed over by rule."""
        self.skipped.append(Problem(file, reason, line))

    def note(self, file: str, remark: str, line: int | None = None) -> None:
        """Note a remark."""
        self.notes.append(Problem(file, remark, line))

    def __len__(self) -> int:
        return len(self._entries)

    def reading(self) -> FolderReading:
        """Return everything, in the order in which it was found."""
        return FolderReading(
            self.path,
            tuple(self._entries),
            tuple(self.problems),
            tuple(self.skipped),
            None,
            {},
            tuple(self.notes),
        )

    def _free_key(self, key: str) -> str:
        free, number = key, 2
        while free in self._keys:
            free, number = f"{key}-{number}", number + 1
        self._keys.add(free)
        return free

    def _memory(self, record: Record, place: str, moment: datetime) -> Memory:
        title = title_of(record.title or record.content)
        updated = record.updated or record.created or moment
        created = record.created or updated
        return checked(
            Memory(
                id=record.id,
                owner=canonical_owner(record.owner or ME),
                name=record.name or name_of(title),
                title=title,
                description=_short(record.description),
                content=record.content,
                type=record.type,
                status=record.status or default_status(record.type),
                importance=record.importance,
                tags=_tags(record.tags),
                source=Source(Writer.IMPORT, record.conversation, str(self.path / place)),
                extra=dict(record.extra),
                created_at=created,
                updated_at=max(updated, created),
                expires_at=record.expires,
            )
        )


def safe_key(key: str) -> str:
    """Return a key as part of a path: letters, digits, a few signs; a digest keeps what that loses."""
    clean = _NOT_IN_KEY.sub("-", key).strip("-.")[:_KEY_LENGTH]
    return clean if clean == key else f"{clean}-{text_key(key)}".lstrip("-")


def text_key(text: str) -> str:
    """Return a short key that stands for a text, whatever its blanks and capitals."""
    folded = " ".join(text.casefold().split())
    return hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _what(key: str) -> str:
    return f"record {key}: " if key.isprintable() and len(key) <= _KEY_LENGTH and key else ""


def _short(description: str) -> str:
    line = " ".join(description.split())
    if len(line) > DESCRIPTION_LIMIT:
        line = mask_secrets(line).text  # half a secret would not be known for one any more
    return line if len(line) <= DESCRIPTION_LIMIT else line[: DESCRIPTION_LIMIT - 1] + "…"


def _tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Return tags as they may be: one line each without commas; a tag that is too long is no tag."""
    kept = (" ".join(tag.replace(",", " ").split()) for tag in tags)
    return tuple(dict.fromkeys(tag for tag in kept if tag and len(tag) <= TAG_LIMIT))[:TAGS_LIMIT]
