"""From one markdown file to an entry."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from memdeck.exchange import own_keys
from memdeck.exchange.extra_keys import METADATA_KEYS, TOP_KEYS, default_link, merged, without_own_form
from memdeck.exchange.file_text import FileText
from memdeck.exchange.header import Header, Split, read_header, split
from memdeck.exchange.moments import read_moment
from memdeck.exchange.outside_type import is_type, read_type, true_type
from memdeck.exchange.problem import FileFault, Problem
from memdeck.exchange.safe_file import file_stem
from memdeck.exchange.yaml_text import Path, Value
from memdeck.memory.entry import Memory, Source
from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import Writer, default_status
from memdeck.memory.owner import ME, canonical_owner
from memdeck.memory.printable import printable
from memdeck.memory.rules import checked

_BREAKS = re.compile(r"\s*\n\s*")
_WORD_GAPS = re.compile(r"[-_\s/]+")
_UNKNOWN_TYPE = "the type '{word}' is none of Memdeck's; taken as {kind}, and the word is kept for exports."
_WORD_SHOWN = 40


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is known of a file from outside its text."""

    file: str
    """Path below the folder that is read, with `/`."""
    origin: str
    """Where the file lies, as an absolute path."""
    name: str
    """The entry's name, from the path."""
    words: str
    """The path below its memory folder, without `.md`: the last resort for a title."""
    index_title: str
    modified: datetime
    """When the file was last written."""


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """One entry of a folder. `memory.id` is empty unless the file was written by Memdeck."""

    file: str
    memory: Memory
    owner_known: bool = False
    """True when the file itself says who it belongs to."""
    stamp: datetime | None = None
    """For a file that Memdeck wrote: the entry's `updated_at` at that time."""
    notes: tuple[Problem, ...] = ()


def read_entry(text: FileText, facts: FileFacts, *, broken_as_body: bool = False) -> FoundEntry:
    """Read an entry; raise FileFault with the line when the file can't be understood or breaks a limit.

    Args:
        text: what the file holds.
        facts: its path, time, and what the index says of it.
        broken_as_body: take the whole file as content when its header is broken.
    """
    try:
        parts = split(text)
        header = read_header(text, parts)
    except FileFault:
        if not broken_as_body:
            raise
        parts, header = Split(None, 0, text.text, 1), Header()
    return _Reading(text, parts, header, facts).entry()


