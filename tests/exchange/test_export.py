"""Exports: what is written, where, and what is never touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.exchange.folder import read_folder
from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError

START = datetime(2026, 1, 1, tzinfo=UTC)


def fill(deck: Deck) -> list[Memory]:
    """Entries of one owner, of every kind of life."""
    deck.add_many(
        [
            {"title": "Oldest, pinned", "content": "p", "importance": "pinned", "updated_at": START},
            {
                "title": "Tyres (cold): front 36",
                "content": "two\n\nparts\n",
                "updated_at": START + timedelta(1),
            },
            {
                "title": "Do it",
                "content": "x",
                "type": "TODO",
                "status": "done",
                "updated_at": START + timedelta(9),
            },
            {"title": "[draft] no", "content": "y", "tags": ["a", "b c"], "updated_at": START + timedelta(3)},
            {
                "title": "数据库",
                "content": "z",
                "extra": {"mood": "good", "n": 1},
                "updated_at": START + timedelta(2),
            },
        ]
    )
    return deck.list()


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_an_export_comes_back_the_same(deck: Deck, tmp_path: Path) -> None:
    """S52: ids, times, types, states and texts survive into an empty store; a second import adds nothing."""
    entries = fill(deck)
    report = deck.export_folder(tmp_path / "out")
    assert (len(report.written), report.exit_code) == (6, 0)
    with Deck.open(tmp_path / "other") as other:
        assert len(other.import_folder(tmp_path / "out").new) == 5
        assert other.list() == entries
        again = other.import_folder(tmp_path / "out")
        assert (again.new, again.changed, len(again.unchanged), again.batch) == ((), (), 5, None)
    assert deck.import_folder(tmp_path / "out").exit_code == 0
    assert deck.list() == entries


def test_the_index_is_pinned_first_then_newest_and_finished_things_last(deck: Deck, tmp_path: Path) -> None:
    fill(deck)
    deck.export_folder(tmp_path / "out")
    assert (tmp_path / "out" / "MEMORY.md").read_text() == (
        "- [Oldest, pinned](oldest_pinned.md)\n"
        "- [\\[draft\\] no](draft_no.md)\n"
        "- [数据库](shu_ju_ku.md)\n"
        "- [Tyres (cold): front 36](tyres_cold_front_36.md)\n"
        "- [Do it](do_it.md) — (done)\n"
    )
    reading = read_folder(tmp_path / "out")
    assert reading.notes == reading.problems == reading.skipped == ()


def test_a_second_export_writes_nothing(deck: Deck, tmp_path: Path) -> None:
    """S11: stable order and names; nothing is rewritten when nothing changed."""
    fill(deck)
    deck.export_folder(tmp_path / "out")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    report = deck.export_folder(tmp_path / "out")
    assert (report.written, len(report.unchanged), report.problems) == ((), 6, ())
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()} == before


def test_titles_that_look_alike_get_files_of_their_own(deck: Deck, tmp_path: Path) -> None:
    """S11: five titles, five files, five links."""
    for title in ("Q3 Report", "Q3-Report", "q3 report", "Sales (2026)", "Sales 2026"):
        deck.add(title, f"about {title}")
    deck.export_folder(tmp_path / "out")
    names = [path.name for path in (tmp_path / "out").glob("*.md") if path.name != "MEMORY.md"]
    assert len({name.casefold() for name in names}) == 5
    reading = read_folder(tmp_path / "out")
    assert reading.notes == ()
    assert {entry.memory.title for entry in reading.entries} == {memory.title for memory in deck.list()}


@pytest.mark.parametrize("form", ["claude-code", "bytechef"])
def test_names_of_devices_come_back(deck: Deck, tmp_path: Path, form: str) -> None:
    for name in ("con", "con_", "nul"):
        deck.add(name.upper(), "x", name=name)
    deck.export_folder(tmp_path / "out", format=form)
    assert {path.name for path in (tmp_path / "out").glob("[cn]*")} == {"con_.md", "con__.md", "nul_.md"}
    with Deck.open(tmp_path / "other") as other:
        other.import_folder(tmp_path / "out")
        assert {memory.name for memory in other.list()} == {"con", "con_", "nul"}


@pytest.mark.parametrize(("count", "hook"), [(240, 0), (150, 200)])
def test_the_limits_of_the_index_are_kept_and_told(deck: Deck, tmp_path: Path, count: int, hook: int) -> None:
    """S16: 200 lines and 25 KB; what finds no line is named, and the index itself says so."""
    deck.add_many(
        {
            "title": f"Entry {number:03}",
            "content": "x",
            "description": "数" * hook,
            "updated_at": START + timedelta(number),
        }
        for number in range(count)
    )
    report = deck.export_folder(tmp_path / "out")
    data = (tmp_path / "out" / "MEMORY.md").read_bytes()
    lines = data.decode().splitlines()
    assert len(lines) <= 200 and len(data) <= 25_000
    assert len(lines) - 1 + len(report.unlisted) == count
    assert lines[0].startswith(f"- [Entry {count - 1:03}]")
    assert lines[-1].startswith(f"{len(report.unlisted)} older memories")
    assert report.unlisted[-1] == "entry_000"
    assert len(list((tmp_path / "out").glob("entry_*.md"))) == count


def test_exactly_two_hundred_entries_all_get_a_line(deck: Deck, tmp_path: Path) -> None:
    deck.add_many({"title": f"Entry {number}", "content": "x"} for number in range(200))
    report = deck.export_folder(tmp_path / "out")
    assert report.unlisted == ()
    assert len((tmp_path / "out" / "MEMORY.md").read_text().splitlines()) == 200


def test_bytechef_gets_its_own_index_and_headers(deck: Deck, tmp_path: Path) -> None:
    deck.add("Build setup", "Use Gradle.", description="Gradle: Kotlin DSL", type="USER", updated_at=START)
    deck.add("Later", "x", type="SNIPPET", updated_at=START + timedelta(1))
    deck.export_folder(tmp_path / "out", format="bytechef")
    assert (tmp_path / "out" / "MEMORY.md").read_text() == (
        "MEMORY index (2 entries):\n"
        "- later.md — [REFERENCE] Later\n"
        "- build_setup.md — [USER] Build setup — Gradle: Kotlin DSL\n"
    )
    assert (tmp_path / "out" / "build_setup.md").read_text().startswith("---\ntitle: Build setup\n")
    with Deck.open(tmp_path / "other") as other:
        other.import_folder(tmp_path / "out")
        assert [(m.title, m.type, m.updated_at) for m in other.list()] == [
            (m.title, m.type, m.updated_at) for m in deck.list()
        ]


def test_each_owner_gets_a_folder(deck: Deck, tmp_path: Path) -> None:
    deck.add("Mine", "x")
    deck.add("Mine", "y", owner="project:demo")
    deck.add("Mine", "z", owner="deployment:acme@prod")
    deck.export_folder(tmp_path / "out")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "deployment-acme-PRODUCTION",
        "project-demo",
        "user-me",
        ".memdeck-export.json",
    }
    assert (tmp_path / "out" / "project-demo" / "MEMORY.md").read_text() == "- [Mine](mine.md)\n"
    with Deck.open(tmp_path / "other") as other:
        other.import_folder(tmp_path / "out")
        assert other.list() == deck.list()
    deck.remove_many([memory.id for memory in deck.list(owner="project:demo") + deck.list(owner="me")])
    report = deck.export_folder(tmp_path / "out")
    assert report.written == ()
    assert set(report.removed) == {
        "user-me/mine.md",
        "user-me/MEMORY.md",
        "project-demo/mine.md",
        "project-demo/MEMORY.md",
    }


def test_one_owner_goes_straight_into_the_folder(deck: Deck, tmp_path: Path) -> None:
    deck.add("Mine", "x")
    deck.add("Demo", "y", owner="project:demo")
    deck.export_folder(tmp_path / "out", owner="project:demo")
    assert (tmp_path / "out" / "demo.md").exists()
    assert not (tmp_path / "out" / "mine.md").exists()


def test_a_folder_of_other_things_is_refused(deck: Deck, tmp_path: Path) -> None:
    """S50: never into an unrelated folder; nothing in it changes."""
    fill(deck)
    (tmp_path / "ssh").mkdir()
    (tmp_path / "ssh" / "id_rsa").write_text("key")
    with pytest.raises(MemdeckError, match="holds other files"):
        deck.export_folder(tmp_path / "ssh")
    assert files(tmp_path / "ssh") == {"id_rsa": b"key"}
    with pytest.raises(MemdeckError, match="is a file"):
        deck.export_folder(tmp_path / "ssh" / "id_rsa")


def test_files_of_others_are_left_alone_and_reported(deck: Deck, tmp_path: Path) -> None:
    """S50: a memory folder may be written into, but no file in it that Memdeck did not write."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "MEMORY.md").write_text("# Mine\n\nprose\n")
    (out / "mine.md").write_text("hand-written")
    (out / "other.md").write_text("not exported")
    deck.add("Mine", "different")
    deck.add("New", "n")
    report = deck.export_folder(out)
    assert report.written == ("new.md",)
    assert {problem.file for problem in report.problems} == {"mine.md", "MEMORY.md"}
    assert report.exit_code == 3
    assert files(out)["mine.md"] == b"hand-written"
    assert files(out)["other.md"] == b"not exported"
    assert files(out)["MEMORY.md"] == b"# Mine\n\nprose\n"


