"""Imports into a store: twice is once, nothing deleted comes back, nothing changed here is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.exchange.patch import patch_header
from memdeck.memory.errors import InvalidField, ReadOnly
from memdeck.memory.kinds import MemoryType, Writer


def note(title: str, body: str, kind: str = "user", modified: str = "2026-10-05T08:00:09.480Z") -> str:
    return f'---\ntitle: "{title}"\nmetadata: \n  type: {kind}\n  modified: {modified}\n---\n\n{body}\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    memory = tmp_path / "memory"
    memory.mkdir()
    for name in ("one", "two", "three"):
        (memory / f"{name}.md").write_text(note(name.title(), f"body of {name}"))
    return memory


def test_an_import_is_one_action_and_one_undo(deck: Deck, folder: Path) -> None:
    report = deck.import_folder(folder)
    assert [entry.name for entry in report.new] == ["one", "three", "two"]
    revisions = deck.history()
    assert {revision.batch for revision in revisions} == {report.batch}
    assert {revision.author.writer for revision in revisions} == {Writer.IMPORT}
    deck.undo()
    assert deck.count() == 0


def test_importing_twice_changes_nothing(deck: Deck, folder: Path) -> None:
    """S52: 0 new, 0 changed, no revision, also when the files' own times moved."""
    deck.import_folder(folder)
    before, seq = deck.list(), deck.last_change()
    for file in folder.iterdir():
        file.touch()
    report = deck.import_folder(folder)
    assert (report.new, report.changed, len(report.unchanged), report.batch) == ((), (), 3, None)
    assert deck.list() == before
    assert deck.last_change() == seq


def test_a_changed_file_changes_its_entry_once(deck: Deck, folder: Path) -> None:
    deck.import_folder(folder)
    before = deck.get("one")
    (folder / "one.md").write_text(note("One", "new body", "feedback", "2026-11-01T00:00:00Z"))
    report = deck.import_folder(folder)
    assert ([entry.name for entry in report.changed], len(report.unchanged)) == (["one"], 2)
    after = deck.get("one")
    assert (after.content, after.type, after.version) == ("new body", MemoryType.FEEDBACK, before.version + 1)
    assert after.updated_at.isoformat() == "2026-11-01T00:00:00+00:00"
    assert after.created_at == before.created_at
    assert len(deck.history("one")) == 2


def test_a_dry_run_tells_the_same_and_does_nothing(deck: Deck, folder: Path) -> None:
    dry = deck.import_folder(folder, dry_run=True)
    assert dry.dry_run and deck.count() == 0
    report = deck.import_folder(folder)
    assert [entry.name for entry in dry.new] == [entry.name for entry in report.new]
    with Deck.open(deck.home, read_only=True) as reader:
        assert len(reader.import_folder(folder, dry_run=True).unchanged) == 3
        (folder / "one.md").write_text(note("One", "changed"))
        with pytest.raises(ReadOnly):
            reader.import_folder(folder)


def test_bad_files_are_reported_and_the_others_come_in(deck: Deck, folder: Path) -> None:
    """S01: exit code 3, the line, the reason; the bad file's bytes are as before."""
    bad = b"---\nname: bad\ndescription: Fix: use port 5433\ntype: user\n---\nbody\n"
    (folder / "bad.md").write_bytes(bad)
    report = deck.import_folder(folder)
    assert (len(report.new), report.exit_code) == (3, 3)
    assert [(problem.file, problem.line) for problem in report.problems] == [("bad.md", 3)]
    assert (folder / "bad.md").read_bytes() == bad
    assert deck.import_folder(folder, broken_as_body=True).new[0].name == "bad"