class _Reading:
    """One file being read: its header's values, and the remarks made on the way."""

    def __init__(self, text: FileText, parts: Split, header: Header, facts: FileFacts) -> None:
        self._text, self._parts, self._header, self._facts = text, parts, header, facts
        inner = header.values.get("metadata", "")
        self._metadata: dict[str, Value] = inner if isinstance(inner, dict) else {}
        self._notes = [Problem(facts.file, remark, line) for line, remark in header.notes]

    def entry(self) -> FoundEntry:
        facts = self._facts
        own = self._own()
        name = facts.name
        if own.get(own_keys.NAME) and file_stem(own[own_keys.NAME]) == name:
            name = own[own_keys.NAME]
        word = self._type_word()
        kind, keeps_word = read_type(word)
        if keeps_word and not is_type(word) and not own.get(own_keys.ID):
            self._note("type", _UNKNOWN_TYPE.format(word=printable(word)[:_WORD_SHOWN], kind=kind))
        true = true_type(kind, own.get(own_keys.TYPE, ""))
        title, description = self._title(), self._one_line("description")
        modified = self._modified()
        memory = Memory(
            id=own.get(own_keys.ID, ""),
            owner=self._owner(own),
            name=name,
            title=title,
            description=description,
            content=self._content() or description or title,
            type=true,
            status=default_status(true),
            tags=self._tags(),
            source=Source(Writer.IMPORT, self._session(), facts.origin),
            extra=self._extra(own, name, keeps_word),
            created_at=modified,
            updated_at=modified,
        )
        memory = self._checked(own_keys.applied(memory, own, self._own_fault))
        stamp = read_moment(own.get(own_keys.UPDATED, "")) if own.get(own_keys.ID) else None
        return FoundEntry(facts.file, memory, bool(own.get(own_keys.OWNER)), stamp, tuple(self._notes))

    def _own(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for place, values in (((), self._header.values), (("metadata",), self._metadata)):
            for key, value in values.items():
                if own_keys.is_own(key):
                    found[key.removeprefix(own_keys.PREFIX)] = self._as_text((*place, key), value)
        return found

    def _owner(self, own: Mapping[str, str]) -> str:
        try:
            return canonical_owner(own.get(own_keys.OWNER) or ME)
        except InvalidField as error:
            raise self._own_fault(own_keys.OWNER, f"{error.problem} {error.hint}") from None

    def _own_fault(self, key: str, reason: str) -> FileFault:
        full = own_keys.PREFIX + key
        lines = self._header.lines
        return FileFault(f"{full}: {reason}".rstrip(), lines.get(("metadata", full), lines.get((full,))))

    def _type_word(self) -> str:
        inner = self._metadata.get("type", "")
        return self._as_text(("metadata", "type"), inner).strip() or self._text_value("type")

    def _title(self) -> str:
        given = self._one_line("title")
        name = self._one_line("name")
        if given or self._facts.index_title:
            return given or self._facts.index_title
        if name and (" " in name or name != name.lower()):
            return name
        words = _WORD_GAPS.sub(" ", name or self._facts.words).strip()
        return words[:1].upper() + words[1:] or self._facts.name

    def _content(self) -> str:
        body = self._text.unified(self._parts.body)
        if self._parts.header is not None and body.startswith("\n"):
            body = body[1:]
        body = body.removesuffix("\n")
        return body if body.strip() else ""

    def _modified(self) -> datetime:
        inner = self._metadata.get("modified", "")
        text = self._as_text(("metadata", "modified"), inner).strip() or self._text_value("modified")
        if not text:
            return self._facts.modified
        moment = read_moment(text)
        if moment is None:
            self._note("modified", "'modified' is not a time; the file's own time is used.")
        return moment or self._facts.modified

    def _session(self) -> str | None:
        inner = self._as_text(("metadata", "originSessionId"), self._metadata.get("originSessionId", ""))
        return inner.strip() or self._text_value("originSessionId") or None

    def _tags(self) -> tuple[str, ...]:
        value = self._header.values.get("tags", "")
        if isinstance(value, str):
            return tuple(tag for tag in (part.strip() for part in value.split(",")) if tag)
        if isinstance(value, dict):
            raise FileFault("tags must be a list of words.", self._line("tags"))
        return tuple(self._as_text(("tags",), tag) for tag in value)

    def _extra(self, own: Mapping[str, str], name: str, keeps_word: bool) -> dict[str, object]:
        values = self._header.values
        extra: dict[str, object] = {
            key: value for key, value in values.items() if key not in TOP_KEYS and not own_keys.is_own(key)
        }
        metadata: dict[str, object] = {
            key: value
            for key, value in self._metadata.items()
            if key not in METADATA_KEYS and not own_keys.is_own(key)
        }
        if self._metadata.get("node_type", "memory") != "memory":
            metadata["node_type"] = self._metadata["node_type"]
        if metadata:
            extra["metadata"] = metadata
        elif values.get("metadata", "") and not self._metadata:
            extra["metadata"] = values["metadata"]
        if (link := self._text_value("name")) and link != default_link(name):
            extra["name"] = link
        if keeps_word:
            extra["type"] = self._type_word()
        if own.get(own_keys.EXTRA):
            merged(extra, own_keys.read_extra(own[own_keys.EXTRA], self._own_fault))
        return without_own_form(extra)

    def _checked(self, memory: Memory) -> Memory:
        try:
            return checked(memory)
        except InvalidField as error:
            line = self._parts.body_line if error.field == "content" else self._line(error.field)
            raise FileFault(f"{error.field}: {error.problem} {error.hint}".rstrip(), line) from None

    def _one_line(self, key: str) -> str:
        text = self._text_value(key)
        if "\n" not in text:
            return text
        self._note(key, f"{key} has several lines; they were joined into one.")
        return _BREAKS.sub(" ", text)

    def _text_value(self, key: str) -> str:
        return self._as_text((key,), self._header.values.get(key, "")).strip()

    def _as_text(self, path: Path, value: Value) -> str:
        if isinstance(value, str):
            return value
        raise FileFault(f"{path[-1]} must be text, not a list or a mapping.", self._header.lines.get(path))

    def _note(self, key: str, remark: str) -> None:
        note = Problem(self._facts.file, remark, self._line(key))
        if note not in self._notes:
            self._notes.append(note)

    def _line(self, key: str) -> int | None:
        lines = self._header.lines
        inner = lines.get(("metadata", key))
        return inner if key == "type" and inner is not None else lines.get((key,), inner)


def with_owner(entry: FoundEntry, owner: str) -> FoundEntry:
    """Return the entry as another owner's."""
    return replace(entry, memory=replace(entry.memory, owner=canonical_owner(owner)), owner_known=True)