def test_a_file_that_says_the_same_in_another_form_is_no_problem(deck: Deck, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "build.md").write_text("---\nname: Build\ndescription: x\ntype: user\n---\nGradle.")
    (out / "MEMORY.md").write_text("- [Build](build.md): x\n")
    deck.import_folder(out)
    report = deck.export_folder(out)
    assert report.unchanged == ("build.md",)
    assert [problem.file for problem in report.problems] == ["MEMORY.md"]


def test_what_changed_outside_is_not_overwritten_and_what_is_gone_is_taken_away(
    deck: Deck, tmp_path: Path
) -> None:
    """S50: deleted entries' files go only when they are still as Memdeck wrote them."""
    out = tmp_path / "out"
    for title in ("Kept", "Gone", "Gone but edited"):
        deck.add(title, "x")
    deck.export_folder(out)
    (out / "kept.md").write_text((out / "kept.md").read_text() + "more\n")
    (out / "gone_but_edited.md").write_text("by hand")
    deck.remove("gone")
    deck.remove("gone_but_edited")
    dry = deck.export_folder(out, dry_run=True)
    assert (out / "gone.md").exists()
    report = deck.export_folder(out)
    assert (dry.removed, dry.left, dry.problems) == (report.removed, report.left, report.problems)
    assert report.removed == ("gone.md",)
    assert [item.file for item in report.left] == ["gone_but_edited.md"]
    assert [item.file for item in report.problems] == ["kept.md"]
    assert not (out / "gone.md").exists()
    assert (out / "gone_but_edited.md").read_text() == "by hand"
    assert (out / "kept.md").read_text().endswith("more\n")


