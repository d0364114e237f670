"""From a file's new text to the change of an entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from memdeck.deck import Deck
from memdeck.doors.memory_tool.file_reading import Said, read_file
from memdeck.doors.memory_tool.written_form import kept_form
from memdeck.exchange.extra_keys import AS_WRITTEN, without_own_form
from memdeck.exchange.problem import FileFault
from memdeck.memory.entry import Memory, Source
from memdeck.memory.kinds import MemoryType, Status, Writer, default_status
from memdeck.memory.rules import status_for


class NewEntry(TypedDict):
    """The arguments of `Deck.add` for a new file."""

    name: str
    title: str
    description: str
    content: str
    type: MemoryType
    status: Status
    tags: tuple[str, ...]
    source: Source
    extra: Mapping[str, object]


def new_entry(text: str, name: str) -> NewEntry:
    """Return a new file's text as an entry; raise FileFault when its header can't be understood."""
    said = read_file(text, name)
    status = status_for(said.type, said.status or default_status(said.type))
    shown = {"title": said.title, "description": said.description, "type": said.type, "status": status}
    return NewEntry(
        name=name,
        title=said.title,
        description=said.description,
        content=said.content,
        type=said.type,
        status=status,
        tags=said.tags,
        source=Source(Writer.ASSISTANT, said.conversation),
        extra={**said.extra, AS_WRITTEN: kept_form(said, shown, said.tags)},
    )


def save_text(deck: Deck, memory: Memory, old: str, text: str) -> Memory:
    """Bring an entry to the new text of its file; only what differs from the old text is changed.

    Raises:
        FileFault: the new text's header can't be understood.
        VersionConflict: the entry changed since it was read. Nothing was written.
        InvalidField: a limit is broken. Nothing was written.
    """
    after, before = read_file(text, memory.name), _read_before(old, memory.name)
    title = memory.title if before and before.title == after.title else after.title
    same_words = before is not None and before.description == after.description
    description = memory.description if same_words else after.description
    kind = memory.type if before and before.type == after.type else after.type
    status = memory.status
    if before is None or before.status != after.status:
        status = after.status or default_status(kind)
    status = status_for(kind, status)
    tags = memory.tags if before and before.tags == after.tags else after.tags
    shown = {"title": title, "description": description, "type": kind, "status": status}
    extra = without_own_form(memory.extra)
    for key in before.extra if before else ():
        extra.pop(key, None)
    return deck.edit(
        memory.id,
        version=memory.version,
        **shown,
        tags=tags,
        content=after.content,
        extra={**extra, **after.extra, AS_WRITTEN: kept_form(after, shown, tags)},
    )


def _read_before(text: str, name: str) -> Said | None:
    try:
        return read_file(text, name)
    except FileFault:  # written before this rule held: everything counts as new
        return None
