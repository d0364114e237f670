"""Reading whole folders: what counts, what is refused, and what is said about it."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memdeck.exchange.folder import FolderReading, read_folder
from memdeck.exchange.safe_file import FILE_LIMIT
from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError
from memdeck.memory.kinds import MemoryType, Status, Writer

GENERATION_A = """---
name: Review style
description: Dana wants short review notes with the reason first
type: user
---

Dana is a backend engineer. Reason first. See [[no-squashed-migrations]].
"""
GENERATION_B = GENERATION_A.replace("type: user", "type: reference\noriginSessionId: 77aa").replace(
    "name: Review style", "name: staging_dashboard"
)
GENERATION_C = """---
name: no-squashed-migrations
description: "Never squash Alembic migrations: release #212 broke the upgrade path"
metadata:
  node_type: memory
  type: feedback
  originSessionId: 4f1c2a9e-6b1d-4c55-9d0e-2a7b3c4d5e6f
  modified: 2026-10-05T08:00:09.480Z
---

Do not squash Alembic migrations in this repository.

**Why:** staging databases sit up to three releases behind.
""".replace("metadata:", "metadata: ")  # as Claude Code writes it
BYTECHEF = """---
title: Build setup
description: Gradle: with the Kotlin DSL, Java #25
type: USER
---

Always use Gradle with the Kotlin DSL and target Java 25.
"""
INDEX = """# Memory Index

