"""Text and paths of any kind: nothing breaks, nothing is lost, nothing is believed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tool_session import ToolSession, opened

from memdeck.doors.memory_tool import DIALECTS, FixedOwners, MemoryTool
from memdeck.doors.memory_tool.place import Kind, Outside, place_of


@pytest.fixture
def claude(tmp_path: Path) -> Iterator[ToolSession]:
    yield from opened(tmp_path)


@pytest.mark.parametrize(
    ("path", "proposed"),
    [
        ("/memories/Notes.md", "notes.md"),
        ("/memories/notes.txt", "notes.md"),
        ("/memories/notes", "notes.md"),
        ("/memories/.hidden.md", "hidden.md"),
        ("/memories/a\0b.md", "a_b.md"),
        ("/memories/a\nb.md", "a_b.md"),
        ("/memories/two words.md", "two_words.md"),
        ("/memories/数据库.md", "shujuku.md"),
        ("/memories/" + unicodedata.normalize("NFC", "größe") + ".md", "grosse.md"),
        ("/memories/" + unicodedata.normalize("NFD", "größe") + ".md", "grosse.md"),
        ("/memories/" + "x" * 65 + ".md", "x" * 64 + ".md"),
        ("/memories/me..md", "me.md"),
        ("/memories/\ud800.md", "note.md"),
        ("/memories/memory/x.md", "memory_x.md"),
    ],
)
def test_names_that_no_file_can_have(claude: ToolSession, path: str, proposed: str) -> None:
    """Refused with a name that would do; S11: never two names for one file."""
    answer = claude.refused("create", path=path, file_text="x")
    assert answer.rpartition("/")[2] == proposed
    assert "does not exist" in claude.refused("view", path=path)
    assert claude.deck.count() == 0
    answer.encode("utf-8")


def test_two_spellings_of_one_name_never_make_two_files(claude: ToolSession) -> None:
    """S11: names that differ only in case, where a disk may not tell them apart."""
    claude.ok("create", path="/memories/report.md", file_text="first")
    for path in ("/memories/Report.md", "/memories/REPORT.MD", "/memories/report.MD"):
        claude.refused("create", path=path, file_text="second")
    assert [memory.content for memory in claude.deck.list()] == ["first"]


@pytest.mark.parametrize("path", ["/memories/MEMORY.md", "/memories/memory.md", "/memories/Memory.Md"])
def test_the_index_is_kept_by_itself(claude: ToolSession, path: str) -> None:
    for command, more in (
        ("create", {"path": path, "file_text": "- [x](x.md)"}),
        ("str_replace", {"path": path, "old_str": "a", "new_str": "b"}),
        ("insert", {"path": path, "insert_line": 0, "insert_text": "b"}),
        ("delete", {"path": path}),
        ("rename", {"old_path": path, "new_path": "/memories/x.md"}),
    ):
        answer = claude.refused(command, **more)
        assert answer.startswith("Error: The index ")
        assert "there is nothing to do" in answer
    claude.ok("create", path="/memories/a.md", file_text="x")
    answer = claude.refused("rename", old_path="/memories/a.md", new_path=path)
    assert answer.startswith("Error: The index is maintained automatically")


def test_the_index_is_in_step_after_every_call(claude: ToolSession) -> None:
    claude.ok("create", path="/memories/a.md", file_text="---\ntitle: A\ndescription: hook\n---\nx")
    assert claude.text("/memories/MEMORY.md") == "- [A](a.md) — hook\n"
    claude.ok("str_replace", path="/memories/a.md", old_str="hook", new_str="other")
    claude.ok("rename", old_path="/memories/a.md", new_path="/memories/b.md")
    assert claude.text("/memories/MEMORY.md") == "- [A](b.md) — other\n"
    claude.deck.edit("b", title="By a person")
    assert claude.text("/memories/MEMORY.md") == "- [By a person](b.md) — other\n"
    claude.ok("view", path="/memories/b.md")
    claude.ok("delete", path="/memories/b.md")
    assert "There are no memories yet" in claude.text("/memories/MEMORY.md")


def test_a_long_list_is_cut_and_says_so(claude: ToolSession) -> None:
    claude.deck.add_many({"title": f"Entry {number}", "content": "x"} for number in range(1_010))
    listing = claude.ok("view", path="/memories")
    assert listing.count("\n") == 1_003
    assert listing.endswith("… and 10 older files, which memory_search finds.")
    index = claude.text("/memories/MEMORY.md").split("\n")
    assert len(index) <= 201
    assert "without a line here" in index[-2]
    spring = ToolSession(claude.deck, "spring").ok("view", path="MEMORY.md")
    assert "MEMORY index (1010 entries):" in spring
    assert "… and 10 older ones, which memory_search finds." in spring


def test_a_titles_text_can_not_forge_the_index(claude: ToolSession) -> None:
    claude.deck.add("x](evil.md)- [y\x1b", "body", description="a\x1b]52;c\x07 <!-- b", name="entry")
    lines = claude.text("/memories/MEMORY.md").splitlines()
    assert len(lines) == 1
    assert "\\](evil.md)" in lines[0]
    assert "\x1b" not in lines[0]
    assert "<!--" not in lines[0]


def test_empty_old_text(claude: ToolSession) -> None:
    claude.ok("create", path="/memories/a.md", file_text="x")
    answer = claude.refused("str_replace", path="/memories/a.md", old_str="", new_str="y")
    assert answer == "Error: No replacement was performed, old_str must not be empty."


def test_half_characters_are_refused_and_never_sent(claude: ToolSession) -> None:
    answer = claude.refused("create", path="/memories/a.md", file_text="x \ud83d y")
    answer.encode("utf-8")
    assert claude.deck.count() == 0
    claude.ok("create", path="/memories/a.md", file_text="x")
    claude.refused("str_replace", path="/memories/a.md", old_str="\udc00", new_str="y").encode("utf-8")
    claude.refused("str_replace", path="/memories/a.md", old_str="x", new_str="\udc00").encode("utf-8")


def test_endless_arguments_are_not_repeated_at_length(claude: ToolSession) -> None:
    claude.ok("create", path="/memories/a.md", file_text="x")
    answer = claude.refused("str_replace", path="/memories/a.md", old_str="y" * 1_000_000, new_str="")
    assert len(answer) < 3_000
    assert len(claude.refused("view", path="/memories/" + "z" * 1_000_000)) < 3_000


def test_a_fault_inside_is_one_sentence_and_a_line_in_the_log(
    claude: ToolSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model is told not to try again; no text of an entry reaches the log."""

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(claude.deck.get("secret").content)

    claude.deck.add("Secret", "CANARY")
    monkeypatch.setattr(type(claude.deck), "add", broken)
    assert claude.refused("create", path="/memories/a.md", file_text="x") == (
        "Error: the memory operation failed and was not applied. Do not retry it in this conversation."
    )
    log = (claude.deck.home / "memdeck.log").read_text("utf-8")
    assert "RuntimeError" in log
    assert "CANARY" not in log


