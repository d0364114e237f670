"""What each source becomes, and what is said about what can't be read."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import foreign_sources as sources
import pytest

from memdeck import Deck
from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError
from memdeck.memory.kinds import MemoryType, Status


def by_title(deck: Deck) -> dict[str, Memory]:
    return {memory.title: memory for memory in deck.list()}


def test_items_and_sections_of_instruction_files(deck: Deck, tmp_path: Path) -> None:
    report = deck.import_source(sources.instructions(tmp_path))
    found = by_title(deck)
    assert found.keys() == {
        "Parcel", "Use Gradle with the Kotlin DSL", "Run the tests first:", "Deploys",
        "Ask before a migration",
        "Prefer small commits", "日期用 ISO 格式",
    }  # fmt: skip
    assert found["Run the tests first:"].content == (
        "Run the tests first:\n```sh\n# not a heading\n./gradlew test\n```"
    )
    assert found["Deploys"].content == "Deploys run on Tuesdays,\nnever on Fridays."
    assert found["Deploys"].description == "Parcel › Deploys"
    assert {memory.owner for memory in found.values()} == {"project:parcel"}
    assert deck.projects() == {str(tmp_path / "parcel"): "parcel"}
    assert {(item.file, item.line) for item in report.skipped if item.line} == {("CLAUDE.md", 5)}
    assert any("says the same" in item.reason for item in report.skipped)
    assert found["Use Gradle with the Kotlin DSL"].source.file.startswith(str(tmp_path / "parcel/CLAUDE.md#"))


def repository(folder: Path, text: str = "- Use tabs\n") -> Path:
    (folder / ".git").mkdir(parents=True)
    (folder / "CLAUDE.md").write_text(text)
    return folder


def test_what_is_imported_for_a_project_is_seen_in_its_folder(deck: Deck, tmp_path: Path) -> None:
    root = repository(tmp_path / "parcel")
    deck.import_source(root, owner="project:demo", dry_run=True)
    assert deck.projects() == {}
    deck.import_source(root, owner="project:demo")
    assert deck.projects() == {str(root): "demo"}
    assert deck.access_in(root) == ("user:me", "project:demo")


def test_a_folder_or_key_that_stands_for_another_is_left_alone(deck: Deck, tmp_path: Path) -> None:
    root, other = repository(tmp_path / "parcel"), repository(tmp_path / "other", "- Use blanks\n")
    deck.import_source(root, owner="project:demo")
    deck.import_source(other, owner="project:demo")
    deck.import_source(root, owner="project:second")
    assert deck.projects() == {str(root): "demo"}


def test_importing_again_notes_the_folder_too(deck: Deck, tmp_path: Path) -> None:
    """A store whose import noted no folder."""
    root = repository(tmp_path / "parcel")
    found = deck.import_source(root, owner="project:parcel")
    with closing(sqlite3.connect(deck.home / "memdeck.db")) as store, store:
        store.execute("DELETE FROM project")
    assert deck.projects() == {}
    again = deck.import_source(root, owner="project:parcel")
    assert (len(found.new), len(again.unchanged), again.batch) == (1, 1, None)
    assert deck.projects() == {str(root): "parcel"}


def test_what_two_projects_both_say_both_have(deck: Deck, tmp_path: Path) -> None:
    for name in ("first", "second"):
        report = deck.import_source(repository(tmp_path / name))
        assert [entry.owner for entry in report.new] == [f"project:{name}"]
    mine = deck.add("Use spaces", "Use spaces", type="USER")
    report = deck.import_source(repository(tmp_path / "third", "- Use spaces\n"))
    assert not report.new and mine.name in report.skipped[0].reason


def test_one_file_under_two_names_is_read_once(
    deck: Deck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "AGENTS.md").write_text("- Use tabs\n")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    monkeypatch.chdir(tmp_path)
    report = deck.import_source(".")
    assert (len(report.new), report.exit_code) == (1, 0)
    assert [item.file for item in report.skipped] == ["CLAUDE.md"]
    again = deck.import_source(tmp_path / "CLAUDE.md")
    assert (again.new, len(again.unchanged)) == ((), 1)


def test_a_persons_own_instructions_are_theirs(deck: Deck) -> None:
    folder = Path.home() / ".claude"
    folder.mkdir()
    (folder / "CLAUDE.md").write_text("- Answer in German\n")
    deck.import_source(folder / "CLAUDE.md")
    (memory,) = deck.list()
    assert (memory.owner, memory.type) == ("user:me", MemoryType.USER)


def test_claude_mem(deck: Deck, tmp_path: Path) -> None:
    report = deck.import_source(sources.claude_mem(tmp_path))
    found = by_title(deck)
    ledger = found["Use Postgres for the ledger"]
    assert ledger.content == "Two writers collided. Postgres it is.\n\n- Port is 5433\n- Version 17"
    assert (ledger.description, ledger.tags) == ("SQLite locks under load", ("decision", "why-it-exists"))
    assert (ledger.owner, ledger.source.conversation) == ("project:parcel", "s1")
    assert ledger.created_at == datetime.fromtimestamp(1_780_086_400, UTC)
    assert found["Login loops on Safari"].owner == "project:shop"
    assert found["Set the ledger up"].type is MemoryType.SUMMARY
    assert "**Next steps:** Write the migration" in found["Set the ledger up"].content
    assert [memory.title for memory in found.values() if memory.type is MemoryType.TODO] == ["Measure again"]
    assert not any("hidden" in memory.content for memory in found.values())
    assert {item.reason.split(":")[0] for item in report.skipped} == {
        "1 record marked sensitive", "1 record marked security_alert", "1 record typed by people",
    }  # fmt: skip


def test_claude_mem_is_capped_and_says_so(deck: Deck, tmp_path: Path) -> None:
    path = sources.claude_mem(tmp_path)
    connection = sqlite3.connect(path)
    many = [
        (1_000 + n, "s2", "big", "change", f"Change {n}", f"text {n}", 1_790_000_000_000 + n)
        for n in range(1_200)
    ]
    columns = "id, memory_session_id, project, type, title, narrative, created_at_epoch"
    connection.executemany(f"INSERT INTO observations ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", many)
    connection.commit()
    connection.close()
    report = deck.import_source(path)
    assert (len(report.new), report.left_out) == (1_000, 206)
    assert {entry.owner for entry in report.new} == {"project:big"}
    assert len(deck.import_source(path, limit=0, dry_run=True).new) == 206


@pytest.mark.parametrize("readers", ["live", "closed"])
def test_a_database_in_use_is_read_as_it_is(deck: Deck, tmp_path: Path, readers: str) -> None:
    """Rows that are only in the write-ahead log count; no byte of the other program's files changes."""
    path = sources.claude_mem(tmp_path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE observations SET title = 'Fresh' WHERE id = 5")
    connection.commit()
    if readers == "closed":
        connection.close()
    before = path.read_bytes()
    deck.import_source(path)
    assert "Fresh" in by_title(deck)
    assert path.read_bytes() == before
    connection.close()


def test_mcp_memory_goes_in_with_its_relations(deck: Deck, tmp_path: Path) -> None:
    path = sources.mcp_memory(tmp_path)
    with path.open("a") as file:
        file.write('\n{"type": "entity", "na\n{"type":"entity","name":"","observations":["x"]}\n')
        file.write('{"type":"relation","from":"nobody","to":"x","relationType":"knows"}\n[1]\n')
    report = deck.import_source(path)
    assert [(item.file, item.line) for item in report.problems] == [
        ("memory.jsonl", line) for line in (4, 5, 7)
    ]
    assert report.exit_code == 3
    assert [item.line for item in report.skipped] == [6]
    app, dana = deck.get("demo_app"), deck.get("dana_weiss")
    assert app.content == "- uses pytest\n- deploys on Tuesdays"
    assert (dana.type, dana.content) == (MemoryType.USER, "- prefers tea\n- maintains → demo_app")
    assert dana.extra["relations"] == [{"to": "demo_app", "relationType": "maintains"}]


def test_basic_memory(deck: Deck, tmp_path: Path) -> None:
    deck.import_source(sources.basic_memory(tmp_path))
    note = by_title(deck)["Search Design"]
    assert note.tags == ("search", "sqlite")
    assert (
        note.extra == {"permalink": "specs/search-design", "type": "note", "name": ""}
        or "permalink" in note.extra
    )
    assert "- implements [[Spec 1]]" in note.content
    assert (note.created_at.month, note.updated_at.month) == (3, 4)
    assert by_title(deck)["Person"].type is MemoryType.REFERENCE


def test_mem0_and_openmemory(deck: Deck, tmp_path: Path) -> None:
    deck.import_source(sources.mem0(tmp_path))
    report = deck.import_source(sources.openmemory(tmp_path))
    found = by_title(deck)
    likes = found["Likes short answers"]
    assert (likes.owner, likes.type) == ("user:me", MemoryType.USER)
    assert likes.expires_at == datetime(2027, 1, 1, tzinfo=UTC)
    assert likes.created_at == datetime(2026, 2, 1, 15, tzinfo=UTC)
    assert found["The agent uses metric units"].owner == "integration:travel"
    assert found["Used tabs once"].status is Status.ARCHIVED
    assert found["Lives in Graz"].tags == ("work", "cursor")
    assert "Wrong" not in found
    assert len(report.skipped) == 1


def test_several_users_are_not_one_person(deck: Deck, tmp_path: Path) -> None:
    path = tmp_path / "all.json"
    path.write_text(json.dumps([{"id": n, "memory": f"m{n}", "user_id": f"u{n}"} for n in range(2)]))
    report = deck.import_source(path)
    assert {entry.owner for entry in report.new} == {"integration:user-u0", "integration:user-u1"}


def test_codex(deck: Deck, tmp_path: Path) -> None:
    deck.import_source(sources.codex(tmp_path))
    found = {memory.title: (memory.type, memory.owner) for memory in deck.list()}
    assert found == {
        "Wants diffs, not whole files": (MemoryType.USER, "user:me"),
        "Tests need Redis": (MemoryType.PROJECT, "project:parcel"),
        "Do not edit the generated client": (MemoryType.FEEDBACK, "project:parcel"),
        "Fix login": (MemoryType.SUMMARY, "user:me"),
    }
    assert deck.projects() == {"/srv/parcel": "parcel"}


def test_gemini(deck: Deck, tmp_path: Path) -> None:
    deck.import_source(sources.gemini(tmp_path))
    found = {memory.title: (memory.type, memory.owner) for memory in deck.list()}
    assert found == {
        "My cat is called Ada": (MemoryType.USER, "user:me"),
        "I write Kotlin": (MemoryType.USER, "user:me"),
        "The build takes nine minutes": (MemoryType.PROJECT, "project:parcel"),
        "Ports": (MemoryType.PROJECT, "project:parcel"),
    }


def test_cline(deck: Deck, tmp_path: Path) -> None:
    deck.import_source(sources.cline(tmp_path))
    found = by_title(deck)
    assert {memory.owner for memory in found.values()} == {"project:parcel"}
    assert {title: memory.status for title, memory in found.items() if memory.type is MemoryType.TODO} == {
        "Login": Status.DONE, "Labels": Status.PENDING, "Refunds": Status.PENDING,
    }  # fmt: skip
    assert found["Tech context: Database"].tags == ("decision",)
    assert "Project brief" in found


def test_rules(deck: Deck, tmp_path: Path) -> None:
    deck.import_source(sources.rules(tmp_path))
    found = by_title(deck)
    strict = found["TypeScript: strict mode"]
    assert (strict.type, strict.owner, strict.content) == (MemoryType.FEEDBACK, "project:web", "No `any`.")
    assert strict.extra == {"globs": "**/*.ts,*.tsx", "alwaysApply": "false"}
    assert found.keys() == {"TypeScript: strict mode", "Css order", "Use pnpm"}


def test_bytechef(deck: Deck, tmp_path: Path) -> None:
    deck.import_source(sources.bytechef(tmp_path))
    found = {(memory.name, memory.owner): memory for memory in deck.list()}
    assert found.keys() == {
        ("build_setup", "user:me"), ("limits", "deployment:12@PRODUCTION"), ("limits", "integration:30"),
    }  # fmt: skip
    limits = found["limits", "deployment:12@PRODUCTION"]
    assert limits.type is MemoryType.FEEDBACK
    assert limits.updated_at == datetime(2026, 8, 2, 10, 0, 0, 500_000, tzinfo=UTC)


def test_letta(deck: Deck, tmp_path: Path) -> None:
    deck.import_source(sources.letta(tmp_path))
    found = {memory.title: (memory.type, memory.owner) for memory in deck.list()}
    assert found == {
        "Human (helper)": (MemoryType.USER, "user:me"),
        "Persona (helper)": (MemoryType.PROJECT, "integration:helper"),
    }


DAMAGED = {
    "cut.db": b"SQLite format 3\0" + b"\x01" * 200,
    "cut.zip": b"PK\x03\x04 not a zip",
    "lines.jsonl.gz": b"\x1f\x8b\x08 cut",
    "agent.af": b'{"agents": [], "blocks": [{"label": "human", ',
    "CLAUDE.md": b"- fine\n- \xff\xfe\n",
    "style.mdc": b"\xff\xfe\x00",
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_named_and_nothing_else_happens(deck: Deck, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(DAMAGED[name])
    report = deck.import_source(tmp_path / name)
    assert [problem.file for problem in report.problems] == [name]
    assert (report.exit_code, deck.count()) == (3, 0)


def test_one_bad_record_hides_no_other(deck: Deck, tmp_path: Path) -> None:
    """S01, S08: too long, no text, another kind: each is named, the others come in whole."""
    long = "x" * 9_960 + " zebrafinch"
    path = tmp_path / "m.json"
    records = [
        {"id": "a", "memory": long},
        {"id": "b", "memory": "y" * 70_000},
        {"id": "c"},
        7,
        {"id": "d", "memory": "ok"},
    ]
    path.write_text(json.dumps({"results": records}))
    report = deck.import_source(path)
    assert len(report.new) == 2
    assert [memory for memory in deck.list() if memory.content == long]
    assert deck.count("zebrafinch") == 1
    reasons = [problem.reason for problem in report.problems]
    assert reasons[0].startswith("record b: content: has 70,000 characters; the limit is 65,536.")
    assert len(reasons) == 3


def test_a_secret_is_not_cut_in_two(deck: Deck, tmp_path: Path) -> None:
    """S48: a title that is made from a text, and cut, holds no half of a token."""
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    (tmp_path / "CLAUDE.md").write_text(
        f"- {'The robot of the release pipeline signs in with'} {token} every night\n"
    )
    deck.import_source(tmp_path / "CLAUDE.md")
    (memory,) = deck.list()
    assert "a1b2c3" not in f"{memory}".casefold()


def test_what_memdeck_injected_does_not_come_back(deck: Deck, tmp_path: Path) -> None:
    """S56: a block that was given to an assistant, and was remembered there, is cut out."""
    from memdeck.memory.block import wrapped

    block = wrapped("## Memories\n- Use tabs")
    path = tmp_path / "m.json"
    path.write_text(
        json.dumps([{"id": "a", "memory": block}, {"id": "b", "memory": f"Prefers tea.\n{block}"}])
    )
    report = deck.import_source(path)
    assert [item.reason for item in report.skipped] == ["record a: holds only what Memdeck injected."]
    assert [memory.content.strip() for memory in deck.list()] == ["Prefers tea."]


def test_what_is_not_known_is_said(deck: Deck, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"a": 1}')
    (tmp_path / "y.json").write_text('{"a": \n 1,,}')
    for name in ("x.json", "y.json", "none.json"):
        with pytest.raises(MemdeckError, match=name):
            deck.import_source(tmp_path / name)


def test_a_very_large_source_stays_quick(deck: Deck, tmp_path: Path) -> None:
    """S10: a line of 200,000 characters and 10,000 tags: refused with the limit, and as many as may be."""
    path = tmp_path / "m.json"
    records = [
        {"id": "a", "memory": "a" * 200_000},
        {"id": "b", "memory": "b", "categories": [f"t{n}" for n in range(10_000)]},
    ]
    path.write_text(json.dumps(records))
    report = deck.import_source(path)
    assert (len(report.new), len(report.problems)) == (1, 1)
    assert len(deck.get("b").tags) == 64
