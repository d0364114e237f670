"""The index and the entries as resources, for clients that let the person pick what to attach."""

from __future__ import annotations

from memdeck.doors.mcp.sessions import Sessions
from memdeck.doors.memory_tool.place import Kind, place_of
from memdeck.doors.memory_tool.written_form import written_text
from memdeck.exchange.entry_form import FolderFormat
from memdeck.memory.errors import NotFound
from memdeck.memory.printable import printable

_OFFERED = 100
"""Newest entries that are offered by name; every other one can be read as well."""


def index_text(sessions: Sessions) -> str:
    """Return the index as markdown; raise MemoryUnavailable."""
    return sessions.folder.index(FolderFormat.CLAUDE_CODE) or "There are no memories yet.\n"


def resource_text(sessions: Sessions, name: str) -> str:
    """Return the text of an entry's file, by its name with or without `.md`.

    Raises:
        MemoryUnavailable: there is no memory for this server's sessions.
        NotFound: no such entry is visible; one of another owner doesn't exist here.
    """
    folder = sessions.folder
    folder.access()
    file = f"{name.removesuffix('.md')}.md"
    place = place_of(file, file) if "/" not in name and "\\" not in name and ".." not in name else None
    memory = folder.find(place) if place is not None and place.kind is Kind.ENTRY else None
    if memory is None:
        raise NotFound(printable(name)[:100], "memory://index lists what there is.")
    return written_text(memory)


def entry_resources(sessions: Sessions) -> list[tuple[str, str, str]]:
    """Return name, title and description of the newest entries; raise MemoryUnavailable."""
    return [
        (
            file.name.removesuffix(".md"),
            printable(file.memory.title),
            printable(file.memory.description),
        )
        for file in sessions.folder.files()[:_OFFERED]
    ]
