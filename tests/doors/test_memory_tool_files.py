"""What a file shows is what was written; its header is the entry's fields, both ways."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tool_session import ToolSession, opened

from memdeck import Deck
from memdeck.doors.memory_tool.file_reading import read_file
from memdeck.doors.memory_tool.saving import new_entry
from memdeck.doors.memory_tool.written_form import written_text
from memdeck.exchange.problem import FileFault
from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError
from memdeck.memory.kinds import MemoryType, Status, Writer
from memdeck.memory.rules import checked

PATH = "/memories/build_setup.md"
ARTICLE = """---
title: Build setup
description: Gradle with the Kotlin DSL, Java 25
type: USER
---

Always use Gradle with the Kotlin DSL and target Java 25.
"""
CLAUDE_CODE = """---
name: build-setup
description: "Gradle: with the Kotlin DSL"   # as agreed
metadata:@
  node_type: memory
  type: feedback
  originSessionId: 4f1c2a9e
  colour: blue
---

Always use Gradle.

**Why:** speed.
""".replace("@", " ")
"""As Claude Code writes it, with a blank behind `metadata:`."""


@pytest.fixture
def claude(tmp_path: Path) -> Iterator[ToolSession]:
    yield from opened(tmp_path)


def _fields(deck: Deck, name: str = "build_setup") -> tuple[str, str, MemoryType]:
    memory = deck.get(name)
    return memory.title, memory.description, memory.type


@pytest.mark.parametrize(
    "text",
    [
        ARTICLE,
        CLAUDE_CODE,
        "plain",
        "plain\n",
        "\n\nblank lines first\n\n\n",
        "a\r\nb\r\n",
        "a\r\nb",
        "---\r\ntitle: CR LF\r\n---\r\n\r\na\r\nb\r\n",
        "---\ntitle: no blank line\n---\nbody",
        "---\ntitle: two blank lines\n---\n\n\nbody\n\n",
        "\ufeff---\ntitle: marked\n---\n\nbody\n",
        "\ufeffno header",
        "---\n---\nan empty header",
        "tab\there \x1b[31m and \u202e and \u200b",
        "---\nname: Build setup\ntype: user\n---\n\nthe older form, where name is the title\n",
    ],
)
def test_what_is_created_is_what_is_shown(claude: ToolSession, text: str) -> None:
    claude.ok("create", path=PATH, file_text=text)
    assert claude.text(PATH) == text


def test_the_header_becomes_the_fields_and_the_content_stays_alone(claude: ToolSession) -> None:
    claude.ok("create", path=PATH, file_text=ARTICLE)
    memory = claude.deck.get("build_setup")
    assert _fields(claude.deck) == ("Build setup", "Gradle with the Kotlin DSL, Java 25", MemoryType.USER)
    assert memory.content == "Always use Gradle with the Kotlin DSL and target Java 25."
    assert memory.source.writer is Writer.ASSISTANT
    assert claude.deck.history("build_setup")[0].author.label == "claude-code"


def test_the_form_of_claude_code_is_read_too(claude: ToolSession) -> None:
    claude.ok("create", path=PATH, file_text=CLAUDE_CODE)
    memory = claude.deck.get("build_setup")
    assert _fields(claude.deck) == ("Build setup", "Gradle: with the Kotlin DSL", MemoryType.FEEDBACK)
    assert memory.source.conversation == "4f1c2a9e"
    assert memory.extra["metadata"] == {"colour": "blue"}


def test_without_a_header_the_name_is_the_title(claude: ToolSession) -> None:
    claude.ok("create", path=PATH, file_text="Use Gradle.")
    assert _fields(claude.deck) == ("Build setup", "", MemoryType.PROJECT)


@pytest.mark.parametrize(
    ("old", "new", "field", "value"),
    [
        ("Build setup", "Build rules", "title", "Build rules"),
        ("title: Build setup\n", "", "title", "Build setup"),
        ("Java 25\n", "Java 26\n", "description", "Gradle with the Kotlin DSL, Java 26"),
        ("description: Gradle with the Kotlin DSL, Java 25\n", "", "description", ""),
        ("USER", "REFERENCE", "type", MemoryType.REFERENCE),
        ("type: USER", "type: todo", "type", MemoryType.TODO),
        ("type: USER\n", "", "type", MemoryType.PROJECT),
        ("type: USER", "type: USER\ntags: [java, build]", "tags", ("java", "build")),
        ("type: USER", "type: USER\nstatus: archived", "status", Status.ARCHIVED),
        ("type: USER", "type: USER\nstatus: draft", "status", Status.ACTIVE),
    ],
)
def test_header_edits_change_the_fields(
    claude: ToolSession, old: str, new: str, field: str, value: object
) -> None:
    claude.ok("create", path=PATH, file_text=ARTICLE)
    claude.ok("str_replace", path=PATH, old_str=old, new_str=new)
    assert getattr(claude.deck.get("build_setup"), field) == value
    assert claude.text(PATH) == ARTICLE.replace(old, new, 1)


def test_a_to_do_is_done_by_its_header(claude: ToolSession) -> None:
    claude.ok("create", path="/memories/todo.md", file_text="---\ntype: TODO\n---\nRenew the certificate.")
    assert claude.deck.get("todo").status is Status.PENDING
    claude.ok("str_replace", path="/memories/todo.md", old_str="TODO", new_str="TODO\nstatus: done")
    assert claude.deck.get("todo").status is Status.DONE
    assert "(done)" in claude.text("/memories/MEMORY.md")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("type: USER", 'type: user\ncolour: "red', "a quote in the header is never closed"),
        ("type: USER", "type: USER\ntitle: twice", "a key stands twice"),
        ("type: USER\n---", "type: USER", "never closed by a second '---' line"),
        ("type: USER", "type: USER\nname: other_file", "name: differs from the file's name"),
        ("Build setup", "x" * 256, "title: has 256 characters; the limit is 255"),
        ("Java 25\n", "x" * 1_025 + "\n", "the limit is 1,024"),
        ("type: USER", "type: *a", "uses a YAML alias"),
    ],
)
def test_a_header_that_is_no_header_changes_nothing(
    claude: ToolSession, old: str, new: str, words: str
) -> None:
    claude.ok("create", path=PATH, file_text=ARTICLE)
    before = claude.deck.get("build_setup")
    answer = claude.refused("str_replace", path=PATH, old_str=old, new_str=new)
    assert answer.startswith(f"Error: {PATH}, line ")
    assert words in answer
    assert answer.endswith("Nothing was written.")
    assert claude.deck.get("build_setup") == before


def test_limits_hold_here_too(claude: ToolSession) -> None:
    """S58: the same checks on every way into the store."""
    answer = claude.refused("create", path=PATH, file_text="x" * 65_537)
    assert answer.startswith("Error: content: has 65,537 characters; the limit is 65,536.")
    assert claude.ok("create", path=PATH, file_text="x" * 65_536 + "\n")
    answer = claude.refused("insert", path=PATH, insert_line=1, insert_text="more")
    assert "the limit is 65,536" in answer
    assert claude.refused("create", path="/memories/a.md", file_text=" \n").startswith("Error: content: ")
    assert claude.refused("create", path="/memories/a.md", file_text="---\ntitle: x\n---\n").startswith(
        "Error"
    )
    assert claude.deck.count() == 1


def test_a_persons_edit_in_the_deck_is_in_the_whole_file(claude: ToolSession) -> None:
    """Only the lines that changed are patched: comments, order and unknown keys stay as they were."""
    claude.ok("create", path=PATH, file_text=CLAUDE_CODE)
    claude.deck.edit("build_setup", description="Gradle # and Maven", type="REFERENCE", title="Builds")
    text = claude.text(PATH)
    assert 'description: "Gradle # and Maven"   # as agreed\n' in text
    assert "metadata: \n  node_type: memory\n  type: reference\n" in text
    assert '\ntitle: "Builds"\n---\n' in text
    said = read_file(text, "build_setup")
    assert (said.title, said.description, said.type) == _fields(claude.deck)
    claude.deck.edit("build_setup", content="All new.\n")
    assert claude.text(PATH).endswith("---\n\nAll new.\n\n")


def test_a_file_without_header_gets_one_when_a_person_names_it(claude: ToolSession) -> None:
    claude.ok("create", path=PATH, file_text="Use Gradle.")
    claude.deck.edit("build_setup", title="Builds", status="archived")
    assert claude.text(PATH) == (
        '---\nname: build_setup\ntitle: "Builds"\ntype: PROJECT\nstatus: archived\n---\n\nUse Gradle.'
    )


def test_an_entry_of_a_person_shows_its_fields(claude: ToolSession) -> None:
    claude.deck.add(
        "Build: the rules", "Use Gradle.", description="#1 thing", type="USER", name="build_setup"
    )
    assert claude.text(PATH) == (
        "---\nname: build_setup\ntitle: Build: the rules\ndescription: #1 thing\ntype: USER\n---\n\n"
        "Use Gradle.\n"
    )
    claude.ok("str_replace", path=PATH, old_str="#1", new_str="#2")
    memory = claude.deck.get("build_setup")
    assert (memory.title, memory.description, memory.content) == (
        "Build: the rules",
        "#2 thing",
        "Use Gradle.",
    )


def test_other_fields_of_a_person_survive_an_assistants_edit(claude: ToolSession) -> None:
    deck = claude.deck
    deck.add("T", "body", name="build_setup", tags=("a",), importance="pinned", extra={"colour": "red"})
    claude.ok("insert", path=PATH, insert_line=6, insert_text="more")
    memory = deck.get("build_setup")
    assert (memory.tags, memory.importance.value, memory.extra["colour"]) == (("a",), "pinned", "red")


def test_a_rename_takes_the_name_in_the_header_along(claude: ToolSession) -> None:
    claude.ok("create", path=PATH, file_text=CLAUDE_CODE)
    claude.ok("rename", old_path=PATH, new_path="/memories/gradle_rules.md")
    text = claude.text("/memories/gradle_rules.md")
    assert text == CLAUDE_CODE.replace("build-setup", "gradle-rules")
    claude.ok("str_replace", path="/memories/gradle_rules.md", old_str="speed", new_str="caching")


def test_what_a_header_claims_about_the_store_is_not_followed(claude: ToolSession) -> None:
    """S41: an owner, an id or a date in a header give nobody anything."""
    text = (
        "---\ntitle: x\nmetadata:\n  memdeck_owner: project:other\n"
        "  memdeck_id: mem_01h00000000000000000000000\n"
        "  memdeck_importance: pinned\nmemdeck_written: {head: y}\n---\nbody\n"
    )
    claude.ok("create", path=PATH, file_text=text)
    memory = claude.deck.get("build_setup")
    assert memory.owner == "project:demo"
    assert memory.id != "mem_01h00000000000000000000000"
    assert memory.importance.value == "normal"
    assert claude.text(PATH) == text


def test_folders_know_nothing_of_how_it_was_written(claude: ToolSession, tmp_path: Path) -> None:
    """Export passes the kept header over, and an import of it changes nothing and loses nothing."""
    claude.ok("create", path=PATH, file_text=CLAUDE_CODE)
    claude.deck.export_folder(tmp_path / "out")
    assert "memdeck_written" not in (tmp_path / "out" / "build_setup.md").read_text("utf-8")
    report = claude.deck.import_folder(tmp_path / "out")
    assert [len(report.unchanged), len(report.changed), len(report.new)] == [1, 0, 0]
    assert claude.text(PATH) == CLAUDE_CODE
    file = tmp_path / "out" / "build_setup.md"
    file.write_text(file.read_text("utf-8").replace("colour", "color").replace("speed", "haste"), "utf-8")
    assert len(claude.deck.import_folder(tmp_path / "out").changed) == 1
    assert claude.text(PATH) == CLAUDE_CODE.replace("speed", "haste")


def test_undo_takes_an_assistants_change_back(claude: ToolSession) -> None:
    claude.ok("create", path=PATH, file_text=ARTICLE)
    claude.ok("str_replace", path=PATH, old_str="Java 25\ntype", new_str="Java 26\ntype")
    claude.deck.undo()
    assert claude.text(PATH) == ARTICLE


def test_lf_means_the_line_ends_of_the_file(claude: ToolSession) -> None:
    """A model doesn't see the CR, and the file keeps its line ends."""
    claude.ok("create", path=PATH, file_text="one\r\ntwo\r\nthree\r\n")
    claude.ok("str_replace", path=PATH, old_str="one\ntwo", new_str="1\n2")
    claude.ok("insert", path=PATH, insert_line=2, insert_text="two and a half")
    assert claude.text(PATH) == "1\r\n2\r\ntwo and a half\r\nthree\r\n"


