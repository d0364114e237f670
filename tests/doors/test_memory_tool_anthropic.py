"""Anthropic's contract: the cases of its SDK's own tests, re-written for a flat folder, string for string."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tool_session import ToolSession, opened

from memdeck.doors.memory_tool.answer import Refused
from memdeck.doors.memory_tool.anthropic import Anthropic

EDITED = "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"


@pytest.fixture
def claude(tmp_path: Path) -> Iterator[ToolSession]:
    yield from opened(tmp_path)


@pytest.fixture(params=["anthropic", "sdk-python"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ToolSession]:
    """A client of the documentation's dialect, and one of the SDK's."""
    yield from opened(tmp_path, request.param)


def _prefix(session: ToolSession) -> str:
    return "Error: " if session.dialect == "anthropic" else ""


def _file(session: ToolSession, text: str, path: str = "/memories/notes.md") -> str:
    session.ok("create", path=path, file_text=text)
    return path


def test_create(either: ToolSession) -> None:
    answer = either.ok("create", path="/memories/greeting.md", file_text="Hello, World!")
    assert answer == "File created successfully at: /memories/greeting.md"
    assert either.deck.get("greeting").content == "Hello, World!"


def test_create_in_a_folder_is_refused_with_the_flat_name(either: ToolSession) -> None:
    answer = either.refused("create", path="/memories/deep/nested/file.md", file_text="x")
    assert answer.startswith(f"{_prefix(either)}The path /memories/deep/nested/file.md can't be used")
    assert answer.endswith("Use /memories/deep_nested_file.md")
    assert either.deck.count() == 0


def test_create_over_an_existing_file(either: ToolSession) -> None:
    path = _file(either, "Original")
    answer = either.refused("create", path=path, file_text="New")
    assert answer == f"{_prefix(either)}File /memories/notes.md already exists"
    assert either.deck.get("notes").content == "Original"


def test_view_file(either: ToolSession) -> None:
    path = _file(either, "Line 1\nLine 2\nLine 3")
    assert either.ok("view", path=path) == (
        "Here's the content of /memories/notes.md with line numbers:\n"
        "     1\tLine 1\n     2\tLine 2\n     3\tLine 3"
    )


def test_a_closing_line_end_shows_one_more_line(either: ToolSession) -> None:
    path = _file(either, "a\nb\n")
    assert either.ok("view", path=path).endswith("     1\ta\n     2\tb\n     3\t")


def test_view_folder(either: ToolSession) -> None:
    _file(either, "File 1", "/memories/file1.md")
    _file(either, "x" * 5_632, "/memories/file2.md")
    lines = either.ok("view", path="/memories").split("\n")
    tail = ", excluding hidden items"
    tail += " and node_modules:" if _prefix(either) else ":"
    assert lines[0] == f"Here're the files and directories up to 2 levels deep in /memories{tail}"
    assert [line.split("\t")[1] for line in lines[1:]] == [
        "/memories",
        "/memories/MEMORY.md",
        "/memories/file1.md",
        "/memories/file2.md",
    ]
    assert lines[3:] == ["6B\t/memories/file1.md", "5.5K\t/memories/file2.md"]


@pytest.mark.parametrize("path", ["/memories/", "/memories//", "/memories/./"])
def test_the_folder_is_listed_the_same_in_each_spelling(either: ToolSession, path: str) -> None:
    assert either.ok("view", path=path) == either.ok("view", path="/memories")


def test_view_range(either: ToolSession) -> None:
    path = _file(either, "Line 1\nLine 2\nLine 3\nLine 4\nLine 5")
    head = "Here's the content of /memories/notes.md with line numbers:\n"
    middle = "     2\tLine 2\n     3\tLine 3\n     4\tLine 4"
    assert either.ok("view", path=path, view_range=[2, 4]) == head + middle
    assert either.ok("view", path=path, view_range=[4, -1]) == f"{head}     4\tLine 4\n     5\tLine 5"
    assert either.ok("view", path=path, view_range=[10, 20]) == head


def test_view_missing(either: ToolSession) -> None:
    assert either.refused("view", path="/memories/nothing.md") == (
        f"{_prefix(either)}The path /memories/nothing.md does not exist. Please provide a valid path."
    )


def test_too_many_lines_are_not_shown() -> None:
    """No entry can be so long; the words are there for what else may lie behind the dialect."""
    words = Anthropic()
    with pytest.raises(Refused) as refused:
        words.content(words.place("/memories/huge.md"), "line\n" * 1_000_000, None)
    assert refused.value.text == "Error: File /memories/huge.md exceeds maximum line limit of 999,999 lines."


def test_str_replace(either: ToolSession) -> None:
    path = _file(either, "Line 1\nOld Text\nLine 3")
    answer = either.ok("str_replace", path=path, old_str="Old Text", new_str="New Text")
    assert answer == f"{EDITED}     1\tLine 1\n     2\tNew Text\n     3\tLine 3"
    assert either.deck.get("notes").content == "Line 1\nNew Text\nLine 3"


def test_the_snippet_is_two_lines_on_both_sides(either: ToolSession) -> None:
    path = _file(either, "\n".join(f"line {number}" for number in range(1, 10)))
    answer = either.ok("str_replace", path=path, old_str="line 5", new_str="five")
    assert answer == EDITED + "\n".join(
        ["     3\tline 3", "     4\tline 4", "     5\tfive", "     6\tline 6", "     7\tline 7"]
    )


def test_str_replace_what_is_not_there(either: ToolSession) -> None:
    path = _file(either, "Hello, World!")
    answer = either.refused("str_replace", path=path, old_str="Nothing", new_str="Python")
    assert answer == (
        f"{_prefix(either)}No replacement was performed, old_str `Nothing` did not appear verbatim in "
        "/memories/notes.md."
    )


@pytest.mark.parametrize(
    ("text", "lines"), [("Hello\nMiddle\nHello", "1, 3"), ("Hello Hello\n\nHello Hello", "1, 1, 3, 3")]
)
def test_str_replace_what_stands_more_than_once(either: ToolSession, text: str, lines: str) -> None:
    path = _file(either, text)
    answer = either.refused("str_replace", path=path, old_str="Hello", new_str="Hi")
    assert answer == (
        f"{_prefix(either)}No replacement was performed. Multiple occurrences of old_str `Hello` in lines: "
        f"{lines}. Please ensure it is unique"
    )
    assert either.deck.get("notes").content == text


def test_str_replace_missing_file(either: ToolSession) -> None:
    answer = either.refused("str_replace", path="/memories/nothing.md", old_str="a", new_str="b")
    assert answer == (
        f"{_prefix(either)}The path /memories/nothing.md does not exist. Please provide a valid path."
    )


def test_str_replace_on_the_folder(either: ToolSession) -> None:
    answer = either.refused("str_replace", path="/memories", old_str="a", new_str="b")
    wanted = "does not exist. Please provide a valid path." if _prefix(either) else "is not a file."
    assert answer == f"{_prefix(either)}The path /memories {wanted}"


@pytest.mark.parametrize(
    ("line", "docs", "sdk"),
    [
        (0, "New\nLine 1\nLine 2", "New\nLine 1\nLine 2\n"),
        (1, "Line 1\nNew\nLine 2", "Line 1\nNew\nLine 2\n"),
        (2, "Line 1\nLine 2\nNew", "Line 1\nLine 2\nNew\n"),
    ],
)
def test_insert(either: ToolSession, line: int, docs: str, sdk: str) -> None:
    """The SDK ends the file with a line end in any case; by the documentation it stays as it was."""
    path = _file(either, "Line 1\nLine 2")
    answer = either.ok("insert", path=path, insert_line=line, insert_text="New")
    assert answer == "The file /memories/notes.md has been edited."
    assert either.text(path) == (docs if _prefix(either) else sdk)


def test_insert_into_a_missing_file(either: ToolSession) -> None:
    answer = either.refused("insert", path="/memories/nothing.md", insert_line=0, insert_text="x")
    wanted = "Error: The path /memories/nothing.md does not exist"
    sdk = "The path /memories/nothing.md does not exist. Please provide a valid path."
    assert answer == (wanted if _prefix(either) else sdk)


def test_insert_after_no_line(either: ToolSession) -> None:
    path = _file(either, "Line 1\nLine 2")
    answer = either.refused("insert", path=path, insert_line=10, insert_text="x")
    docs = (
        "Error: Invalid `insert_line` parameter: 10. It should be within the range of lines of the file: "
        "[0, 2]"
    )
    sdk = "Invalid `insert_line` parameter: 10. It should be within the range [0, 2]."
    assert answer == (docs if _prefix(either) else sdk)
    assert either.refused("insert", path=path, insert_line=-1, insert_text="x")


def test_delete(either: ToolSession) -> None:
    path = _file(either, "x")
    assert either.ok("delete", path=path) == "Successfully deleted /memories/notes.md"
    assert either.deck.count() == 0
    assert either.deck.restore("notes").content == "x"  # the person can bring it back


def test_delete_missing(either: ToolSession) -> None:
    assert either.refused("delete", path="/memories/nothing.md") == (
        f"{_prefix(either)}The path /memories/nothing.md does not exist"
    )


@pytest.mark.parametrize("path", ["/memories", "/memories/"])
def test_the_folder_is_not_deleted(either: ToolSession, path: str) -> None:
    _file(either, "x")
    assert either.refused("delete", path=path) == (
        f"{_prefix(either)}Cannot delete the /memories directory itself"
    )
    assert either.deck.count() == 1


def test_rename(either: ToolSession) -> None:
    path = _file(either, "x")
    answer = either.ok("rename", old_path=path, new_path="/memories/better.md")
    assert answer == "Successfully renamed /memories/notes.md to /memories/better.md"
    assert [memory.name for memory in either.deck.list()] == ["better"]


def test_rename_into_a_folder_is_refused_with_the_flat_name(either: ToolSession) -> None:
    path = _file(either, "x")
    answer = either.refused("rename", old_path=path, new_path="/memories/old/notes.md")
    assert answer.endswith("Use /memories/old_notes.md")


def test_rename_missing(either: ToolSession) -> None:
    answer = either.refused("rename", old_path="/memories/no.md", new_path="/memories/yes.md")
    assert answer == f"{_prefix(either)}The path /memories/no.md does not exist"


def test_rename_over_an_existing_file(either: ToolSession) -> None:
    first, second = _file(either, "1", "/memories/a.md"), _file(either, "2", "/memories/b.md")
    answer = either.refused("rename", old_path=first, new_path=second)
    assert answer == f"{_prefix(either)}The destination /memories/b.md already exists"
    assert either.deck.get("a").content == "1"


def test_the_folder_is_not_renamed(either: ToolSession) -> None:
    answer = either.refused("rename", old_path="/memories", new_path="/memories/x.md")
    assert answer == f"{_prefix(either)}Cannot rename the /memories directory itself"


@pytest.mark.parametrize("path", ["/etc/passwd", "notes.md", "/memories_evil/x.md", "/memoriesx", "", "/"])
def test_paths_elsewhere(either: ToolSession, path: str) -> None:
    """S49: also a folder whose name only begins the same way."""
    for command, more in (("view", {}), ("create", {"file_text": "x"}), ("delete", {})):
        answer = either.refused(command, path=path, **more)
        assert answer == f"{_prefix(either)}Path must start with /memories, got: {path}"


@pytest.mark.parametrize(
    "path",
    [
        "/memories/../../../etc/passwd",
        "/memories/a/../../x.md",
        "/memories/..",
        "/memories/..\\x.md",
        "/memories/%2e%2e/x.md",
        "/memories/%252e%252e/x.md",
        "/memories/..%2fx.md",
        "/memories/C:/x.md",
    ],
)
def test_paths_that_climb(either: ToolSession, path: str) -> None:
    """S49: in whatever spelling."""
    for command, more in (("view", {}), ("create", {"file_text": "x"}), ("delete", {})):
        answer = either.refused(command, path=path, **more)
        assert answer == f"{_prefix(either)}Path {path} would escape /memories directory"
    assert either.deck.count() == 0


def test_the_folder_holds_no_links_and_no_files(either: ToolSession) -> None:
    """The SDK's cases about links and permissions: there is nothing on the disk that could lead elsewhere."""
    _file(either, "x")
    files = [path.name for path in either.deck.home.rglob("*") if path.is_symlink() or path.suffix == ".md"]
    assert files == []
    assert either.deck.home.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("insert", {"path": "/memories/notes.md", "insert_line": 0, "new_str": "top"}),
        ("rename", {"path": "/memories/notes.md", "new_path": "/memories/top.md"}),
        ("memory_insert", {"path": "/memories/notes.md", "insert_line": "0", "insert_text": "top"}),
        ("view", {"path": "/memories/notes.md", "view_range": "1, 1"}),
        ("str_replace", {"path": "/memories/notes.md", "old_str": "second"}),
    ],
)
def test_other_names_for_the_same(claude: ToolSession, command: str, arguments: dict[str, object]) -> None:
    """What other clients call the parameters, and what models write for them."""
    _file(claude, "first\nsecond")
    claude.ok(command, **arguments)


@pytest.mark.parametrize(
    ("command", "arguments", "words"),
    [
        ("view", {}, "Error: Missing required parameter: path"),
        ("create", {"path": "/memories/a.md"}, "Error: Missing required parameter: file_text"),
        ("create", {"path": "/memories/a.md", "file_text": 3}, "Error: file_text must be text."),
        ("view", {"path": 1}, "Error: path must be text."),
        ("insert", {"path": "/memories/a.md", "insert_line": "x", "insert_text": "y"}, "Error: insert_line"),
        ("insert", {"path": "/memories/a.md", "insert_line": True, "insert_text": "y"}, "Error: insert_line"),
        ("view", {"path": "/memories", "view_range": [1]}, "Error: Invalid `view_range`"),
        ("view", {"path": "/memories", "view_range": {"a": 1}}, "Error: Invalid `view_range`"),
        ("forget", {"path": "/memories"}, "Error: Unknown command: forget"),
    ],
)
def test_arguments_of_any_shape(
    claude: ToolSession, command: str, arguments: dict[str, object], words: str
) -> None:
    assert claude.refused(command, **arguments).startswith(words)