def test_a_changed_file_that_was_imported_can_be_written_again(
    deck: Deck, tmp_path: Path, clock: FixedClock
) -> None:
    """What somebody wrote into our file is overwritten only after the store has it."""
    out = tmp_path / "out"
    deck.add("Build", "old")
    deck.export_folder(out)
    (out / "build.md").write_text((out / "build.md").read_text().replace("\nold\n", "\ntheirs\n"))
    assert deck.export_folder(out).exit_code == 3
    deck.import_folder(out)
    assert deck.export_folder(out).unchanged == ("build.md", "MEMORY.md")
    clock.forward(minutes=1)
    deck.edit("build", content="mine")
    report = deck.export_folder(out)
    assert (report.written, report.problems) == (("build.md",), ())
    assert (out / "build.md").read_text().endswith("\nmine\n")


def test_lines_that_an_assistant_adds_to_our_index_do_not_block_it(deck: Deck, tmp_path: Path) -> None:
    """S15: the index stays generated; only what a person wrote into it is kept from being overwritten."""
    out, index = tmp_path / "out", tmp_path / "out" / "MEMORY.md"
    deck.add("Build", "x")
    deck.export_folder(out)
    (out / "new.md").write_text("---\nname: new-one\ntype: user\n---\n\nnew")
    index.write_text(index.read_text() + "- [New one](new.md) — learnt today\n")
    report = deck.export_folder(out)
    assert [problem.file for problem in report.problems] == ["MEMORY.md"]
    deck.import_folder(out)
    report = deck.export_folder(out)
    assert (report.written, report.problems) == (("MEMORY.md",), ())
    index.write_text("# My notes\n" + index.read_text())
    deck.add("Later", "y")
    report = deck.export_folder(out)
    assert [problem.file for problem in report.problems] == ["MEMORY.md"]
    assert index.read_text().startswith("# My notes\n")


