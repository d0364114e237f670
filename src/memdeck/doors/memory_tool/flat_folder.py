"""The flat folder that a session sees: the entries of its owners by file name, and the index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memdeck.deck import Deck
from memdeck.doors.memory_tool.place import Place, file_name
from memdeck.doors.memory_tool.whose import Whose, most_specific
from memdeck.doors.memory_tool.written_form import written_text
from memdeck.exchange.entry_form import FolderFormat
from memdeck.exchange.index_form import index_order, index_text
from memdeck.memory.entry import Memory
from memdeck.memory.kinds import LIVE_STATUSES, MemoryType
from memdeck.memory.owner import ME

LISTED = 1_000
"""Most files that a listing or an index names; the rest is counted, and found by search."""


@dataclass(frozen=True, slots=True)
class File:
    """One file of the folder."""

    name: str
    """With `.md`."""
    memory: Memory

    @property
    def text(self) -> str:
        """What the file holds."""
        return written_text(self.memory)


class FlatFolder:
    """The folder of one session. Reads the store anew at each call."""

    def __init__(self, deck: Deck, whose: Whose) -> None:
        self._deck, self._whose = deck, whose

    def access(self) -> tuple[str, ...]:
        """Return the owners whose entries are in it; raise MemoryUnavailable."""
        return self._whose.access(self._deck)

    def files(self) -> list[File]:
        """Return every file, in the order of the index: live ones first, then the newest."""
        access = self.access()
        memories = index_order(self._deck.list(access=access))
        first = most_specific(access, MemoryType.PROJECT)
        taken = {memory.name for memory in memories if memory.owner == first}
        return [
            File(file_name(memory.name, mine=memory.owner != first and memory.name in taken), memory)
            for memory in memories
        ]

    def name_of(self, memory: Memory) -> str:
        """Return the file name under which the session sees an entry."""
        first = most_specific(self.access(), MemoryType.PROJECT)
        taken = memory.owner != first and self._deck.named(first, memory.name) is not None
        return file_name(memory.name, mine=taken)

    def find(self, place: Place) -> Memory | None:
        """Return the entry that a file name means, if there is one."""
        for owner in self._owners(place):
            memory = self._deck.named(owner, place.name)
            if memory is not None:
                return memory
        return None

    def owner_for(self, place: Place, kind: MemoryType) -> str | None:
        """Return who a new file of this name belongs to; None when the session may not write there."""
        if place.mine:
            return ME if ME in self.access() else None
        return self._whose.owner_for(self._deck, kind)

    def index(self, form: FolderFormat, files: Sequence[File] | None = None) -> str:
        """Return the text of the index; empty without entries in the form of Claude Code.

        Args:
            form: how it is written.
            files: what `files()` returned just now; None reads them.
        """
        files = self.files() if files is None else files
        shown = [_as_listed(file, form) for file in files[:LISTED]]
        text = index_text(shown, form).text
        if form is FolderFormat.BYTECHEF and len(files) > LISTED:
            text = text.replace(f"({LISTED} entries)", f"({len(files)} entries)", 1)
            text += f"… and {len(files) - LISTED:,} older ones, which memory_search finds.\n"
        return text

    def _owners(self, place: Place) -> Iterator[str]:
        access = self.access()
        first = most_specific(access, MemoryType.PROJECT)
        if not place.mine:
            yield first
        if ME in access and (place.mine or first != ME):
            yield ME


def _as_listed(file: File, form: FolderFormat) -> Memory:
    """Return the entry under the name that the session sees; the plain form says here what is not live."""
    memory = replace(file.memory, name=file.name.removesuffix(".md"))
    if form is FolderFormat.BYTECHEF and memory.status not in LIVE_STATUSES:
        return replace(memory, description=f"({memory.status}) {memory.description}".rstrip())
    return memory