_LINES = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=12)
_WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), min_size=1, max_size=12)


@st.composite
def _texts(draw: Any) -> str:
    end = draw(st.sampled_from(["\n", "\r\n"]))
    body = end.join([*draw(st.lists(_LINES, max_size=4)), "x", *draw(st.lists(_LINES, max_size=3))])
    keys = draw(st.dictionaries(st.sampled_from(["title", "description", "colour"]), _WORDS, max_size=3))
    quoted = [f"{key}: '" + value.replace("'", "''") + "'" for key, value in keys.items()]
    kind = draw(st.sampled_from([[], ["type: user"], ["type: TODO"], ["metadata:", "  type: feedback"]]))
    header = ""
    if quoted or kind:
        header = end.join(["---", *quoted, *kind, "---", draw(st.sampled_from(["", end]))])
    return str(header + body)


@given(text=_texts(), title=_WORDS, kind=st.sampled_from(MemoryType))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_text_comes_back_and_any_change_shows(text: str, title: str, kind: MemoryType) -> None:
    """Writing keeps every character; a field that changed elsewhere reads back as it is now."""
    now = datetime(2026, 11, 12, tzinfo=UTC)
    try:
        entry = new_entry(text, "note")
        memory = checked(Memory(id="mem_1", owner="user:me", created_at=now, updated_at=now, **entry))
    except (FileFault, MemdeckError):
        return
    assert written_text(memory) == text
    changed = checked(replace(memory, title=f"a{title}", type=kind))
    said = read_file(written_text(changed), "note")
    assert (said.title, said.type, said.content) == (changed.title, changed.type, changed.content)
    assert said.description == memory.description


