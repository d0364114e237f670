"""Spring AI's and ByteChef's contract: the cases of their tests, re-written for a flat folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tool_session import ToolSession, opened

from memdeck.doors.memory_tool import DIALECTS


@pytest.fixture
def spring(tmp_path: Path) -> Iterator[ToolSession]:
    yield from opened(tmp_path, "spring")


def _file(spring: ToolSession, text: str, path: str = "notes.md") -> str:
    spring.ok("MemoryCreate", path=path, fileText=text)
    return path


def test_there_are_six_tools_with_their_own_names() -> None:
    tools = DIALECTS["spring"].tools
    assert [tool.name for tool in tools] == [
        "MemoryView",
        "MemoryCreate",
        "MemoryStrReplace",
        "MemoryInsert",
        "MemoryDelete",
        "MemoryRename",
    ]
    assert [parameter.shown for tool in tools for parameter in tool.parameters] == [
        *("path", "viewRange", "path", "fileText", "path", "oldStr", "newStr"),
        *("path", "insertLine", "insertText", "path", "oldPath", "newPath"),
    ]


@pytest.mark.parametrize("path", ["", "/", " "])
def test_view_root(spring: ToolSession, path: str) -> None:
    _file(spring, "abc")
    answer = spring.ok("MemoryView", path=path)
    assert answer == "Contents of /:\n\n  MEMORY.md (57 bytes)\n  notes.md (3 bytes)\n"


def test_view_file_with_numbers(spring: ToolSession) -> None:
    path = _file(spring, "one\ntwo\nthree\n")
    assert spring.ok("MemoryView", path=path) == (
        "File: notes.md\nLines 1-3 of 3\n\n     1\tone\n     2\ttwo\n     3\tthree\n"
    )


def test_view_range(spring: ToolSession) -> None:
    path = _file(spring, "one\ntwo\nthree\nfour\nfive")
    answer = spring.ok("MemoryView", path=path, viewRange="2,4")
    assert answer == "File: notes.md\nLines 2-4 of 5\n\n     2\ttwo\n     3\tthree\n     4\tfour\n"
    assert "Lines 4-5 of 5" in spring.ok("MemoryView", path=path, viewRange=" 4 , 99 ")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("2", "Error: view_range must be 'start,end' (e.g. '1,50')"),
        ("1,2,3", "Error: view_range must be 'start,end' (e.g. '1,50')"),
        ("a,b", "Error: view_range must be 'start,end' integers (e.g. '1,50')"),
    ],
)
def test_bad_range(spring: ToolSession, given: str, words: str) -> None:
    path = _file(spring, "one")
    assert spring.refused("MemoryView", path=path, viewRange=given) == words


def test_view_missing(spring: ToolSession) -> None:
    assert spring.refused("MemoryView", path="no.md") == "Error: Path does not exist: no.md"


def test_create(spring: ToolSession) -> None:
    """The number is of characters, as ByteChef says, not of bytes."""
    answer = spring.ok("MemoryCreate", path="notes.md", fileText="Grüße")
    assert answer == "Successfully created file: notes.md (5 characters)"


def test_create_in_a_folder_is_refused_with_the_flat_name(spring: ToolSession) -> None:
    answer = spring.refused("MemoryCreate", path="a/b/c.md", fileText="x")
    assert answer.startswith("Error: The path a/b/c.md can't be used")
    assert answer.endswith("Use a_b_c.md")


def test_create_over_an_existing_file(spring: ToolSession) -> None:
    path = _file(spring, "x")
    assert spring.refused("MemoryCreate", path=path, fileText="y") == (
        "Error: File already exists: notes.md. Use MemoryStrReplace to modify existing files."
    )


def test_str_replace(spring: ToolSession) -> None:
    path = _file(spring, "\n".join(f"line {number}" for number in range(1, 21)))
    answer = spring.ok("MemoryStrReplace", path=path, oldStr="line 10", newStr="ten")
    shown = [f"{number:>6}→{'ten' if number == 10 else f'line {number}'}" for number in range(5, 16)]
    assert answer == "Successfully edited notes.md. Here's a snippet of the result:\n" + "\n".join(shown)


def test_an_empty_new_text_takes_the_old_away(spring: ToolSession) -> None:
    path = _file(spring, "keep this, not that")
    answer = spring.ok("MemoryStrReplace", path=path, oldStr=", not that", newStr="")
    assert answer == "Successfully deleted matched text from notes.md."
    assert spring.deck.get("notes").content == "keep this"


@pytest.mark.parametrize(
    ("old", "words"),
    [
        ("nothing", "Error: old_str not found in file: notes.md"),
        (
            "a",
            "Error: old_str appears 3 times in the file. Provide more surrounding context to make it unique.",
        ),
        ("", "Error: oldStr must not be empty."),
    ],
)
def test_str_replace_refused(spring: ToolSession, old: str, words: str) -> None:
    path = _file(spring, "a b a c a")
    assert spring.refused("MemoryStrReplace", path=path, oldStr=old, newStr="x") == words


def test_editing_what_is_not_there(spring: ToolSession) -> None:
    missing, folder = "Error: File does not exist: no.md", "Error: Path is a directory, not a file: /"
    assert spring.refused("MemoryStrReplace", path="no.md", oldStr="a", newStr="b") == missing
    assert spring.refused("MemoryInsert", path="no.md", insertLine=0, insertText="b") == missing
    assert spring.refused("MemoryStrReplace", path="/", oldStr="a", newStr="b") == folder
    assert spring.refused("MemoryInsert", path="/", insertLine=0, insertText="b") == folder


@pytest.mark.parametrize(
    ("text", "line", "after"),
    [
        ("a\nb\n", 0, "x\na\nb\n"),
        ("a\nb\n", 1, "a\nx\nb\n"),
        ("a\nb\n", 2, "a\nb\nx\n"),
        ("a\nb", 2, "a\nb\nx"),
        ("a\nb", 0, "x\na\nb"),
    ],
)
def test_insert_keeps_the_end_of_the_file(spring: ToolSession, text: str, line: int, after: str) -> None:
    """A missing line end at the end stays missing, one that is there stays there."""
    path = _file(spring, text)
    answer = spring.ok("MemoryInsert", path=path, insertLine=line, insertText="x")
    assert answer == f"Successfully inserted text at line {line} in: notes.md"
    assert ToolSession(spring.deck).text("/memories/notes.md") == after


def test_insert_after_no_line(spring: ToolSession) -> None:
    path = _file(spring, "a\nb")
    assert spring.refused("MemoryInsert", path=path, insertLine=99, insertText="x") == (
        "Error: insert_line 99 exceeds file length of 2 lines"
    )
    assert spring.refused("MemoryInsert", path=path, insertLine=-1, insertText="x") == (
        "Error: insert_line must be a non-negative integer"
    )


def test_delete(spring: ToolSession) -> None:
    path = _file(spring, "x")
    assert spring.ok("MemoryDelete", path=path) == "Successfully deleted file: notes.md"
    assert spring.refused("MemoryDelete", path=path) == "Error: Path does not exist: notes.md"
    assert spring.refused("MemoryDelete", path="/") == "Error: Cannot delete the memories root directory."


def test_rename(spring: ToolSession) -> None:
    path = _file(spring, "x")
    _file(spring, "y", "other.md")
    assert spring.refused("MemoryRename", oldPath="no.md", newPath="x.md") == (
        "Error: Source path does not exist: no.md"
    )
    assert spring.refused("MemoryRename", oldPath=path, newPath="other.md") == (
        "Error: Destination path already exists: other.md"
    )
    assert spring.refused("MemoryRename", oldPath=path, newPath="a/b.md").endswith("Use a_b.md")
    assert spring.ok("MemoryRename", oldPath=path, newPath="new.md") == (
        "Successfully renamed 'notes.md' to 'new.md'"
    )


@pytest.mark.parametrize("path", ["../../etc/passwd", "a/../../x.md", "..\\x.md", "%2e%2e/x.md", "C:\\x.md"])
def test_paths_that_climb(spring: ToolSession, path: str) -> None:
    """S49."""
    assert spring.refused("MemoryView", path=path) == (
        f"Error: Path traversal attempt detected: '{path}' escapes the memories directory"
    )


def test_absolute_paths(spring: ToolSession) -> None:
    """S49."""
    for path in ("/etc/evil.md", "/memories/x.md"):
        answer = spring.refused("MemoryCreate", path=path, fileText="x")
        assert answer == f"Error: Absolute paths are not allowed: '{path}'"


def test_the_index(spring: ToolSession) -> None:
    """ByteChef's strings: newest first, with the type; empty it says how to begin."""
    assert spring.ok("MemoryView", path="MEMORY.md").endswith(
        "     1\tMEMORY index is empty. Create entries with MemoryCreate.\n"
    )
    _file(spring, "---\ntitle: Board\ndescription: Latency\ntype: REFERENCE\n---\nSee it.\n", "board.md")
    _file(spring, "Use tabs.", "tabs.md")
    assert spring.ok("MemoryView", path="MEMORY.md") == (
        "File: MEMORY.md\nLines 1-3 of 3\n\n"
        "     1\tMEMORY index (2 entries):\n"
        "     2\t- tabs.md — [PROJECT] Tabs\n"
        "     3\t- board.md — [REFERENCE] Board — Latency\n"
    )


@pytest.mark.parametrize("path", ["MEMORY.md", "memory.md", "Memory.MD"])
def test_the_index_is_not_written_by_hand(spring: ToolSession, path: str) -> None:
    """The two-step save of Spring's prompt is answered kindly: the second step is not needed."""
    created = "Error: The index is maintained automatically and cannot be created directly."
    edited = "Error: The index is maintained automatically and cannot be edited directly."
    assert spring.refused("MemoryCreate", path=path, fileText="x") == created
    assert spring.refused("MemoryStrReplace", path=path, oldStr="a", newStr="b") == edited
    assert spring.refused("MemoryInsert", path=path, insertLine=0, insertText="b") == edited
    assert spring.refused("MemoryDelete", path=path) == "Error: The index cannot be deleted."
    assert "cannot be renamed" in spring.refused("MemoryRename", oldPath=path, newPath="x.md")
