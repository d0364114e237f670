"""The strings of Anthropic's Python SDK, where they differ from its documentation. For conformance tests."""

from __future__ import annotations

from memdeck.doors.memory_tool.anthropic import ROOT, Anthropic
from memdeck.doors.memory_tool.lines import around, numbered
from memdeck.doors.memory_tool.place import Place


class SdkPython(Anthropic):
    """As `anthropic` 2.14 prints: failures without `Error: `, because the SDK marks them itself."""

    name = "sdk-python"

    def with_inserted(self, text: str, line: int, piece: str) -> str:
        """End the file with a line end in any case."""
        inserted = super().with_inserted(text, line, piece.rstrip("\n"))
        return inserted if inserted.endswith("\n") else inserted + "\n"

    def error(self, words: str) -> str:
        """Return the words alone."""
        return words

    def replaced(self, place: Place, text: str, at: int, length: int) -> str:
        """Show two lines on both sides of the first line that changed."""
        lines, first = around(text, at, 0, 2)
        head = "The memory file has been edited. Here is the snippet showing the change (with line numbers):"
        return "\n".join([head, *numbered(lines, first)])

    def missing(self, place: Place, command: str) -> str:
        """Say that there is no such path."""
        if command == "insert":
            return self.error(f"The path {place.path} does not exist. Please provide a valid path.")
        return super().missing(place, command)

    def is_folder(self, place: Place) -> str:
        """Say that the folder is no file."""
        return self.error(f"The path {place.path} is not a file.")

    def bad_line(self, line: int, lines: int) -> str:
        """Say which lines there are."""
        return self.error(
            f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {lines}]."
        )

    def _listed(self) -> str:
        return f"Here're the files and directories up to 2 levels deep in {ROOT}, excluding hidden items"