- [Review style](user_review_style.md) — short notes, reason first
- [No squashed migrations](feedback_migrations.md) — add a revision, never squash
- [Wie wir planen](plain.md): x
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One file of each generation, one without a header, and an index."""
    memory = tmp_path / "memory"
    memory.mkdir()
    for name, text in {
        "user_review_style.md": GENERATION_A,
        "reference_staging.md": GENERATION_B,
        "feedback_migrations.md": GENERATION_C,
        "build_setup.md": BYTECHEF,
        "plain.md": "Only text.\n",
        "MEMORY.md": INDEX,
    }.items():
        (memory / name).write_text(text, newline="")
    return memory


def by_name(reading: FolderReading) -> dict[str, Memory]:
    return {entry.memory.name: entry.memory for entry in reading.entries}


def test_every_generation_gives_its_fields(folder: Path) -> None:
    os.utime(folder / "plain.md", (1_760_000_000, 1_760_000_000))
    reading = read_folder(folder)
    assert reading.problems == ()
    found = by_name(reading)
    a, b, c = found["user_review_style"], found["reference_staging"], found["feedback_migrations"]
    assert (a.title, a.type, a.extra) == ("Review style", MemoryType.USER, {"name": "Review style"})
    assert a.content.endswith("See [[no-squashed-migrations]].")
    assert (b.title, b.type, b.source.conversation) == ("Staging dashboard", MemoryType.REFERENCE, "77aa")
    assert c.title == "No squashed migrations"
    assert c.description == "Never squash Alembic migrations: release #212 broke the upgrade path"
    assert c.updated_at == c.created_at == datetime(2026, 10, 5, 8, 0, 9, 480_000, UTC)
    assert c.source.conversation == "4f1c2a9e-6b1d-4c55-9d0e-2a7b3c4d5e6f"
    assert c.source.writer is Writer.IMPORT
    assert c.source.file == str(folder / "feedback_migrations.md")
    assert c.extra == {"name": "no-squashed-migrations"}
    spring = found["build_setup"]
    assert (spring.title, spring.type) == ("Build setup", MemoryType.USER)
    assert spring.description == "Gradle: with the Kotlin DSL, Java #25"
    plain = found["plain"]
    assert (plain.title, plain.type, plain.content) == ("Wie wir planen", MemoryType.PROJECT, "Only text.")
    assert plain.updated_at == datetime.fromtimestamp(1_760_000_000, UTC)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_bom_change_nothing(tmp_path: Path, newline: str, bom: bytes) -> None:
    """S05: the same entry from every kind of file; no BOM in the title."""
    (tmp_path / "n.md").write_bytes(bom + GENERATION_C.replace("\n", newline).encode())
    (entry,) = read_folder(tmp_path).entries
    assert entry.memory.type is MemoryType.FEEDBACK
    assert entry.memory.content.split("\n")[1:] == [
        "",
        "**Why:** staging databases sit up to three releases behind.",
    ]


def test_one_bad_file_hides_no_other(folder: Path) -> None:
    """S01: the bad ones are named with line and reason and their bytes left alone."""
    bad = {
        "bad.md": b"---\nname: bad\ndescription: Fix: use port 5433\n---\nbody\n",
        "bytes.md": b"one\ntwo \xff\n",
        "long.md": ("x" * 65_537).encode(),
        "title.md": f"---\ntitle: {'t' * 256}\n---\nx".encode(),
        "huge.md": b"y" * (FILE_LIMIT + 1),
        "empty.md": b"",
        "list.md": b"---\ntitle: [a]\n---\nx",
        "tags.md": b"---\ntags: {a: b}\n---\nx",
    }
    for name, data in bad.items():
        (folder / name).write_bytes(data)
    reading = read_folder(folder)
    assert len(reading.entries) == 5
    problems = {problem.file: problem for problem in reading.problems}
    assert problems.keys() == bad.keys()
    assert problems["bad.md"].line == 3
    assert problems["bytes.md"].line == 2
    assert "65,536" in problems["long.md"].reason
    assert problems["title.md"].line == 2 and "255" in problems["title.md"].reason
    assert f"{FILE_LIMIT:,}" in problems["huge.md"].reason
    assert all((folder / name).read_bytes() == data for name, data in bad.items())


def test_a_broken_header_can_be_taken_as_text_when_asked(tmp_path: Path) -> None:
    """S01: "import as body" is offered, never done unasked."""
    text = "---\ndescription: Fix: use port 5433\n---\nbody"
    (tmp_path / "bad.md").write_text(text)
    (entry,) = read_folder(tmp_path, broken_as_body=True).entries
    assert (entry.memory.title, entry.memory.content) == ("Bad", text)


def test_long_text_is_taken_whole(tmp_path: Path) -> None:
    """S08: a 9,960-character entry with `zebrafinch` last."""
    text = "word " * 1_990 + "zebrafinch"
    (tmp_path / "a.md").write_text(text)
    assert read_folder(tmp_path).entries[0].memory.content == text


def test_links_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    """S49: links to files and folders outside are refused; a root that is a link works."""
    real = tmp_path / "real"
    (real / "api").mkdir(parents=True)
    (real / "api" / "auth.md").write_text("inside")
    old = tmp_path / "real-old"
    old.mkdir()
    (old / "secret.md").write_text("secret")
    (real / "passwd.md").symlink_to("/etc/passwd")
    (real / "sibling.md").symlink_to(old / "secret.md")
    (real / "old").symlink_to(old)
    (real / "again").symlink_to(real)
    (real / "inner.md").symlink_to(real / "api" / "auth.md")
    (real / "gone.md").symlink_to(tmp_path / "nowhere")
    (tmp_path / "link").symlink_to(real)
    reading = read_folder(tmp_path / "link")
    assert [entry.memory.name for entry in reading.entries] == ["api_auth"]
    assert {problem.file for problem in reading.problems} == {
        "passwd.md",
        "sibling.md",
        "old",
        "again",
        "gone.md",
    }
    assert [item.file for item in reading.skipped] == ["inner.md"]


def test_an_index_that_points_outside_reads_nothing_there(tmp_path: Path) -> None:
    """S49: links of an index lead nowhere."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "x.md").write_text("outside")
    (tmp_path / "memory" / "a.md").write_text("inside")
    (tmp_path / "memory" / "MEMORY.md").write_text("- [x](../x.md)\n- [p](/etc/passwd)\n- [A](a.md)\n")
    reading = read_folder(tmp_path / "memory")
    assert [entry.memory.title for entry in reading.entries] == ["A"]
    assert [note.line for note in reading.notes] == [1, 2]


