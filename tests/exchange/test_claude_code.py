"""Finding what Claude Code remembers, and giving it to the right owner."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memdeck import Deck
from memdeck.exchange.claude_code import config_folder, find_folders, has_slug, slug
from memdeck.memory.errors import MemdeckError


def remember(config: Path, folder: str, *cwds: str, title: str = "Fact") -> Path:
    """Make a project's folder: transcripts (oldest first) and one memory."""
    memory = config / "projects" / folder / "memory"
    memory.mkdir(parents=True)
    (memory / "fact.md").write_text(f"---\nname: {title} here\ntype: project\n---\n\nbody\n")
    (memory / "MEMORY.md").write_text(f"- [{title}](fact.md) — x\n")
    for number, cwd in enumerate(cwds):
        transcript = memory.parent / f"{number}.jsonl"
        lines = ["not json", json.dumps({"type": "summary"}), json.dumps({"cwd": cwd, "type": "user"})]
        transcript.write_text("\n".join(lines))
        os.utime(transcript, (1_000 + number, 1_000 + number))
    return memory


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/Users/dana/my_app", "-Users-dana-my-app"),
        ("/home/a b/c.d", "-home-a-b-c-d"),
        ("/p/数据", "-p---"),
        ("/p/cafe\u0301", "-p-caf-"),
        ("/p/👍", "-p--"),
        ("/p/👍", "-p---"),
        ("/" + "x" * 300, "-" + "x" * 199 + "-abc123"),
    ],
)
def test_the_folder_name_of_a_path(path: str, name: str) -> None:
    assert has_slug(path, name)
    assert not has_slug(path + "y", name) or len(path) > 200
    assert len(slug(path)) <= 200


def test_owners_come_from_real_paths_never_from_folder_names(deck: Deck, tmp_path: Path) -> None:
    """`my_app` and `my-app` have the same folder name; the transcript tells which one it is."""
    config = tmp_path / "config"
    app = tmp_path / "work" / "my_app"
    app.mkdir(parents=True)
    remember(config, slug(str(app)), str(tmp_path / "elsewhere"), str(app / "src"), title="App")
    other = tmp_path / "other" / "my_app"
    remember(config, slug(str(other)), str(other), title="Other")
    remember(config, "-gone-nobody", title="Gone")
    report = deck.import_claude_code(config)
    by_title = {memory.title: memory.owner for memory in deck.list()}
    assert by_title["Gone"] == "project:gone-nobody"
    roots = deck.projects()
    assert set(roots) == {str(app), str(other)}
    assert by_title["App"] == f"project:{roots[str(app)]}"
    assert by_title["Other"] == f"project:{roots[str(other)]}"
    assert sorted(roots.values())[0] == "my_app"
    assert sorted(roots.values())[1].startswith("my_app-")
    notes = {folder.path.split("/")[-2]: folder.note for folder in report.folders}
    assert "no transcript" in notes["-gone-nobody"]
    assert notes[slug(str(app))] == ""
    assert (report.total("new"), report.exit_code) == (3, 0)
    assert len({revision.batch for revision in deck.history()}) == 1
    again = deck.import_claude_code(config)
    assert (again.total("new"), again.total("changed"), again.total("unchanged")) == (0, 0, 3)


def test_a_path_through_a_link_is_the_real_one(deck: Deck, tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "link").symlink_to(real)
    remember(tmp_path / "config", slug(str(tmp_path / "link")), str(tmp_path / "link"))
    deck.import_claude_code(tmp_path / "config")
    assert deck.projects() == {str(real): "real"}


def test_a_name_that_does_not_follow_from_the_path_is_remarked(tmp_path: Path) -> None:
    remember(tmp_path, "custom-name", "/somewhere/else")
    (folder,) = find_folders(tmp_path)
    assert folder.root == "/somewhere/else"
    assert "does not follow" in folder.note


def test_the_newest_transcript_counts(tmp_path: Path) -> None:
    remember(tmp_path, "custom-name", "/old/place", "/new/place")
    assert find_folders(tmp_path)[0].root == "/new/place"