_PARTS = st.sampled_from(
    ["a", "..", ".", "", "%2e", "%2F", "\\", "C:", "MEMORY.md", "x.md", "X.md", "me.x.md", "\0", "é.md", "~"]
)


@given(st.lists(_PARTS, max_size=5).map("/".join) | st.text(max_size=20))
@settings(max_examples=300, deadline=None)
def test_any_path_means_one_of_four_things(path: str) -> None:
    """S49: a path is the folder, the index, an allowed name, or refused; it never leads anywhere else."""
    try:
        place = place_of(path, path)
    except Outside:
        return
    if place.kind is Kind.ENTRY:
        assert place.name.isascii()
        assert place.name == place.name.lower() != "memory"
        assert not set(place.name) & set("/.\\%:\0")
    if place.kind is Kind.NOWHERE:
        again = place_of(place.near, place.near)
        assert again.kind is Kind.ENTRY


_NAMES = (
    *("path", "file_text", "old_str", "new_str", "insert_line", "insert_text"),
    *("old_path", "new_path", "view_range", "viewRange", "fileText"),
)
_VALUES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.lists(st.integers(), max_size=3)
)


@given(
    st.sampled_from(["view", "create", "str_replace", "insert", "delete", "rename", "x"]),
    st.dictionaries(
        st.sampled_from(_NAMES),
        _VALUES | st.sampled_from(["/memories", "/memories/a.md", "a.md", "/", "/memories/MEMORY.md"]),
    ),
    st.sampled_from(sorted(DIALECTS)),
)
@settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_call_is_answered(
    claude: ToolSession, command: str, arguments: dict[str, object], dialect: str
) -> None:
    """Whatever a model sends, it gets a text back, and nothing surprises the program."""
    answer = MemoryTool(claude.deck, FixedOwners(("user:me",)), DIALECTS[dialect]).call(command, arguments)
    answer.text.encode("utf-8")
    assert not (claude.deck.home / "memdeck.log").exists()
