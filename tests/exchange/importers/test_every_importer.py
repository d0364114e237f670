"""What holds for every source: told by itself, in once, one undo, nothing deleted comes back, no secret."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from foreign_sources import FORMATS, SOURCES

from memdeck import Deck
from memdeck.memory.kinds import Writer

EVERY = pytest.mark.parametrize("name", SOURCES)


@EVERY
def test_importing_twice_is_importing_once(deck: Deck, tmp_path: Path, name: str) -> None:
    """S52: the format is told by itself; the second time 0 new, 0 changed; one undo takes all of it back."""
    source = SOURCES[name](tmp_path / "there")
    dry = deck.import_source(source, dry_run=True)
    assert deck.count() == 0
    report = deck.import_source(source)
    assert report.form == FORMATS.get(name, name)
    assert (report.problems, report.exit_code) == ((), 0)
    assert report.new
    assert [entry.name for entry in dry.new] == [entry.name for entry in report.new]
    memories, seq = deck.list(), deck.last_change()
    assert {memory.source.writer for memory in memories} == {Writer.IMPORT}
    again = deck.import_source(source)
    assert (again.new, again.changed, len(again.unchanged)) == ((), (), len(report.new))
    assert (deck.list(), deck.last_change()) == (memories, seq)
    deck.undo()
    assert deck.count() == 0


@EVERY
def test_nothing_deleted_comes_back_and_changes_stay(deck: Deck, tmp_path: Path, name: str) -> None:
    """S36, S52: what was removed, purged, renamed, moved or edited here stays so."""
    source = SOURCES[name](tmp_path / "there")
    first, *others = deck.import_source(source).new
    if others:
        deck.purge(others[-1].id)
    deck.edit(first.id, content="said better here", owner="project:elsewhere")
    deck.rename(first.id, "renamed_here")
    again = deck.import_source(source)
    assert (again.new, again.changed) == ((), ())
    assert deck.get(first.id).content == "said better here"
    deck.remove(first.id)
    assert deck.import_source(source).new == ()
    back = deck.import_source(source, include_deleted=True)
    assert len(back.new) == min(2, 1 + len(others))


@EVERY
def test_a_secret_in_a_source_is_masked(deck: Deck, tmp_path: Path, name: str) -> None:
    """S48: masked before storing, said in the report, and not new at the next import."""
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    source = SOURCES[name](tmp_path / "there")
    if source.suffix in {".db", ".zip"}:
        pytest.skip("a binary file is not rewritten here")
    changed = 0
    for file in sorted(source.rglob("*") if source.is_dir() else [source]):
        words = (
            "Gradle", "SameSite=None", "pytest", "FTS5", "short answers", "Redis", "Kotlin", "Postgres",
            "No `any`", "tests first", "text 1", "likes tea",
        )  # fmt: skip
        if file.is_file():
            text = file.read_text(encoding="utf-8")
            for word in words:
                text = text.replace(word, f"{word} {token}")
            changed += token in text
            file.write_text(text, encoding="utf-8")
    assert changed
    report = deck.import_source(source)
    assert any("GITHUB_TOKEN" in note.reason for note in report.notes)
    assert not [memory for memory in deck.list() if token.casefold() in f"{memory}".casefold()]
    assert [memory for memory in deck.list() if "<GITHUB_TOKEN>" in memory.content]
    assert token.encode() not in (deck.home / "memdeck.db").read_bytes()
    again = deck.import_source(source)
    assert (again.new, again.changed) == ((), ())


@EVERY
def test_filters_and_the_limit_say_what_they_leave_out(deck: Deck, tmp_path: Path, name: str) -> None:
    source = SOURCES[name](tmp_path / "there")
    whole = deck.import_source(source, dry_run=True)
    one = deck.import_source(source, limit=1)
    assert (len(one.new), one.left_out > 0) == (1, len(whole.new) > 1)
    assert deck.import_source(source, types=["SNIPPET"], dry_run=True).new == ()
    owner = one.new[0].owner
    same = deck.import_source(source, owners=[owner], dry_run=True)
    assert {entry.owner for entry in (*same.new, *same.unchanged)} == {owner}


@EVERY
def test_another_owner_gets_entries_of_its_own(deck: Deck, tmp_path: Path, name: str) -> None:
    source = SOURCES[name](tmp_path / "there")
    first = deck.import_source(source)
    other = deck.import_source(source, owner="project:other")
    assert {entry.owner for entry in other.new} == {"project:other"}
    assert len(other.new) == len(first.new)
    assert deck.import_source(source, owner="project:other").new == ()


def test_a_copy_in_another_place_says_nothing_new(deck: Deck, tmp_path: Path) -> None:
    """A backup of the same file, or an export of the same database, doubles nothing."""
    from foreign_sources import claude_mem, claude_mem_export, mcp_memory

    deck.import_source(claude_mem(tmp_path / "one"))
    copied = deck.import_source(claude_mem_export(tmp_path / "two"))
    assert (copied.new, len(copied.skipped)) == ((), 3 + 6)
    source = mcp_memory(tmp_path / "three")
    deck.import_source(source)
    (tmp_path / "four").mkdir()
    assert deck.import_source(shutil.copy(source, tmp_path / "four")).new == ()
