"""The tools of Spring AI and ByteChef: relative paths, `MemoryView` …, their strings and their index."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from memdeck.doors.memory_tool.answer import Refused
from memdeck.doors.memory_tool.dialect import Dialect, Range
from memdeck.doors.memory_tool.lines import around, numbered, split_lines
from memdeck.doors.memory_tool.place import INDEX_FILE, Outside, Place, climbs, place_of
from memdeck.doors.memory_tool.safe_words import echoed, whole_number
from memdeck.doors.memory_tool.tool_words import Names, tool_words
from memdeck.exchange.entry_form import FolderFormat

_COMMANDS = {
    "view": "MemoryView",
    "create": "MemoryCreate",
    "str_replace": "MemoryStrReplace",
    "insert": "MemoryInsert",
    "delete": "MemoryDelete",
    "rename": "MemoryRename",
}
_CONTEXT = 5
"""Lines shown before and after a change."""


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


class Spring(Dialect):
    """What Spring AI's `AutoMemoryTools` and ByteChef's agents expect."""

    name = "spring"
    index_form = FolderFormat.BYTECHEF
    empty_index = ""
    range_schema = MappingProxyType({"type": "string"})
    range_help = "'start,end', for example '1,50'."
    tools = tool_words(Names(_COMMANDS, spell=_camel, root="/", file="build_setup.md", index=INDEX_FILE))

    def place(self, path: str) -> Place:
        """Read a relative path; empty or `/` is the folder."""
        shown = echoed(path)
        if path.strip() in {"", "/"}:
            return place_of("", shown)
        if climbs(path):
            raise Refused(
                self.error(f"Path traversal attempt detected: '{shown}' escapes the memories directory")
            )
        if path.startswith("/"):
            raise Refused(self.error(f"Absolute paths are not allowed: '{shown}'"))
        try:
            return place_of(path, shown)
        except Outside:
            raise Refused(
                self.error(f"Path traversal attempt detected: '{shown}' escapes the memories directory")
            ) from None

    def shown(self, file: str) -> str:
        """A file's path is its name."""
        return file

    def line_range(self, given: object) -> Range:
        """Read `start,end`."""
        if given is None or given == "" or given == []:
            return None
        parts = given.split(",") if isinstance(given, str) else given
        if not isinstance(parts, list | tuple) or len(parts) != 2:
            raise Refused(self.error("view_range must be 'start,end' (e.g. '1,50')"))
        first, last = whole_number(parts[0]), whole_number(parts[1])
        if first is None or last is None:
            raise Refused(self.error("view_range must be 'start,end' integers (e.g. '1,50')"))
        return first, last

    def listing(self, place: Place, files: Sequence[tuple[str, int]], left_out: int) -> str:
        """List the folder."""
        lines = [f"Contents of {place.path.strip() or '/'}:\n"]
        lines += [f"  {file} ({size} bytes)" for file, size in files]
        if left_out:
            lines.append(f"  … and {left_out:,} older files, which memory_search finds.")
        return "\n".join([*lines, ""])

    def content(self, place: Place, text: str, lines: Range) -> str:
        """Show which lines of how many, then the lines."""
        every = [line.removesuffix("\r") for line in split_lines(text)]
        first, last = lines or (1, -1)
        first = max(1, first)
        last = len(every) if last == -1 else min(last, len(every))
        head = [f"File: {place.path}", f"Lines {first}-{last} of {len(every)}", ""]
        return "\n".join([*head, *numbered(every[first - 1 : max(0, last)], first), ""])

    def created(self, place: Place, text: str) -> str:
        """Say how long the new file is."""
        return f"Successfully created file: {place.path} ({len(text)} characters)"

    def replaced(self, place: Place, text: str, at: int, length: int) -> str:
        """Show five lines on both sides; only say so when text was taken away."""
        if not text[at : at + length].strip():
            return f"Successfully deleted matched text from {place.path}."
        lines, first = around(text, at, length, _CONTEXT)
        snippet = "\n".join(numbered(lines, first, "→"))
        return f"Successfully edited {place.path}. Here's a snippet of the result:\n{snippet}"

    def inserted(self, place: Place, line: int) -> str:
        """Say where lines were inserted."""
        return f"Successfully inserted text at line {line} in: {place.path}"

    def deleted(self, place: Place) -> str:
        """Say that a file is gone."""
        return f"Successfully deleted file: {place.path}"

    def renamed(self, old: Place, new: Place) -> str:
        """Say that a file has another name."""
        return f"Successfully renamed '{old.path}' to '{new.path}'"

    def missing(self, place: Place, command: str) -> str:
        """Say what there isn't; in the words of the command."""
        words = {"str_replace": "File does not exist", "insert": "File does not exist"}
        words["rename"] = "Source path does not exist"
        return self.error(f"{words.get(command, 'Path does not exist')}: {place.path}")

    def exists(self, place: Place) -> str:
        """Say how to change a file that is there."""
        return self.error(
            f"File already exists: {place.path}. Use MemoryStrReplace to modify existing files."
        )

    def destination_exists(self, place: Place) -> str:
        """Say that the new name is taken."""
        return self.error(f"Destination path already exists: {place.path}")

    def is_folder(self, place: Place) -> str:
        """Say that the folder is no file."""
        return self.error(f"Path is a directory, not a file: {place.path}")

    def not_found(self, place: Place, old: str) -> str:
        """Say that the old text stands nowhere."""
        return self.error(f"old_str not found in file: {place.path}")

    def ambiguous(self, place: Place, old: str, lines: Sequence[int]) -> str:
        """Say how often the old text stands there."""
        return self.error(
            f"old_str appears {len(lines)} times in the file. Provide more surrounding context to make it "
            "unique."
        )

    def bad_line(self, line: int, lines: int) -> str:
        """Say how many lines there are."""
        if line < 0:
            return self.error("insert_line must be a non-negative integer")
        return self.error(f"insert_line {line} exceeds file length of {lines} lines")

    def root_stays(self, command: str) -> str:
        """Refuse to delete or rename the folder."""
        return self.error(f"Cannot {command} the memories root directory.")

    def empty_old(self) -> str:
        """Refuse an empty text to replace."""
        return self.error("oldStr must not be empty.")
