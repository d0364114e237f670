"""Sync while others write, after it was killed, and after what it knew of the folder got lost."""

from __future__ import annotations

import shutil

import pytest
from sync_folders import STYLE

from memdeck.deck.sync_run import SyncRun
from memdeck.exchange.sync_state import FOLDER
from memdeck.memory.errors import MemdeckError


def test_an_entry_that_another_program_removes_while_its_file_is_planned(synced, folder, monkeypatch):
    synced.add("Build", "Use Gradle.", name="build")
    planned = SyncRun._plan

    def removed_meanwhile(run, reading, state):
        plan = planned(run, reading, state)
        if synced.count("Build"):
            synced.remove("build")
        return plan

    monkeypatch.setattr(SyncRun, "_plan", removed_meanwhile)
    assert synced.sync_folder(folder).exit_code == 0
    assert not (folder / "build.md").exists()
    assert synced.sync_folder(folder).changes == 0


def test_a_renamed_file_takes_its_line_in_the_index_along(synced, folder):
    (folder / STYLE).rename(folder / "how_to_review.md")
    report = synced.sync_folder(folder)
    index = (folder / "MEMORY.md").read_text()
    assert "how_to_review.md" in index
    assert STYLE not in index
    assert not [note for note in report.notes if "isn't there" in note.reason]
    assert not synced.sync_folder(folder).notes


def test_killed_after_a_file_was_taken_away_its_line_still_goes(synced, folder):
    synced.remove("user_review_style")
    (folder / STYLE).unlink()  # as far as that sync got
    synced.sync_folder(folder)
    assert STYLE not in (folder / "MEMORY.md").read_text()
    assert synced.sync_folder(folder).changes == 0


class TestWhatWasKnownIsLost:
    def test_files_that_memdeck_wrote_still_say_whose_they_are(self, deck, folder):
        """Else the entries of the person would be written into the folder of a project."""
        deck.add("Mine alone", "My own note.", owner="me", name="mine")
        deck.add("Build", "Use Gradle.", owner="project:parcel", name="build")
        deck.sync_folder(folder, owner="project:parcel")
        shutil.rmtree(deck.home / FOLDER)
        report = deck.sync_folder(folder)
        assert report.owner == "project:parcel"
        assert not report.new_here
        assert not (folder / "mine.md").exists()

    def test_files_of_two_owners_ask_whose(self, deck, folder):
        for owner in ("project:parcel", "project:shop"):
            deck.add("Build", "Use Gradle.", owner=owner, name=f"build_{owner[8:]}")
            deck.sync_folder(folder, owner=owner)
            shutil.rmtree(deck.home / FOLDER)
        with pytest.raises(MemdeckError, match="2 owners"):
            deck.sync_folder(folder)