SECRET = "ghp_" + "a1B2" * 9


@pytest.mark.parametrize(
    "text",
    [
        f"Clone with {SECRET} please.",
        f"---\ntitle: Token {SECRET}\ntype: REFERENCE\n---\n\nbody\n",
        f'---\ndescription: "uses {SECRET}"\ncolour: {SECRET}\n---\n\nbody\n',
    ],
)
def test_secrets_are_masked_before_anything_is_stored(claude: ToolSession, text: str) -> None:
    """The value reaches neither the entry, nor its history, nor what is kept of the file."""
    answer = claude.ok("create", path=PATH, file_text=text)
    note = "\nNote: what looks like a secret (GITHUB_TOKEN) was masked before it was stored."
    assert answer == f"File created successfully at: {PATH}{note}"
    assert claude.text(PATH) == text.replace(SECRET, "<GITHUB_TOKEN>")
    claude.ok("insert", path=PATH, insert_line=0 if "---" not in text else 5, insert_text=f"and {SECRET}")
    claude.deck.edit("build_setup", importance="high")
    answer = claude.ok("str_replace", path=PATH, old_str="and <GITHUB_TOKEN>", new_str=f"or {SECRET}")
    assert answer.startswith("The memory file has been edited.")
    assert answer.endswith(note)
    assert SECRET not in answer
    files = [path.read_bytes() for path in claude.deck.home.rglob("*") if path.is_file()]
    assert not [data for data in files if SECRET.encode() in data]


def test_on_every_database(any_deck: Deck) -> None:
    """A round on SQLite and on PostgreSQL; a NUL, which PostgreSQL can't hold, is answered, not raised."""
    session = ToolSession(any_deck)
    session.ok("create", path=PATH, file_text=CLAUDE_CODE)
    assert session.text(PATH) == CLAUDE_CODE
    session.ok("str_replace", path=PATH, old_str="speed", new_str="haste \U0001f680 \u202e")
    any_deck.edit("build_setup", type="REFERENCE")
    assert "  type: reference\n" in session.text(PATH)
    session.ok("rename", old_path=PATH, new_path="/memories/other.md")
    session.ok("delete", path="/memories/other.md")
    answer = session.tool.call("create", {"path": PATH, "file_text": "a\0b"})
    assert answer.text.startswith("Error: " if answer.is_error else "File created")