def test_agents_have_memories_of_their_own(deck: Deck, tmp_path: Path) -> None:
    config, app = tmp_path / "config", tmp_path / "app"
    remember(config, slug(str(app)), str(app))
    for folder in (config / "agent-memory" / "reviewer", app / ".claude" / "agent-memory" / "tester"):
        folder.mkdir(parents=True)
        (folder / "habit.md").write_text("x")
    deck.import_claude_code(config)
    assert {memory.owner for memory in deck.list()} == {
        "project:app",
        "integration:agent-reviewer",
        "integration:agent-tester-app",
    }


def test_the_shared_folder_of_the_settings_is_found(deck: Deck, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "habit.md").write_text("x")
    config = tmp_path / "config"
    config.mkdir()
    (config / "settings.json").write_text(json.dumps({"autoMemoryDirectory": str(tmp_path / "shared")}))
    deck.import_claude_code(config)
    assert [memory.owner for memory in deck.list()] == ["user:me"]


def test_the_place_can_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert config_folder() == Path.home() / ".claude"
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))
    remember(tmp_path, "-a-b", "/a/b")
    assert [folder.root for folder in find_folders()] == ["/a/b"]
    assert [folder.root for folder in find_folders(tmp_path / "projects")] == ["/a/b"]
    with pytest.raises(MemdeckError, match="no such folder"):
        find_folders(tmp_path / "nothing")


def test_one_projects_folder_alone_knows_its_project(deck: Deck, tmp_path: Path) -> None:
    app = tmp_path / "app"
    memory = remember(tmp_path / "config", slug(str(app)), str(app))
    deck.import_folder(memory)
    assert [entry.owner for entry in deck.list()] == ["project:app"]
    assert deck.projects() == {str(app): "app"}
    assert deck.import_claude_code(tmp_path / "config").total("unchanged") == 1


def test_a_dry_run_registers_nothing(deck: Deck, tmp_path: Path) -> None:
    remember(tmp_path, "-a-b", "/a/b")
    report = deck.import_claude_code(tmp_path, dry_run=True)
    assert [folder.owner for folder in report.folders] == ["project:b"]
    assert deck.projects() == {} and deck.count() == 0


def test_damaged_transcripts_do_no_harm(tmp_path: Path) -> None:
    memory = remember(tmp_path, "-a-b")
    (memory.parent / "x.jsonl").write_bytes(
        b'\xff\xfe "cwd"\n{"cwd": 7}\n["cwd"]\n{"cwd": "relative"}\n{"cwd": "/a\\u0000b"}\n{"cwd": "/a/b"}'
    )
    (memory.parent / "y.jsonl").mkdir()
    assert find_folders(tmp_path)[0].root == "/a/b"


def test_swept_transcripts_are_made_up_for_by_known_paths(deck: Deck, tmp_path: Path) -> None:
    """Transcripts go after 30 days; the list of projects and earlier imports still tell the path."""
    config, app, lib = tmp_path / ".claude", tmp_path / "my_app", tmp_path / "lib"
    memory = remember(config, slug(str(app)), str(app))
    deck.import_claude_code(config)
    (memory.parent / "0.jsonl").unlink()
    remember(config, slug(str(lib)))
    listed = {"projects": {str(lib): {}, str(tmp_path / "elsewhere"): {}}}
    (tmp_path / ".claude.json").write_text(json.dumps(listed))
    report = deck.import_claude_code(config)
    assert {folder.root: folder.owner for folder in report.folders} == {
        str(app): "project:my_app",
        str(lib): "project:lib",
    }
    assert (report.total("new"), report.total("unchanged")) == (1, 1)


def test_two_known_paths_of_one_folder_name_are_no_answer(tmp_path: Path) -> None:
    remember(tmp_path, "-a-my-app")
    assert find_folders(tmp_path, ["/a/my-app"])[0].root == "/a/my-app"
    assert find_folders(tmp_path, ["/a/my-app", "/a/my_app"])[0].root is None


def test_the_whole_data_folder_is_not_taken_for_one_memory_folder(deck: Deck, tmp_path: Path) -> None:
    remember(tmp_path / "config", "-a-b", "/a/b")
    for path in (tmp_path / "config", tmp_path / "config" / "projects"):
        with pytest.raises(MemdeckError, match="--claude-code"):
            deck.import_folder(path)
    assert deck.count() == 0
