"""What the tools say of themselves to the model: the same in every dialect, but for names and paths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from memdeck.doors.memory_tool.dialect import Parameter, ToolWords

_FORM = """An optional header gives it a title, a description and a type:
---
title: Build setup
description: Gradle with the Kotlin DSL, Java 25
type: USER
---

Always use Gradle with the Kotlin DSL and target Java 25.

Types: USER (role, habits, preferences), FEEDBACK (corrections, confirmed ways of working), PROJECT
(decisions and constraints of this project), REFERENCE (where to look), TODO, SNIPPET, SUMMARY."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names that differ between dialects."""

    tools: Mapping[str, str]
    """Command → the tool's name."""
    spell: Callable[[str], str]
    """Parameter → how the dialect spells it."""
    root: str
    """How the folder itself is written."""
    file: str
    """An example of a file."""
    index: str


def tool_words(names: Names) -> tuple[ToolWords, ...]:
    """Return the six tools."""

    def one(
        name: str, words: str, kind: str = "string", *, required: bool = True, also: tuple[str, ...] = ()
    ) -> Parameter:
        return Parameter(name, names.spell(name), words, kind, required, (name, *also))

    def tool(command: str, title: str, words: str, *parameters: Parameter) -> ToolWords:
        return ToolWords(command, names.tools[command], title, words, parameters)

    path = one("path", f"The file, such as {names.file}.")
    return (
        tool(
            "view",
            "View memory",
            f"List the memory folder ({names.root}), read one memory with line numbers, or read the index "
            f"({names.index}): one line per memory, newest first. Look at the index first.",
            one("path", f"{names.root} for the folder, {names.index}, or a file such as {names.file}."),
            one("view_range", "Only these lines of a file.", "range", required=False),
        ),
        tool(
            "create",
            "Save a new memory",
            "Save one durable fact as a new memory, one fact in one file: a preference, a correction, a "
            "decision, where to find something. No secrets, and nothing that matters only now. The index is "
            f"kept in step by itself. {_FORM}",
            one("path", f"A new file with a name that says what it is about, such as {names.file}."),
            one("file_text", "The whole text of the file."),
        ),
        tool(
            "str_replace",
            "Change a memory",
            "Replace a text that stands exactly once in a memory; use it when a fact changed. Editing the "
            "header changes title, description or type.",
            path,
            one("old_str", "The text to replace, exactly as it stands."),
            one("new_str", "The new text; without one, the old text is taken away.", required=False),
        ),
        tool(
            "insert",
            "Add lines to a memory",
            "Insert lines into a memory after a line; 0 is the top.",
            path,
            one("insert_line", "The line to insert after.", "integer"),
            one("insert_text", "The text to insert.", also=("new_str", names.spell("new_str"))),
        ),
        tool(
            "delete",
            "Delete a memory",
            "Delete a memory that is wrong or no longer holds. The person can bring it back.",
            path,
        ),
        tool(
            "rename",
            "Rename a memory",
            "Give a memory's file another name.",
            one("old_path", "The file as it is called now.", also=("path",)),
            one("new_path", "Its new name."),
        ),
    )
