"""What a dialect has to say: every sentence of the six tools, and the few rules that differ with them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memdeck.doors.memory_tool.edits import insert_after
from memdeck.doors.memory_tool.place import Place
from memdeck.exchange.entry_form import FolderFormat

Range = tuple[int, int] | None
"""First and last line, from 1; -1 is the last one. None is the whole file."""

SURPRISED = (
    "the memory operation failed and was not applied. Do not retry it in this conversation."  # ByteChef's
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a tool."""

    name: str
    """What the program calls it."""
    shown: str
    """What the dialect calls it."""
    help: str
    kind: str = "string"
    """Its type in a JSON schema; `range` is the dialect's own form of a range of lines."""
    required: bool = True
    also: tuple[str, ...] = ()
    """Other names under which it is accepted."""


@dataclass(frozen=True, slots=True)
class ToolWords:
    """How one command is offered as a tool."""

    command: str
    """One of view, create, str_replace, insert, delete, rename."""
    name: str
    title: str
    help: str
    parameters: tuple[Parameter, ...]


class Dialect(ABC):
    """The words of one contract. Methods return whole answers; those of failures start with `error()`."""

    name: str
    index_form: FolderFormat
    empty_index: str
    """What the index says when there is nothing; unused where the form says it itself."""
    tools: tuple[ToolWords, ...]
    range_schema: Mapping[str, object]
    """The JSON schema of a range of lines."""
    range_help: str

    @abstractmethod
    def place(self, path: str) -> Place:
        """Read a path; raise Refused when it leads out of the folder."""

    @abstractmethod
    def shown(self, file: str) -> str:
        """Return a file's name as a path of this dialect."""

    @abstractmethod
    def line_range(self, given: object) -> Range:
        """Read a range of lines; raise Refused when it is none."""

    def with_inserted(self, text: str, line: int, piece: str) -> str:
        """Return the text with `piece` as lines of its own after a line."""
        return insert_after(text, line, piece)

    def error(self, words: str) -> str:
        """Return a failure's text."""
        return f"Error: {words}"

    # what succeeded

    @abstractmethod
    def listing(self, place: Place, files: Sequence[tuple[str, int]], left_out: int) -> str:
        """List the folder: file names with their sizes in bytes."""

    @abstractmethod
    def content(self, place: Place, text: str, lines: Range) -> str:
        """Show a file's text, or a part of it; raise Refused when it has too many lines."""

    @abstractmethod
    def created(self, place: Place, text: str) -> str:
        """Say that a file was made."""

    @abstractmethod
    def replaced(self, place: Place, text: str, at: int, length: int) -> str:
        """Say that a part was replaced, and show where: `length` characters from `at` are new."""

    @abstractmethod
    def inserted(self, place: Place, line: int) -> str:
        """Say that lines were inserted after a line."""

    @abstractmethod
    def deleted(self, place: Place) -> str:
        """Say that a file is gone."""

    @abstractmethod
    def renamed(self, old: Place, new: Place) -> str:
        """Say that a file has another name."""

    # what was refused

    @abstractmethod
    def missing(self, place: Place, command: str) -> str:
        """Say that there is no such file."""

    @abstractmethod
    def exists(self, place: Place) -> str:
        """Say that a file of that name is there already."""

    @abstractmethod
    def destination_exists(self, place: Place) -> str:
        """Say that the new name of a file is taken."""

    @abstractmethod
    def is_folder(self, place: Place) -> str:
        """Say that the folder is no file to edit."""

    @abstractmethod
    def not_found(self, place: Place, old: str) -> str:
        """Say that the old part stands nowhere."""

    @abstractmethod
    def ambiguous(self, place: Place, old: str, lines: Sequence[int]) -> str:
        """Say that the old part stands more than once."""

    @abstractmethod
    def bad_line(self, line: int, lines: int) -> str:
        """Say that there is no such line to insert after."""

    @abstractmethod
    def root_stays(self, command: str) -> str:
        """Say that the folder itself is neither deleted nor renamed."""

    @abstractmethod
    def empty_old(self) -> str:
        """Say that there is no old part to replace."""

    def index_is_kept(self, command: str) -> str:
        """Say kindly that nobody has to write the index."""
        if command == "delete":
            return self.error("The index cannot be deleted.")
        done = {"create": "created", "rename": "renamed"}.get(command, "edited")
        return self.error(f"The index is maintained automatically and cannot be {done} directly.")

    def nowhere(self, place: Place) -> str:
        """Say which names files can have, and propose one."""
        return self.error(
            f"The path {place.path} can't be used: memories are one flat folder of .md files, with names of "
            f"a-z, 0-9, _ and -, at most 64 characters. Nothing was saved. Use {self.shown(place.near)}"
        )

    def changed(self, place: Place) -> str:
        """Say that somebody else changed the file since this client saw it."""
        return self.error(
            f"{place.path} was changed meanwhile by somebody else. Nothing was overwritten. "
            "View it again, then decide."
        )

    def broken(self, place: Place, reason: str, line: int | None) -> str:
        """Say that the text can't be an entry's."""
        where = f"{place.path}, line {line}" if line is not None else place.path
        return self.error(f"{where}: {reason} Nothing was written.")

    def not_yours(self, place: Place) -> str:
        """Say that the session can't write an entry of that owner."""
        return self.error(f"{place.path} would belong to another owner. Nothing was written.")

    def unavailable(self, reason: str) -> str:
        """Say that there is no memory for this session."""
        return f"Error: memory is unavailable: {reason}"

    def masked(self, kinds: Sequence[str]) -> str:
        """Say that secrets were left out, as one more line of a success."""
        return f"\nNote: what looks like a secret ({', '.join(kinds)}) was masked before it was stored."
