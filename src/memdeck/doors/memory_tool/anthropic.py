"""The Anthropic contract (`memory_20250818`): paths below `/memories`, the strings of its documentation."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from memdeck.doors.memory_tool.answer import Refused
from memdeck.doors.memory_tool.dialect import Dialect, Range
from memdeck.doors.memory_tool.lines import LINES_LIMIT, around, numbered, short_size
from memdeck.doors.memory_tool.place import INDEX_FILE, Outside, Place, place_of
from memdeck.doors.memory_tool.safe_words import echoed, echoed_text, whole_number
from memdeck.doors.memory_tool.tool_words import Names, tool_words
from memdeck.exchange.entry_form import FolderFormat

ROOT = "/memories"
_COMMANDS = ("view", "create", "str_replace", "insert", "delete", "rename")
_CONTEXT = 2
"""Lines shown before and after a change."""


class Anthropic(Dialect):
    """What Claude's own clients expect."""

    name = "anthropic"
    index_form = FolderFormat.CLAUDE_CODE
    empty_index = "There are no memories yet. The tool that saves the first one makes the index too.\n"
    range_schema = MappingProxyType({"type": "array", "items": {"type": "integer"}})
    range_help = "[first, last], from 1; -1 is the last line."
    tools = tool_words(
        Names(
            {command: f"memory_{command}" for command in _COMMANDS},
            spell=lambda name: name,
            root=ROOT,
            file=f"{ROOT}/build_setup.md",
            index=f"{ROOT}/{INDEX_FILE}",
        )
    )

    def place(self, path: str) -> Place:
        """Read a path; it must lie at or below `/memories`."""
        shown = echoed(path)
        if path != ROOT and not path.startswith(f"{ROOT}/"):
            raise Refused(self.error(f"Path must start with {ROOT}, got: {shown}"))
        try:
            return place_of(path.removeprefix(ROOT), shown)
        except Outside:
            raise Refused(self.error(f"Path {shown} would escape {ROOT} directory")) from None

    def shown(self, file: str) -> str:
        """Return a file's path below `/memories`."""
        return f"{ROOT}/{file}"

    def line_range(self, given: object) -> Range:
        """Read `[first, last]`."""
        if given is None or given == [] or given == "":
            return None
        pair = given.strip("[] ").split(",") if isinstance(given, str) else given
        numbers = [whole_number(item) for item in pair] if isinstance(pair, list | tuple) else []
        if len(numbers) == 2 and numbers[0] is not None and numbers[1] is not None:
            return numbers[0], numbers[1]
        raise Refused(self.error("Invalid `view_range` parameter. It should be [first line, last line]."))

    def listing(self, place: Place, files: Sequence[tuple[str, int]], left_out: int) -> str:
        """List the folder, its own size first."""
        lines = [f"{short_size(sum(size for _, size in files))}\t{ROOT}"]
        lines += [f"{short_size(size)}\t{self.shown(file)}" for file, size in files]
        if left_out:
            lines.append(f"… and {left_out:,} older files, which memory_search finds.")
        return "\n".join([f"{self._listed()}:", *lines])

    def content(self, place: Place, text: str, lines: Range) -> str:
        """Show lines with their numbers; a closing line end shows one more empty line."""
        every = text.split("\n")
        if len(every) > LINES_LIMIT:
            raise Refused(
                self.error(f"File {place.path} exceeds maximum line limit of {LINES_LIMIT:,} lines.")
            )
        first, last = lines or (1, -1)
        first = max(1, first)
        shown = every[first - 1 : len(every) if last == -1 else max(0, last)]
        head = f"Here's the content of {place.path} with line numbers:"
        return "\n".join([head, *numbered(shown, first)]) if shown else f"{head}\n"

    def created(self, place: Place, text: str) -> str:
        """Say that a file was made."""
        return f"File created successfully at: {place.path}"

    def replaced(self, place: Place, text: str, at: int, length: int) -> str:
        """Say it, with two lines on both sides of what is new."""
        lines, first = around(text, at, length, _CONTEXT)
        head = "The memory file has been edited. Here is the snippet showing the change (with line numbers):"
        return "\n".join([head, *numbered(lines, first)])

    def inserted(self, place: Place, line: int) -> str:
        """Say that lines were inserted."""
        return f"The file {place.path} has been edited."

    def deleted(self, place: Place) -> str:
        """Say that a file is gone."""
        return f"Successfully deleted {place.path}"

    def renamed(self, old: Place, new: Place) -> str:
        """Say that a file has another name."""
        return f"Successfully renamed {old.path} to {new.path}"

    def missing(self, place: Place, command: str) -> str:
        """Say that there is no such path; in the words of the command."""
        if command in {"view", "str_replace"}:
            words = f"The path {place.path} does not exist. Please provide a valid path."
        else:
            words = f"The path {place.path} does not exist"
        return self.error(words)

    def exists(self, place: Place) -> str:
        """Say that there is such a file already."""
        return self.error(f"File {place.path} already exists")

    def destination_exists(self, place: Place) -> str:
        """Say that the new name is taken."""
        return self.error(f"The destination {place.path} already exists")

    def is_folder(self, place: Place) -> str:
        """The documentation asks for the words of a file that isn't there."""
        return self.error(f"The path {place.path} does not exist. Please provide a valid path.")

    def not_found(self, place: Place, old: str) -> str:
        """Say that the old text stands nowhere."""
        return self.error(
            f"No replacement was performed, old_str `{echoed_text(old)}` did not appear verbatim in "
            f"{place.path}."
        )

    def ambiguous(self, place: Place, old: str, lines: Sequence[int]) -> str:
        """Say on which lines the old text stands."""
        where = ", ".join(map(str, lines))
        return self.error(
            f"No replacement was performed. Multiple occurrences of old_str `{echoed_text(old)}` in lines: "
            f"{where}. Please ensure it is unique"
        )

    def bad_line(self, line: int, lines: int) -> str:
        """Say which lines there are."""
        return self.error(
            f"Invalid `insert_line` parameter: {line}. It should be within the range of lines of the file: "
            f"[0, {lines}]"
        )

    def root_stays(self, command: str) -> str:
        """Refuse to delete or rename the folder."""
        return self.error(f"Cannot {command} the {ROOT} directory itself")

    def empty_old(self) -> str:
        """Refuse an empty text to replace."""
        return self.error("No replacement was performed, old_str must not be empty.")

    def index_is_kept(self, command: str) -> str:
        """Say that there is nothing left to do."""
        return f"{super().index_is_kept(command)} It already lists every memory: there is nothing to do."

    def _listed(self) -> str:
        return (
            f"Here're the files and directories up to 2 levels deep in {ROOT}, excluding hidden items and "
            "node_modules"
        )