def test_an_export_that_writes_nothing_leaves_no_trace(deck: Deck, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "MEMORY.md").write_text("prose\n")
    (tmp_path / "out" / "a.md").write_text("text")
    deck.import_folder(tmp_path / "out")
    before = files(tmp_path / "out")
    assert deck.export_folder(tmp_path / "out").written == ()
    assert files(tmp_path / "out") == before


def test_a_lost_list_is_made_again_from_what_names_its_entry(deck: Deck, tmp_path: Path) -> None:
    deck.add("Build", "old")
    deck.export_folder(tmp_path / "out")
    (tmp_path / "out" / ".memdeck-export.json").unlink()
    deck.export_folder(tmp_path / "out")
    deck.edit("build", content="new")
    assert deck.export_folder(tmp_path / "out").written == ("build.md",)


def test_nothing_is_written_through_links(deck: Deck, tmp_path: Path) -> None:
    """S49: a link where an entry's file would be is refused; a root that is a link works."""
    (tmp_path / "real").mkdir()
    (tmp_path / "victim.md").write_text("victim")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "real" / "mine.md").symlink_to(tmp_path / "victim.md")
    deck.add("Mine", "x")
    report = deck.export_folder(tmp_path / "link")
    assert [problem.file for problem in report.problems] == ["mine.md"]
    assert (tmp_path / "victim.md").read_text() == "victim"
    assert (tmp_path / "real" / "MEMORY.md").exists()


def test_a_planted_list_of_files_deletes_nothing_outside(deck: Deck, tmp_path: Path) -> None:
    """S49, S50: the folder's own list of what was written can't point out of it."""
    import hashlib
    import json

    (tmp_path / "victim.md").write_text("victim")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "key.pem").write_text("key")
    sums = {
        "../victim.md": b"victim",
        str(tmp_path / "victim.md"): b"victim",
        "key.pem": b"key",
        "a/../../victim.md": b"victim",
    }
    listing = {path: [hashlib.sha256(data).hexdigest()] for path, data in sums.items()}
    (tmp_path / "out" / ".memdeck-export.json").write_text(json.dumps({"files": listing}))
    deck.add("Mine", "x")
    report = deck.export_folder(tmp_path / "out")
    assert report.removed == ()
    assert (tmp_path / "victim.md").exists() and (tmp_path / "out" / "key.pem").exists()


def test_a_full_or_closed_disk_is_one_line(
    deck: Deck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S37: what was written is whole, nothing half-written stays."""
    fill(deck)
    real = os.replace
    calls = []

    def failing(source: object, target: object) -> None:
        calls.append(target)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")
        real(source, target)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(MemdeckError, match="No space left"):
        deck.export_folder(tmp_path / "out")
    monkeypatch.undo()
    assert not list((tmp_path / "out").glob(".memdeck-*.tmp"))
    report = deck.export_folder(tmp_path / "out")
    assert report.exit_code == 0 and report.problems == ()


KILLED = """
    import os, signal, sys
    from memdeck import Deck

    real, calls = os.replace, []
    def counting(source, target):
        calls.append(target)
        if len(calls) == int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)
        real(source, target)
    os.replace = counting
    with Deck.open(sys.argv[1]) as deck:
        deck.export_folder(sys.argv[2])
"""


@pytest.mark.parametrize("moment", [1, 2, 5, 12])
def test_a_killed_export_leaves_whole_files_and_the_next_one_finishes(
    deck: Deck, tmp_path: Path, moment: int
) -> None:
    """S37: every file is old or new, never partial; no stray file is taken for an entry; then all is well."""
    out = tmp_path / "out"
    for number in range(10):
        deck.add(f"Entry {number}", f"old {number}")
    deck.export_folder(out)
    for number in range(10):
        deck.edit(f"entry_{number}", content=f"new {number}" * 1_000)
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(deck.home), str(out), str(moment)]
    killed = subprocess.run(command, capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    reading = read_folder(out)
    assert reading.problems == ()
    assert len(reading.entries) == 10
    for entry in reading.entries:
        number = entry.memory.name[-1]
        assert entry.memory.content in {f"old {number}", f"new {number}" * 1_000}
    deck.edit("entry_3", content="newer still")
    report = deck.export_folder(out)
    assert (report.problems, report.left) == ((), ())
    assert not list(out.glob(".memdeck-*.tmp"))
    with Deck.open(tmp_path / "other") as other:
        other.import_folder(out)
        assert other.list() == [replace(memory, version=1) for memory in deck.list()]