def test_hidden_temporary_and_other_files_are_no_entries(tmp_path: Path) -> None:
    """S37: unfinished files of a killed program are never taken for entries."""
    for name in (".memdeck-0011.tmp", ".a.md", "a.md~", "b.md.swp", "c.txt", ".hidden/d.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    os.mkfifo(tmp_path / "pipe.md")
    reading = read_folder(tmp_path)
    assert reading.entries == ()
    assert [item.file for item in reading.skipped] == ["b.md.swp", "c.txt"]
    assert [(item.file, item.reason) for item in reading.problems] == [("pipe.md", "is not a regular file.")]


def test_drift_between_index_and_files_is_named(folder: Path) -> None:
    """S15: dead and missing lines, both ways."""
    (folder / "MEMORY.md").write_text(INDEX + "- [Gone](gone.md) — x\n")
    notes = {(note.file, note.line) for note in read_folder(folder).notes}
    assert notes == {("MEMORY.md", 6), ("build_setup.md", None), ("reference_staging.md", None)}


def test_an_index_with_a_header_or_in_lower_case_is_an_index(tmp_path: Path) -> None:
    (tmp_path / "memory.md").write_text("---\nname: index\n---\n\n- [Title here](a.md) — x\n")
    (tmp_path / "a.md").write_text("x")
    reading = read_folder(tmp_path)
    assert [entry.memory.title for entry in reading.entries] == ["Title here"]


def test_types_in_any_case_and_custom_ones_are_kept(tmp_path: Path) -> None:
    for number, word in enumerate(
        ["USER", "Feedback", "decision", "todo", "user_preference", "conversation-summary"]
    ):
        (tmp_path / f"f{number}.md").write_text(f"---\nname: x\ntype: {word}\n---\nx")
    found = [
        (entry.memory.type.value, entry.memory.extra.get("type")) for entry in read_folder(tmp_path).entries
    ]
    assert found == [
        ("USER", None),
        ("FEEDBACK", None),
        ("PROJECT", "decision"),
        ("TODO", None),
        ("USER", "user_preference"),
        ("SUMMARY", "conversation-summary"),
    ]
    assert read_folder(tmp_path).entries[3].memory.status is Status.PENDING


def test_unknown_keys_come_along(tmp_path: Path) -> None:
    text = "---\nname: a-b\nowner: dana\nlist: [1, no]\ntags: [x, y z]\nmetadata:\n  mood: good\n---\nx"
    (tmp_path / "a_b.md").write_text(text)
    memory = read_folder(tmp_path).entries[0].memory
    assert memory.extra == {"owner": "dana", "list": ["1", "no"], "metadata": {"mood": "good"}}
    assert memory.tags == ("x", "y z")


def test_without_a_body_the_description_is_the_text(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\ndescription: said here\n---\n\n  \n")
    (tmp_path / "b-note.md").write_text("---\ntype: user\n---")
    assert [entry.memory.content for entry in read_folder(tmp_path).entries] == ["said here", "B note"]


def test_remarks_are_made_on_what_was_understood_freely(tmp_path: Path) -> None:
    text = "---\nname: x\ndescription: |\n  two\n  lines\nmodified: yesterday\n---\nx"
    (tmp_path / "a.md").write_text(text)
    reading = read_folder(tmp_path)
    assert reading.entries[0].memory.description == "two lines"
    assert [note.line for note in reading.notes] == [3, 6]


def test_nested_folders_are_flattened_and_an_inner_index_starts_anew(tmp_path: Path) -> None:
    for path in ("api/auth.md", "api/deep/x.md", "team/MEMORY.md", "team/build.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("- [Team build](build.md)\n" if path.endswith("MEMORY.md") else "x")
    found = {entry.memory.name: entry.memory.title for entry in read_folder(tmp_path).entries}
    assert found == {"api_auth": "Api auth", "api_deep_x": "Api deep x", "build": "Team build"}


@pytest.mark.parametrize("make", [lambda path: None, lambda path: path.write_text("x")])
def test_what_is_no_folder_is_an_error_of_one_line(tmp_path: Path, make: object) -> None:
    make(tmp_path / "x")  # type: ignore[operator]
    with pytest.raises(MemdeckError) as caught:
        read_folder(tmp_path / "x")
    assert "\n" not in str(caught.value)
