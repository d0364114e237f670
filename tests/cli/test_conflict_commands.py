"""`memdeck conflicts`, and the marks of `list` and `show`."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import CommandLine


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    line = CommandLine(tmp_path / "home")
    line.done("add", "Build", "Build with Gradle.", "--type", "user", "--name", "gradle")
    line.done("add", "Builds", "Build with Maven.", "--type", "user", "--name", "maven")
    return line


def only(line: CommandLine) -> str:
    (found,) = line.done("conflicts", "--json").json
    return str(found["id"])


def test_what_is_open_is_listed_and_shown(line: CommandLine) -> None:
    found = only(line)
    fields = line.done("conflicts").out.rstrip("\n").split("\t")
    assert fields == [found, "open", "contradiction", "gradle", "maven", "build tool: Gradle ↔ Maven"]
    shown = line.done("conflicts", "show", found[:7]).out
    assert "evidence:    build tool: Gradle ↔ Maven\n" in shown
    assert "Build with Gradle." in shown and "Build with Maven." in shown
    assert line.done("conflicts", "list", "--of", "maven", "--kind", "contradiction", "--json").json
    assert line.done("conflicts", "list", "--kind", "duplicate").err.startswith("No conflict.")
    assert f"conflict:    ⚡ with maven (user:me): build tool: Gradle ↔ Maven ({found[:12]})" in (
        line.done("show", "gradle").out
    )
    assert line.done("show", "gradle", "--json").json["conflicts"] == [found]


@pytest.mark.parametrize(
    ("options", "resolution", "statuses"),
    [
        (["--keep", "newer"], "keep_newer", {"gradle": "superseded", "maven": "active"}),
        (["--keep", "older"], "keep_older", {"gradle": "active", "maven": "superseded"}),
        (["--both"], "both_stand", {"gradle": "active", "maven": "active"}),
        (["--condition", "In the plugin"], "narrow", {"gradle": "active", "maven": "active"}),
        (["--merge", "-", "--title", "Both"], "merge", {"gradle": "superseded", "maven": "active"}),
    ],
)
def test_each_way_settles_and_undo_opens_it_again(
    line: CommandLine, options: list[str], resolution: str, statuses: dict[str, str]
) -> None:
    found = only(line)
    done = line.done("conflicts", "resolve", found, *options, "--json", stdin="Gradle and Maven.\n")
    assert done.json["changes"] and done.err
    assert {name: line.done("show", name, "--json").json["status"] for name in statuses} == statuses
    (settled,) = line.done("conflicts", "list", "--all", "--json").json
    assert settled["resolution"] == resolution
    assert line("conflicts", "resolve", found, "--keep", "newer").code == 5
    line.done("undo")
    assert only(line) == found


def test_a_merge_takes_a_file(line: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "both.md").write_text("Maven; Gradle for the plugin.\n", encoding="utf-8")
    line.done("conflicts", "resolve", only(line), "--merge", str(tmp_path / "both.md"))
    assert line.done("show", "maven", "--json").json["content"] == "Maven; Gradle for the plugin.\n"


def test_narrowing_moves_one_to_another_owner(line: CommandLine) -> None:
    line.done("conflicts", "resolve", only(line), "--narrow-owner", "project:demo", "--which", "older")
    assert line.done("show", "gradle", "--json").json["owner"] == "project:demo"
    (found,) = line.done("conflicts", "list", "--all", "--json").json
    assert found["state"] == "precedence"


def test_wrong_uses_say_so(line: CommandLine) -> None:
    found = only(line)
    assert line("conflicts", "resolve", found).code == 2
    assert line("conflicts", "resolve", found, "--both", "--keep", "newer").code == 2
    assert line("conflicts", "resolve", found, "--merge", "no/such/file").code == 2
    assert line("conflicts", "resolve", "con_none", "--both").code == 4
    assert line("conflicts", "show", "con_z").code == 4
    assert line("--read-only", "conflicts", "resolve", found, "--both").code == 1


def test_a_scan_says_what_it_did(line: CommandLine) -> None:
    assert line.done("conflicts", "scan").err == "Looked at 0 memories in 0.0 s: 0 found, 1 open.\n"
    report = line.done("conflicts", "scan", "--full", "--json").json
    assert (report["looked_at"], report["open"]) == (2, 1)


def test_the_history_tells_the_line_of_versions(line: CommandLine) -> None:
    line.done("conflicts", "resolve", only(line), "--keep", "newer")
    shown = line.done("show", "maven", "--history").out
    assert "gradle: Build\n" in shown and " – now  maven: Builds\n" in shown
    versions = line.done("show", "gradle", "--history", "--json").json["versions"]
    assert versions == [line.done("show", name, "--json").json["id"] for name in ("gradle", "maven")]
