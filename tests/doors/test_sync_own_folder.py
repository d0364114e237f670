"""`storage.folder`: a folder that follows every change, for people who keep their memory under Git."""

from __future__ import annotations

import pytest
from sync_folders import contents

from memdeck import Deck
from memdeck.memory.errors import MemdeckError


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "repository" / "memory"


@pytest.fixture
def kept(tmp_path, folder, clock):
    config = tmp_path / "config.yaml"
    config.write_text(f"storage: {{folder: '{folder}'}}\n")
    with Deck.open(tmp_path / "home", config, clock=clock) as deck:
        yield deck


def log(deck):
    file = deck.home / "memdeck.log"
    return file.read_text() if file.exists() else ""


def test_every_change_arrives_at_once(kept, folder):
    kept.add("Build setup", "Gradle", type="USER")
    kept.add("Port", "5433", owner="project:web", importance="pinned")
    assert set(contents(folder)) == {
        "user-me/MEMORY.md",
        "user-me/build_setup.md",
        "project-web/MEMORY.md",
        "project-web/port.md",
    }
    kept.edit("build_setup", content="Maven", status="archived")
    text = (folder / "user-me" / "build_setup.md").read_text()
    assert text.endswith("---\n\nMaven\n")
    assert 'memdeck_status: "archived"' in text
    kept.undo()
    assert (folder / "user-me" / "build_setup.md").read_text().endswith("Gradle\n")
    kept.rename("port", "database_port")
    assert (folder / "project-web" / "database_port.md").exists()
    kept.edit("database_port", owner="me")
    assert set(contents(folder / "user-me")) == {"MEMORY.md", "build_setup.md", "database_port.md"}
    assert set(contents(folder / "project-web")) == {"MEMORY.md"}
    kept.purge("build_setup")
    assert b"Gradle" not in b"".join(contents(folder).values())
    assert log(kept) == ""
    before = contents(folder)
    assert sum(report.changes for report in kept.sync_own_folder()) == 0
    assert contents(folder) == before


def test_a_change_in_the_folder_comes_in(kept, folder):
    kept.add("Build setup", "Gradle")
    file = folder / "user-me" / "build_setup.md"
    file.write_text(file.read_text().replace("Gradle", "Maven"))
    assert kept.sync_own_folder(dry_run=True)[0].exit_code == 1
    kept.sync_own_folder()
    assert kept.get("build_setup").content == "Maven"
    file.write_text(file.read_text().replace("Maven", "Bazel"))
    kept.add("Other", "x")  # any change brings both in step
    assert kept.get("build_setup").content == "Bazel"


def test_a_folder_that_can_not_be_written_stops_no_change(kept, folder):
    folder.parent.mkdir(parents=True)
    folder.write_text("in the way")
    kept.add("Build setup", "Gradle")
    assert kept.get("build_setup").content == "Gradle"
    assert "storage.folder" in log(kept)
    assert log(kept).count("\n") == 1
    assert "Gradle" not in log(kept)


def test_a_folder_that_went_away_deletes_nothing_and_is_not_made_anew(kept, folder):
    kept.add("Build setup", "Gradle")
    folder.rename(folder.with_name("unmounted"))
    kept.add("Other", "x")
    assert kept.count() == 2
    assert not folder.exists()
    folder.with_name("unmounted").rename(folder)
    kept.sync_own_folder()
    assert (folder / "user-me" / "other.md").exists()


def test_without_the_setting_there_is_no_folder(deck):
    deck.add("Build setup", "Gradle")
    with pytest.raises(MemdeckError, match=r"storage\.folder"):
        deck.sync_own_folder()
    assert not (deck.home / "sync").exists()
