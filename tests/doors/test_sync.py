"""Two-way sync with a memory folder: each change arrives, everything else stays, nothing wins in silence."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from sync_folders import FLAT, INDEX, MIGRATIONS, NESTED, STYLE, claude_folder, contents

from memdeck.deck import sync_files
from memdeck.memory.errors import MemdeckError, NotFound


def names(entries):
    return [entry.name for entry in entries]


def in_step(deck, folder):
    """A second sync changes nothing, on neither side."""
    before, change = contents(folder), deck.last_change()
    report = deck.sync_folder(folder)
    assert (report.changes, report.batch, report.exit_code) == (0, None, 0), report
    assert (contents(folder), deck.last_change()) == (before, change)


class TestFolderToStore:
    def test_a_first_sync_takes_everything_and_touches_nothing(self, deck, folder):
        before = contents(folder)
        report = deck.sync_folder(folder)
        assert names(report.new_here) == ["feedback_migrations", "user_review_style"]
        assert contents(folder) == before
        in_step(deck, folder)

    def test_a_changed_file_changes_its_entry(self, synced, folder):
        (folder / MIGRATIONS).write_text(NESTED.replace("this repository", "any repository"))
        report = synced.sync_folder(folder)
        assert names(report.changed_here) == ["feedback_migrations"]
        assert "any repository" in synced.get("feedback_migrations").content
        revision = synced.history("feedback_migrations")[0]
        assert (revision.author.writer, revision.batch) == ("sync", report.batch)
        in_step(synced, folder)
        synced.undo()
        assert "this repository" in synced.get("feedback_migrations").content

    def test_a_deleted_file_deletes_its_entry_with_a_tombstone(self, synced, folder):
        (folder / STYLE).unlink()
        report = synced.sync_folder(folder)
        assert names(report.removed_here) == ["user_review_style"]
        with pytest.raises(NotFound):
            synced.get("user_review_style")
        assert [grave.name for grave in synced.tombstones("me")] == ["user_review_style"]
        assert STYLE not in (folder / "MEMORY.md").read_text()
        in_step(synced, folder)

    def test_a_file_under_another_name_is_the_same_memory(self, synced, folder):
        (folder / STYLE).rename(folder / "how_to_review.md")
        report = synced.sync_folder(folder)
        assert not report.removed_here
        assert not report.new_here
        assert synced.count() == 2
        in_step(synced, folder)

    def test_a_type_that_brings_another_status(self, synced, folder):
        (folder / STYLE).write_text(FLAT.replace("type: user", "type: todo"))
        synced.sync_folder(folder)
        assert synced.get("user_review_style").status == "pending"


class TestStoreToFolder:
    def test_only_the_lines_that_change_change(self, synced, folder):
        synced.edit("feedback_migrations", description="Never squash: it broke staging")
        report = synced.sync_folder(folder)
        assert names(report.changed_there) == ["feedback_migrations"]
        old, new = NESTED.splitlines(), (folder / MIGRATIONS).read_text().splitlines()
        assert len(old) == len(new)
        changed = [line for line, was in zip(new, old, strict=True) if line != was]
        assert changed == [
            'description: "Never squash: it broke staging"   # why',
            '  modified: "2026-11-12T10:30:00.000Z"',
        ]
        in_step(synced, folder)

    def test_every_field_that_a_file_holds(self, synced, folder):
        synced.edit(
            "user_review_style", title="Reviews", content="Other.\n\nText.", type="TODO", tags=("a", "b")
        )
        synced.sync_folder(folder)
        assert (folder / STYLE).read_text() == (
            "---\nname: Reviews\ndescription: Dana wants short review notes\ntype: project\n"
            'tags: ["a", "b"]\nmemdeck_type: TODO\n---\n\nOther.\n\nText.\n'
        ).replace("memdeck_type: TODO", 'memdeck_type: "TODO"')
        in_step(synced, folder)

    def test_what_a_file_can_not_say_is_not_written(self, synced, folder):
        before = contents(folder)
        synced.edit("user_review_style", status="archived", importance="pinned")
        in_step(synced, folder)
        assert contents(folder) == before

    def test_a_new_entry_becomes_a_file_and_a_line(self, synced, folder):
        synced.add("Build setup", "Gradle with the Kotlin DSL.", type="USER", description="how to build")
        report = synced.sync_folder(folder)
        assert names(report.new_there) == ["build_setup"]
        assert "Gradle" in (folder / "build_setup.md").read_text()
        assert (
            folder / "MEMORY.md"
        ).read_text() == INDEX + "- [Build setup](build_setup.md) — how to build\n"
        in_step(synced, folder)

    def test_only_the_owner_of_the_folder(self, synced, folder):
        synced.add("Foreign", "ORCHID-7", owner="project:other")
        in_step(synced, folder)

    def test_a_deleted_entry_takes_its_file_and_line_away(self, synced, folder):
        synced.remove("user_review_style")
        report = synced.sync_folder(folder)
        assert [entry.file for entry in report.removed_there] == [STYLE]
        assert set(contents(folder)) == {MIGRATIONS, "MEMORY.md"}
        in_step(synced, folder)
        synced.restore("user_review_style")
        synced.sync_folder(folder)
        assert (folder / STYLE).exists()

    def test_a_purged_entry_leaves_no_text_anywhere(self, synced, folder):
        synced.purge("user_review_style")
        synced.sync_folder(folder)
        everything = b"".join(contents(folder).values()) + b"".join(contents(synced.home / "sync").values())
        assert b"reason first." not in everything
        assert b"review notes" not in everything

    def test_a_renamed_entry_renames_its_file(self, synced, folder):
        synced.rename("user_review_style", "reviews")
        synced.sync_folder(folder)
        assert (folder / "reviews.md").read_text() == FLAT
        assert not (folder / STYLE).exists()
        assert "(reviews.md)" in (folder / "MEMORY.md").read_text()
        in_step(synced, folder)

    def test_a_new_entry_of_the_name_of_a_deleted_one(self, synced, folder):
        synced.remove("user_review_style")
        synced.add("Another style", "Other.", name="user_review_style")
        synced.sync_folder(folder)
        assert "Other." in (folder / STYLE).read_text()
        assert "[Another style](user_review_style.md)" in (folder / "MEMORY.md").read_text()
        in_step(synced, folder)

    def test_an_entry_that_moved_to_another_owner_leaves(self, synced, folder):
        synced.edit("user_review_style", owner="project:web")
        synced.sync_folder(folder)
        assert not (folder / STYLE).exists()
        assert synced.get("user_review_style").owner == "project:web"

    @pytest.mark.parametrize("ends", ["\r\n", "\r"])
    def test_line_ends_and_byte_order_mark_stay(self, deck, folder, clock, ends):
        text = "\ufeff" + NESTED.replace("\n", ends)
        (folder / MIGRATIONS).write_bytes(text.encode())
        deck.sync_folder(folder)
        deck.edit("feedback_migrations", content="Two\nlines", title="Never squash them")
        deck.sync_folder(folder)
        data = (folder / MIGRATIONS).read_bytes().decode()
        assert data.startswith(f"\ufeff---{ends}name: no-squashed")
        assert data.endswith(f"---{ends}{ends}Two{ends}lines{ends}")
        assert "\n" not in data.replace(ends, "")
        in_step(deck, folder)

    def test_byte_chef_headers(self, deck, folder):
        file = folder / "plain.md"
        file.write_text("---\ntitle: Ports: all\ntype: REFERENCE\n---\n5433\n")
        deck.sync_folder(folder)
        deck.edit("plain", description="see: there", type="SNIPPET", content="5434")
        deck.sync_folder(folder)
        assert file.read_text() == (
            "---\ntitle: Ports: all\ntype: REFERENCE\ndescription: see: there\n"
            "memdeck_type: SNIPPET\n---\n5434\n"
        )
        in_step(deck, folder)


class TestConflicts:
    def both(self, synced, folder):
        synced.edit("feedback_migrations", content="Ours.", tags=("kept",))
        (folder / MIGRATIONS).write_text(NESTED.replace("Do not squash", "Theirs: never squash"))

    def test_both_sides_are_kept_and_shown(self, synced, folder):
        self.both(synced, folder)
        before = contents(folder)
        for _ in range(2):
            report = synced.sync_folder(folder)
            assert [str(one) for one in report.conflicts] == [
                f"{MIGRATIONS}: content changed here and in the file; both were kept."
            ]
            assert report.exit_code == 5
            assert contents(folder) == before
            assert synced.get("feedback_migrations").content == "Ours."

    def test_one_side_can_be_preferred(self, synced, folder):
        self.both(synced, folder)
        synced.sync_folder(folder, prefer="folder")
        assert synced.get("feedback_migrations").content.startswith("Theirs")
        assert "kept" in (folder / MIGRATIONS).read_text()
        in_step(synced, folder)

    def test_or_the_other(self, synced, folder):
        self.both(synced, folder)
        synced.sync_folder(folder, prefer="memdeck")
        assert (folder / MIGRATIONS).read_text().endswith("---\n\nOurs.\n")
        in_step(synced, folder)

    def test_different_fields_are_no_conflict(self, synced, folder):
        synced.edit("feedback_migrations", content="Ours.")
        (folder / MIGRATIONS).write_text(NESTED.replace("broke the upgrade path", "theirs"))
        synced.sync_folder(folder)
        entry = synced.get("feedback_migrations")
        assert (entry.content, entry.description.endswith("theirs")) == ("Ours.", True)
        assert "Ours." in (folder / MIGRATIONS).read_text()
        in_step(synced, folder)

    def test_the_same_change_on_both_sides_is_none(self, synced, folder):
        text = NESTED.replace("broke the upgrade path", "x")
        (folder / MIGRATIONS).write_text(text)
        synced.edit("feedback_migrations", description="Never squash Alembic migrations: release #212 x")
        assert not synced.sync_folder(folder).conflicts
        in_step(synced, folder)

    def test_deleted_there_and_changed_here(self, synced, folder):
        synced.edit("user_review_style", content="Ours.")
        (folder / STYLE).unlink()
        report = synced.sync_folder(folder)
        assert len(report.conflicts) == 1
        assert synced.get("user_review_style").content == "Ours."
        synced.sync_folder(folder, prefer="memdeck")
        assert "Ours." in (folder / STYLE).read_text()
        in_step(synced, folder)

    def test_deleted_here_and_changed_there(self, synced, folder):
        synced.remove("user_review_style")
        (folder / STYLE).write_text(FLAT.replace("short list", "long list"))
        report = synced.sync_folder(folder)
        assert len(report.conflicts) == 1
        assert "long list" in (folder / STYLE).read_text()
        synced.sync_folder(folder, prefer="folder")
        assert "long list" in synced.get("user_review_style").content
        in_step(synced, folder)


class TestNothingIsLost:
    def test_a_missing_folder_deletes_nothing(self, synced, folder):
        folder.rename(folder.with_name("away"))
        with pytest.raises(MemdeckError):
            synced.sync_folder(folder)
        assert synced.count() == 2

    def test_an_empty_folder_is_not_believed(self, synced, folder):
        """An unmounted disk leaves an empty folder behind."""
        for file in list(folder.iterdir()):
            file.unlink()
        with pytest.raises(MemdeckError, match="Nothing was deleted"):
            synced.sync_folder(folder)
        assert synced.count() == 2
        synced.sync_folder(folder, prefer="folder")
        assert synced.count() == 0

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_a_folder_that_may_not_be_read(self, synced, folder):
        folder.chmod(0)
        try:
            with pytest.raises(MemdeckError):
                synced.sync_folder(folder)
        finally:
            folder.chmod(0o700)
        assert synced.count() == 2

    def test_a_broken_file_is_not_a_deleted_one(self, synced, folder):
        (folder / STYLE).write_text("---\nname: [broken\n---\nx\n")
        (folder / MIGRATIONS).unlink()
        (folder / MIGRATIONS).symlink_to("/etc/hostname")
        report = synced.sync_folder(folder)
        assert {problem.file for problem in report.problems} == {STYLE, MIGRATIONS}
        assert report.exit_code == 3
        assert synced.count() == 2
        assert not report.removed_here

    def test_an_entry_never_goes_through_a_link(self, synced, folder, tmp_path):
        """S49: neither through the file of its name nor through a folder."""
        target = tmp_path / "outside.md"
        target.write_text("untouched")
        (folder / "build_setup.md").symlink_to(target)
        synced.add("Build setup", "Gradle")
        report = synced.sync_folder(folder)
        assert "build_setup.md" in {problem.file for problem in report.problems}
        assert target.read_text() == "untouched"

    def test_a_lost_memory_of_the_last_sync_doubles_nothing(self, synced, folder):
        """S37, S52: killed before it was written, or the home moved to another machine."""
        before = contents(folder)
        for file in (synced.home / "sync").iterdir():
            file.unlink()
        report = synced.sync_folder(folder)
        assert (report.changes, report.conflicts, synced.count()) == (0, (), 2)
        assert contents(folder) == before
        (folder / STYLE).unlink()
        assert names(synced.sync_folder(folder).removed_here) == ["user_review_style"]

    def test_killed_between_store_and_folder(self, synced, folder, monkeypatch):
        """S37: the entries are in, the files are not; the next sync goes on."""
        synced.edit("user_review_style", content="Ours.")
        (folder / MIGRATIONS).write_text(NESTED.replace("this repository", "any"))
        synced.add("Build setup", "Gradle")
        monkeypatch.setattr(
            sync_files.FolderWriting, "write", lambda self: (_ for _ in ()).throw(KeyboardInterrupt)
        )
        with pytest.raises(KeyboardInterrupt):
            synced.sync_folder(folder)
        monkeypatch.undo()
        report = synced.sync_folder(folder)
        assert not report.conflicts
        assert "Ours." in (folder / STYLE).read_text()
        assert (folder / "build_setup.md").exists()
        assert "any" in synced.get("feedback_migrations").content
        in_step(synced, folder)

    def test_a_file_saved_while_the_sync_runs_is_left_alone(self, synced, folder, monkeypatch):
        """S36: the last look is right before writing."""
        synced.edit("user_review_style", content="Ours.")
        real = sync_files.updated_text

        def saved_meanwhile(*arguments):
            (folder / STYLE).write_text(FLAT.replace("short list", "poem"))
            return real(*arguments)

        monkeypatch.setattr(sync_files, "updated_text", saved_meanwhile)
        report = synced.sync_folder(folder)
        assert [problem.file for problem in report.problems] == [STYLE]
        assert "poem" in (folder / STYLE).read_text()
        monkeypatch.undo()
        assert len(synced.sync_folder(folder).conflicts) == 1

    def test_a_second_file_with_the_id_of_an_entry(self, synced, folder):
        synced.add("Build setup", "Gradle")
        synced.sync_folder(folder)
        (folder / "copy.md").write_bytes((folder / "build_setup.md").read_bytes())
        report = synced.sync_folder(folder)
        assert [problem.file for problem in report.problems] == ["copy.md"]
        assert (folder / "copy.md").exists()

    def test_deleted_before_the_first_sync_stays_so(self, deck, folder):
        deck.import_folder(folder)
        deck.remove("user_review_style")
        report = deck.sync_folder(folder)
        assert [skipped.file for skipped in report.skipped] == [STYLE]
        assert deck.count() == 1
        assert (folder / STYLE).exists()

    def test_a_secret_is_masked_in_the_store_and_stays_in_the_file(self, deck, folder):
        key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        text = FLAT.replace("reason first.", f"with {key}.")
        (folder / STYLE).write_text(text)
        deck.sync_folder(folder)
        assert key not in deck.get("user_review_style").content
        assert (folder / STYLE).read_text() == text
        in_step(deck, folder)

    def test_own_export_is_recognised(self, deck, tmp_path, clock):
        """S52: exporting, then syncing with the export, doubles nothing."""
        deck.add("Build setup", "Gradle", type="USER", importance="pinned", tags=("a",))
        deck.add("Other", "x", status="archived")
        deck.export_folder(tmp_path / "out")
        report = deck.sync_folder(tmp_path / "out")
        assert (report.changes, deck.count()) == (0, 2)
        deck.edit("build_setup", importance="low", status="cold")
        deck.sync_folder(tmp_path / "out")
        text = (tmp_path / "out" / "build_setup.md").read_text()
        assert 'memdeck_importance: "low"' in text
        assert 'memdeck_status: "cold"' in text
        in_step(deck, tmp_path / "out")


class TestIndex:
    """S15: lines follow files where that is safe; what people wrote stays."""

    def test_a_file_without_a_line_gets_one_and_a_dead_line_is_named(self, deck, folder):
        (folder / "MEMORY.md").write_text(
            "Prose.\n\n- [Dead](gone.md) — x\n- [R](user_review_style.md): y\n\nEnd.\n"
        )
        report = deck.sync_folder(folder)
        assert (folder / "MEMORY.md").read_text() == (
            "Prose.\n\n"
            "- [No squashed migrations](feedback_migrations.md)"
            " — Never squash Alembic migrations: release #212 broke the upgrade path\n"
            "- [Dead](gone.md) — x\n- [R](user_review_style.md): y\n\nEnd.\n"
        )
        assert [str(note) for note in report.notes] == ["MEMORY.md:3: points to gone.md, which isn't there."]
        in_step(deck, folder)

    def test_a_line_follows_a_title_and_description_that_it_repeated(self, deck, folder):
        (folder / "MEMORY.md").write_text(
            "- [Review style](user_review_style.md) — Dana wants short review notes\n"
            "* [Own title](feedback_migrations.md): own words\n"
        )
        deck.sync_folder(folder)
        deck.edit("user_review_style", title="Reviews [short]", description="short")
        deck.edit("feedback_migrations", title="Migrations", description="other")
        deck.sync_folder(folder)
        assert (folder / "MEMORY.md").read_text() == (
            "- [Reviews \\[short\\]](user_review_style.md) — short\n"
            "* [Migrations](feedback_migrations.md): own words\n"
        )
        in_step(deck, folder)

    def test_without_an_index_one_is_made(self, deck, folder):
        (folder / "MEMORY.md").unlink()
        deck.sync_folder(folder)
        assert "(user_review_style.md)" in (folder / "MEMORY.md").read_text()
        in_step(deck, folder)

    def test_a_full_index_gets_no_line_that_nobody_reads(self, deck, folder):
        """S16: what is most important has its line, and the rest is counted."""
        (folder / "MEMORY.md").write_text("Prose.\n")
        deck.add_many([{"title": f"Note {number}", "content": "x"} for number in range(210)])
        deck.add("Freeze", "y", importance="pinned")
        for _ in range(2):
            report = deck.sync_folder(folder)
            assert [str(note) for note in report.notes] == [
                "MEMORY.md: is full; 14 memories have no line in it."
            ]
        lines = (folder / "MEMORY.md").read_text().splitlines()
        assert len(lines) == 200
        assert lines[:2] == ["Prose.", "- [Freeze](freeze.md)"]
        in_step(deck, folder)

    def test_a_broken_index_is_left_alone(self, synced, folder):
        (folder / "MEMORY.md").write_text("---\nnever closed\n")
        synced.add("Build setup", "Gradle")
        report = synced.sync_folder(folder)
        assert [problem.file for problem in report.problems] == ["MEMORY.md"]
        assert (folder / "MEMORY.md").read_text() == "---\nnever closed\n"
        assert (folder / "build_setup.md").exists()

    def test_nested_folders_have_their_own(self, deck, folder):
        claude_folder(folder / "team")
        deck.sync_folder(folder)
        deck.remove("user_review_style_2") if deck.count() > 3 else None
        report = deck.sync_folder(folder)
        assert report.exit_code == 0
        in_step(deck, folder)


def test_a_dry_run_tells_the_same_and_changes_nothing(synced, folder, clock):
    synced.edit("user_review_style", content="Ours.")
    synced.add("Build setup", "Gradle")
    (folder / MIGRATIONS).unlink()
    (folder / "new.md").write_text("A new one.\n")
    before, change = contents(folder), synced.last_change()
    dry = synced.sync_folder(folder, dry_run=True)
    assert (contents(folder), synced.last_change()) == (before, change)
    assert dry.exit_code == 1
    real = synced.sync_folder(folder)
    parts = ("new_here", "new_there", "changed_here", "changed_there", "removed_here", "removed_there")
    assert [names(getattr(dry, part)) for part in parts] == [names(getattr(real, part)) for part in parts]
    assert dry.index == real.index
    in_step(synced, folder)


def test_the_folder_of_a_project_of_claude_code(deck, tmp_path):
    """The owner is the project, by its real path; every project is its own."""
    config = tmp_path / "claude"
    for name in ("parcel", "other"):
        root = tmp_path / name
        root.mkdir()
        slug = "".join(char if char.isascii() and char.isalnum() else "-" for char in str(root.resolve()))
        memory = claude_folder(config / "projects" / slug / "memory")
        (memory.parent / "0f.jsonl").write_text(f'{{"type": "user", "cwd": "{root.resolve()}"}}\n')
    reports = deck.sync_claude_code(config)
    assert [report.owner for report in reports] == ["project:other", "project:parcel"]
    assert set(deck.projects().values()) == {"parcel", "other"}
    assert [report.changes for report in deck.sync_claude_code(config)] == [0, 0]
    deck.add("Only parcel", "ORCHID-7", owner="project:parcel")
    deck.sync_claude_code(config)
    found = {report.owner: b"".join(contents(Path(report.path)).values()) for report in reports}
    assert [owner for owner, text in found.items() if b"ORCHID-7" in text] == ["project:parcel"]
    with pytest.raises(MemdeckError, match="--claude-code"):
        deck.sync_folder(config)


def test_a_folder_belongs_to_one_owner(synced, folder):
    with pytest.raises(MemdeckError, match="is kept in step with user:me"):
        synced.sync_folder(folder, owner="project:web")


def test_two_folders_of_one_owner_pass_changes_on(synced, folder, tmp_path, clock):
    second = tmp_path / "second"
    second.mkdir()
    (second / "MEMORY.md").write_text("")
    synced.sync_folder(second)
    assert set(contents(second)) == {MIGRATIONS, STYLE, "MEMORY.md"}
    text = (second / STYLE).read_text().replace("short list", "long list")
    (second / STYLE).write_text(text)
    clock.forward(hours=1)
    synced.sync_folder(second)
    synced.sync_folder(folder)
    assert "long list" in (folder / STYLE).read_text()


def test_an_older_file_time_does_not_turn_back_the_clock(synced, folder, clock):
    before = synced.get("user_review_style").updated_at
    (folder / STYLE).write_text(FLAT.replace("short list", "list"))
    old = (before - timedelta(days=300)).timestamp()
    os.utime(folder / STYLE, (old, old))
    synced.sync_folder(folder)
    assert synced.get("user_review_style").updated_at == clock.moment


def test_sync_on_postgresql(any_deck, folder):
    any_deck.sync_folder(folder)
    any_deck.edit("user_review_style", content="Ours.")
    any_deck.sync_folder(folder)
    assert "Ours." in (folder / STYLE).read_text()
    in_step(any_deck, folder)