def test_what_was_deleted_here_stays_deleted(deck: Deck, folder: Path) -> None:
    """A removed and a purged entry are reported; only `include_deleted` brings them back."""
    deck.import_folder(folder)
    removed = deck.remove("one")
    deck.purge("two")
    report = deck.import_folder(folder)
    assert (report.new, report.exit_code) == ((), 0)
    assert [(item.file, item.reason.split(" here")[0]) for item in report.skipped] == [
        ("one.md", "was deleted"),
        ("two.md", "was purged"),
    ]
    assert {memory.name for memory in deck.list()} == {"three"}
    back = deck.import_folder(folder, include_deleted=True)
    assert {entry.name for entry in back.new} == {"one", "two"}
    assert deck.get("one").id == removed.id
    assert len(deck.import_folder(folder).unchanged) == 3
    deck.undo()
    assert {memory.name for memory in deck.list()} == {"three"}


def test_a_purged_export_does_not_come_back(deck: Deck, tmp_path: Path) -> None:
    deck.add("Secret", "x")
    deck.export_folder(tmp_path / "out")
    deck.purge("secret")
    assert deck.import_folder(tmp_path / "out").new == ()
    assert deck.import_folder(tmp_path / "out", owner="project:demo").new == ()


def test_changes_made_here_survive_an_import(deck: Deck, folder: Path) -> None:
    """S36: the same file again reverts nothing; a change of another field is taken over beside it."""
    deck.import_folder(folder)
    deck.edit("one", tags=["mine"], content="edited here")
    assert len(deck.import_folder(folder).unchanged) == 3
    (folder / "one.md").write_text(note("One, renamed", "body of one"))
    report = deck.import_folder(folder)
    assert [entry.name for entry in report.changed] == ["one"]
    kept = deck.get("one")
    assert (kept.title, kept.content, kept.tags) == ("One, renamed", "edited here", ("mine",))
    assert len(deck.import_folder(folder).unchanged) == 3


def test_a_change_on_both_sides_is_reported_not_overwritten(deck: Deck, folder: Path) -> None:
    """S36: last writer never wins unasked."""
    deck.import_folder(folder)
    deck.edit("one", content="edited here")
    (folder / "one.md").write_text(note("One", "edited there"))
    report = deck.import_folder(folder)
    assert report.exit_code == 3
    assert "content, which changed here too" in report.problems[0].reason
    assert deck.get("one").content == "edited here"
    deck.import_folder(folder, overwrite=True)
    assert deck.get("one").content == "edited there"
    deck.undo()
    assert deck.get("one").content == "edited here"


def test_an_entry_of_the_same_name_made_here_is_not_overwritten(deck: Deck, folder: Path) -> None:
    deck.add("One", "written by hand", name="one")
    report = deck.import_folder(folder)
    assert [problem.file for problem in report.problems] == ["one.md"]
    assert deck.get("one").content == "written by hand"
    assert deck.count() == 3


def test_an_exported_file_that_was_changed_comes_back_as_a_change(
    deck: Deck, tmp_path: Path, clock: FixedClock
) -> None:
    deck.add("Build", "old", type="TODO", importance="high")
    deck.export_folder(tmp_path / "out")
    file = tmp_path / "out" / "build.md"
    file.write_text(patch_header(file.read_text().replace("\nold\n", "\nnew\n"), {"description": "added"}))
    clock.forward(minutes=1)
    report = deck.import_folder(tmp_path / "out")
    assert [entry.name for entry in report.changed] == ["build"]
    clock.forward(minutes=1)
    memory = deck.get("build")
    assert (memory.content, memory.description, memory.type) == ("new", "added", MemoryType.TODO)
    deck.edit("build", title="Renamed here")
    assert deck.import_folder(tmp_path / "out").exit_code == 0
    assert deck.get("build").title == "Renamed here"


def test_renamed_and_moved_entries_are_known_again(deck: Deck, folder: Path) -> None:
    """A new name, and another owner, do not make an entry new."""
    deck.import_folder(folder)
    deck.rename("one", "first")
    deck.edit("two", owner="project:demo")
    report = deck.import_folder(folder)
    assert (report.new, len(report.unchanged), report.problems) == ((), 3, ())
    deck.remove("two")
    assert deck.import_folder(folder).new == ()


def test_files_that_ask_for_one_name_stay_apart(deck: Deck, folder: Path) -> None:
    """S11: a file that turns up later and sorts before another never takes its entry."""
    (folder / "Q3 Report.md").write_text(note("Second", "second"))
    deck.import_folder(folder)
    (folder / "Q3 Plan").mkdir()
    (folder / "Q3").mkdir()
    (folder / "Q3" / "Report.md").write_text(note("First", "first"))
    report = deck.import_folder(folder)
    assert [(entry.title, entry.name) for entry in report.new] == [("First", "q3_report_2")]
    assert (report.changed, report.problems) == ((), ())
    assert deck.get("q3_report").title == "Second"
    assert len(deck.import_folder(folder).unchanged) == 5


def test_a_deleted_name_can_be_used_again(deck: Deck, folder: Path) -> None:
    """S39: after delete and add of the same name, the live one is the file's entry."""
    deck.import_folder(folder)
    deck.remove("one")
    deck.add("One", "body of one", name="one", type="USER")
    assert len(deck.import_folder(folder).unchanged) == 3


def test_an_owner_can_be_given(deck: Deck, folder: Path, tmp_path: Path) -> None:
    deck.import_folder(folder, owner="project:demo")
    assert {memory.owner for memory in deck.list()} == {"project:demo"}
    assert len(deck.import_folder(folder).new) == 0
    with pytest.raises(InvalidField):
        deck.import_folder(folder, owner="nobody")
    deck.export_folder(tmp_path / "out")
    for _ in range(2):
        deck.import_folder(tmp_path / "out", owner="project:copy")
    assert deck.count(owner="project:copy") == 3
    assert deck.count() == 6


def test_all_comes_in_on_either_database(any_deck: Deck, folder: Path) -> None:
    assert len(any_deck.import_folder(folder).new) == 3
    assert len(any_deck.import_folder(folder).unchanged) == 3


def test_one_file_that_the_database_cant_hold_hides_no_other(any_deck: Deck, folder: Path) -> None:
    """S01: PostgreSQL knows no NUL; the file is reported, the others come in."""
    (folder / "nul.md").write_text(note("Nul", "a\0b"))
    report = any_deck.import_folder(folder)
    assert len(report.new) + len(report.problems) == 4
    assert {problem.file for problem in report.problems} <= {"nul.md"}
    assert any_deck.count() == len(report.new) >= 3


KILLED = """
    import os, signal, sys
    from memdeck import Deck
    from memdeck.store.batch import Batch

    real = Batch.insert
    def insert(self, memories, *rest):
        real(self, memories, *rest)
        os.kill(os.getpid(), signal.SIGKILL)
    Batch.insert = insert
    with Deck.open(sys.argv[1]) as deck:
        deck.import_folder(sys.argv[2])
"""


def test_a_killed_import_leaves_nothing_half(deck: Deck, tmp_path: Path) -> None:
    """S37: killed among 1,000 files: rolled back whole; the next run gives all."""
    many = tmp_path / "many"
    many.mkdir()
    for number in range(1_000):
        (many / f"f{number:04}.md").write_text(note(f"Title {number}", f"body {number}"))
    deck.add("Here before", "x")
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(deck.home), str(many)]
    killed = subprocess.run(command, capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    assert deck.count() == 1
    assert len(deck.import_folder(many).new) == 1_000
    assert len(deck.import_folder(many).unchanged) == 1_000


def test_progress_counts_every_file_and_what_it_raises_ends_the_import(deck: Deck, folder: Path) -> None:
    (folder / "broken.md").write_bytes(b"\xff\xfe\xff")
    files = [path for path in folder.rglob("*.md") if path.name != "MEMORY.md"]
    told: list[tuple[int, int]] = []

    def stopping(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deck.import_folder(folder, progress=stopping)
    assert deck.count() == 0 and not deck.history()
    deck.import_folder(folder, progress=lambda done, total: told.append((done, total)))
    assert told == [(number, len(files)) for number in range(1, len(files) + 1)]
