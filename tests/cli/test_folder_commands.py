"""Import, export, demo and doctor."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from command_line import CommandLine

from memdeck import Deck
from memdeck.deck.samples import samples_folder
from terminal import on_terminal


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "home")


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """S01: two good files and a bad one."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "ok1.md").write_text("---\nname: ok1\ndescription: one\ntype: user\n---\nbody one\n")
    (folder / "ok2.md").write_text("---\nname: ok2\ndescription: two\ntype: user\n---\nbody two\n")
    (folder / "bad.md").write_text("---\nname: bad\ndescription: Fix: use port 5433\n---\nbody\n")
    return folder


def test_a_bad_file_is_named_and_the_others_come_in(line: CommandLine, broken: Path) -> None:
    """S01: exit code 3; the bad file's bytes stay."""
    before = (broken / "bad.md").read_bytes()
    answer = line("import", str(broken), "--owner", "project:demo")
    assert answer.code == 3
    assert sorted(row.split("\t")[:3] for row in answer.out.splitlines()) == [
        ["new", "ok1", "project:demo"],
        ["new", "ok2", "project:demo"],
    ]
    assert f"memdeck: {broken}/bad.md:3: " in answer.err
    assert "2 new, 1 not taken." in answer.err
    assert (broken / "bad.md").read_bytes() == before


def test_importing_twice_changes_nothing(line: CommandLine, broken: Path) -> None:
    """S52: the second time there is nothing new."""
    (broken / "bad.md").unlink()
    line.done("import", str(broken))
    again = line.done("import", str(broken), "--json")
    assert (again.json["new"], again.json["changed"], len(again.json["unchanged"])) == ([], [], 2)
    assert len(line("list", "--json").json) == 2


def test_a_dry_run_writes_nothing(line: CommandLine, broken: Path) -> None:
    answer = line("import", str(broken), "--dry-run")
    assert "nothing was written" in answer.err
    assert line.done("list").out == ""
    dest = broken.parent / "out"
    line.done("add", "A", "b")
    assert line.done("export", str(dest), "--dry-run").out
    assert not dest.exists()


def test_claude_codes_folders_are_found_with_their_owners(line: CommandLine) -> None:
    answer = line("import", "--claude-code", str(samples_folder() / "claude-home"))
    assert answer.code == 0
    owners = {each["owner"] for each in line("list", "--json").json}
    assert "project:parcel" in owners
    assert "memory → project:parcel" in answer.err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("import",), 2, "Give a file or folder, --claude-code, or --list."),
        (("import", "--claude-code", "--owner", "me"), 2, "--owner and filters do not go with --claude-code"),
        (("import", "/nonexistent/folder"), 1, "/nonexistent/folder"),
        (("import", "--claude-code", "/nonexistent"), 1, "there is no such folder"),
        (("export",), 2, "Missing argument 'DEST'"),
        (("export", "x", "--format", "word"), 2, "'word' is not one of"),
    ],
)
def test_wrong_folders_are_named(
    line: CommandLine, arguments: tuple[str, ...], code: int, words: str
) -> None:
    answer = line(*arguments)
    assert answer.code == code
    assert words in answer.err
    assert answer.err.count("\n") == 1


def test_an_export_reads_back_to_the_same_entries(line: CommandLine, tmp_path: Path) -> None:
    line.done("add", "Tyres (cold): front 36, rear 42", 'say "x"', "--description", "- yes: #1", "--tag", "t")
    line.done("add", "Second", "text", "--type", "TODO")
    written = line.done("export", str(tmp_path / "out"))
    assert "written\tMEMORY.md\n" in written.out
    assert line.done("export", str(tmp_path / "out")).out == ""
    other = CommandLine(tmp_path / "other")
    other.done("import", str(tmp_path / "out"))
    same = ("name", "title", "description", "type", "owner", "status", "tags", "content", "created_at")

    def entries(where: CommandLine) -> list[dict[str, object]]:
        names = sorted(each["name"] for each in where("list", "--json").json)
        records = [where("show", name, "--json").json for name in names]
        return [{field: record[field] for field in same} for record in records]

    assert entries(other) == entries(line)


def test_an_export_can_be_of_one_owner_and_in_the_other_form(line: CommandLine, tmp_path: Path) -> None:
    line.done("add", "Mine", "x")
    line.done("add", "Theirs", "x", "--owner", "project:demo")
    answer = line.done("export", str(tmp_path / "out"), "--owner", "project:demo", "--format", "bytechef")
    assert sorted(answer.out.splitlines()) == ["written\tMEMORY.md", "written\ttheirs.md"]
    assert "type: PROJECT" in (tmp_path / "out" / "theirs.md").read_text()


def test_the_demo_fills_a_new_folder_only(line: CommandLine, tmp_path: Path) -> None:
    target = tmp_path / "samples"
    filled = line.done("demo", "--home", str(target), "--fill-only")
    assert filled.out == f"{target}\n"
    assert len(CommandLine(target)("list", "--json").json) >= 80
    again = line("demo", "--home", str(target), "--fill-only")
    assert (again.code, "is not empty" in again.err) == (1, True)


def test_the_demo_needs_a_terminal_and_leaves_nothing(line: CommandLine, tmp_path: Path) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    answer = line.process("demo", TMPDIR=str(temporary))
    assert answer.code == 2
    assert "needs a terminal" in answer.err
    assert not list(temporary.iterdir())
    assert not line.home.exists()


def test_doctor_finds_a_new_and_a_healthy_store_well(line: CommandLine) -> None:
    new = line.done("doctor")
    assert "holds nothing yet" in new.out
    assert not line.home.exists()
    line.done("add", "A", "b")
    report = {each["subject"]: each for each in line("doctor", "--json").json}
    assert {each["state"] for each in report.values()} == {"ok"}
    assert report["journal"]["words"] == "wal"
    assert report["memories"]["words"] == "1 live, 0 removed, 1 changes"


def test_doctor_says_what_is_wrong(line: CommandLine, tmp_path: Path) -> None:
    line.done("add", "A", "b")
    line.home.chmod(0o755)
    assert "warn  home" in line.done("doctor").out
    config = tmp_path / "bad.yaml"
    config.write_text("x: 1")
    broken_config = line("doctor", "--config", str(config))
    assert broken_config.code == 1
    assert "fail  configuration" in broken_config.out
    for file in line.home.glob("memdeck.db*"):
        shutil.rmtree(file) if file.is_dir() else file.unlink()
    (line.home / "memdeck.db").write_text("this is not a database, it only looks like a file" * 99)
    damaged = line("doctor")
    assert damaged.code == 1
    assert "fail  store" in damaged.out
    assert line("list").code == 1


def test_doctor_looks_at_what_the_settings_name(line: CommandLine, tmp_path: Path) -> None:
    config = tmp_path / "named.yaml"
    config.write_text(
        "retrieval: {reranker: ligth}\ninjection: {templates: {TODO: '- {txt}'}}\n"
        "storage: {chroma_url: 'http://127.0.0.1:9'}\n"
    )
    report = line("doctor", "--config", str(config))
    assert report.code == 1
    assert "fail  templates" in report.out and "Did you mean text?" in report.out
    assert "fail  reranker" in report.out
    assert "warn  index          nothing answers as a Chroma server at http://127.0.0.1:9" in report.out


def test_a_project_s_entry_is_seen_in_the_folder_of_its_name(
    line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "parcel" / ".git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "parcel")
    line.done("add", "Other", "x", "--owner", "project:elsewhere")
    line.done("add", "Build", "Use Gradle.", "--owner", "project:parcel")
    with Deck.open(line.home) as deck:
        assert deck.projects() == {str((tmp_path / "parcel").resolve()): "parcel"}


def test_doctor_names_a_cache_that_can_not_be_written(line: CommandLine, tmp_path: Path) -> None:
    """Every prompt took seconds, and nothing said why."""
    (tmp_path / "file").write_text("in the way")
    report = line.process("doctor", XDG_CACHE_HOME=str(tmp_path / "file"))
    assert "warn  cache" in report.out and "XDG_CACHE_HOME" in report.out


def test_a_failed_lane_is_said_beside_json(line: CommandLine, tmp_path: Path) -> None:
    config = tmp_path / "gone.yaml"
    config.write_text("storage: {embedding_model: /nonexistent/folder}")
    line.done("add", "Build", "Use Gradle.")
    answer = line("preview", "gradle build", "--json", "--config", str(config))
    assert answer.json["items"] and "holds no ONNX model" in answer.err


@pytest.mark.parametrize("moment", ["0001-01-02", "0001-01-03", "9999-12-31"])
def test_the_first_and_the_last_days_can_be_asked_about(line: CommandLine, moment: str) -> None:
    line.done("add", "Build", "Use Gradle.")
    assert line("preview", "gradle build", "--as-of", moment).code == 0


def test_doctor_notices_damage_inside(line: CommandLine) -> None:
    """A page overwritten by something else."""
    with Deck.open(line.home) as deck:
        deck.add_many([{"title": f"Entry {number}", "content": "x" * 3_000} for number in range(60)])
    file = line.home / "memdeck.db"
    data = bytearray(file.read_bytes())
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 4096] = b"\xaa" * 4096
    file.write_bytes(data)
    answer = line("doctor")
    assert answer.code == 1
    assert "fail" in answer.out


@pytest.mark.slow
def test_bare_memdeck_opens_the_program_and_quits(line: CommandLine) -> None:
    line.done("add", "Build setup", "x")
    code, text = on_terminal(
        env={"MEMDECK_HOME": str(line.home)}, columns=100, typed="q", after="Build setup"
    )
    assert code == 0
    assert "Traceback" not in text


def test_what_is_on_this_machine_is_listed(
    line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paths and counts of what other programs remember; nothing is written."""
    assert "No memories of other programs" in line.done("import", "--list").err
    home = Path.home()
    for folder in (".claude", ".gemini", ".claude/projects/-srv-app/memory"):
        (home / folder).mkdir(parents=True, exist_ok=True)
    (home / ".claude/CLAUDE.md").write_text("- Answer in German\n- Be brief\n")
    (home / ".claude/projects/-srv-app/memory/a.md").write_text("text\n")
    graph = tmp_path / "graph.jsonl"
    graph.write_text('{"type":"entity","name":"a","entityType":"x","observations":["y"]}\nbroken\n')
    (home / ".claude.json").write_text(
        json.dumps({"mcpServers": {"memory": {"env": {"MEMORY_FILE_PATH": str(graph)}}}})
    )
    project = tmp_path / "app"
    (project / ".cursor/rules").mkdir(parents=True)
    (project / "AGENTS.md").write_text("- Use pnpm\n")
    (project / ".cursor/rules/a.mdc").write_text("Rule.\n")
    monkeypatch.chdir(project)
    found = {
        (each["format"], each["entries"], each["new"])
        for each in line.done("import", "--list", "--json").json
    }
    assert found == {
        ("claude-code", 1, 1),
        ("instructions", 2, 2),
        ("mcp-memory", 1, 1),
        ("instructions", 1, 1),
        ("rules", 1, 1),
    }
    listed = line.done("import", "--list")
    assert f"{graph}: 1 could not be read" in listed.err
    assert line.done("list").out == ""


def test_every_format_can_be_asked_for(line: CommandLine) -> None:
    from memdeck.cli.commands.import_ import FORMATS
    from memdeck.exchange.importers.catalogue import BY_FORMAT

    assert set(FORMATS) == {"auto", "claude-code", "bytechef", "markdown", *BY_FORMAT}


def test_one_file_goes_out_and_in(line: CommandLine, tmp_path: Path) -> None:
    line.done("add", "Tabs", "Use tabs", "--type", "FEEDBACK")
    file = tmp_path / "all.json"
    assert "1 written" in line.done("export", str(file), "--format", "json").err
    other = CommandLine(tmp_path / "other")
    assert "1 new" in other.done("import", str(file)).err
    assert "1 unchanged" in other.done("import", str(file)).err
    agents = tmp_path / "AGENTS.md"
    line.done("export", str(agents), "--format", "agents-md")
    assert "Use tabs" in agents.read_text()


def test_filters_of_an_import(line: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    file.write_text(
        json.dumps(
            [{"id": n, "memory": f"m{n}", "created_at": f"2026-0{n}-01T00:00:00Z"} for n in range(1, 6)]
        )
    )
    assert (
        "2 new, 3 left out by the filters or the limit." in line.done("import", str(file), "--limit", "2").err
    )
    since = line.done("import", str(file), "--since", "2026-03-01", "--dry-run")
    assert "1 new, 2 unchanged, 2 left out" in since.err
    assert "5 left out" in line.done("import", str(file), "--type", "todo").err
    assert "5 left out" in line.done("import", str(file), "--only-owner", "project:x").err


def test_a_type_that_is_none_is_said_with_its_line(line: CommandLine, tmp_path: Path) -> None:
    """It comes in as PROJECT, its own word goes out again, and a known other word is no remark."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "b.md").write_text("---\nname: b\nmetadata:\n  node_type: memory\n  type: lore\n---\nText.\n")
    (folder / "c.md").write_text("---\ntitle: C\ntype: user_preference\n---\nText.\n")
    (folder / "d.md").write_text("---\ntitle: D\ntype: LORE\n---\nText.\n")
    answer = line.done("import", str(folder))
    told = [row for row in answer.err.splitlines() if "is none of Memdeck's" in row]
    rest = "is none of Memdeck's; taken as PROJECT, and the word is kept for exports."
    assert told == [
        f"  note: {place}: the type '{word}' {rest}"
        for place, word in (("b.md:5", "lore"), ("d.md:3", "LORE"))
    ]
    line.done("export", str(tmp_path / "out"))
    assert "  type: lore\n" in (tmp_path / "out" / "b.md").read_text()
    assert "  type: LORE\n" in (tmp_path / "out" / "d.md").read_text()
    with_own_ids = CommandLine(tmp_path / "other").done("import", str(tmp_path / "out"))
    assert "none of Memdeck's" not in with_own_ids.err


@pytest.mark.parametrize(
    "command",
    [
        ["export", "-"],
        ["export", "-", "--format", "json"],
        ["sync", "-"],
        ["install", "claude-code", "--project", "-"],
        ["--home", "-", "add", "Title", "Text"],
    ],
)
def test_a_dash_is_no_place_to_write_to(
    line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """It made a folder named `-`; a folder of that name can still be given."""
    monkeypatch.chdir(tmp_path)
    line.done("add", "Title", "Text")
    answer = line(*command)
    assert answer.code == 2
    assert "'-' is no place to write to. Name one; ./- is the one of that name." in answer.err
    assert len(answer.err.splitlines()) == 1
    assert not (tmp_path / "-").exists()
    line.done("export", "./-")
    assert (tmp_path / "-" / "MEMORY.md").exists()


def test_a_path_that_is_not_text_is_named(line: CommandLine, tmp_path: Path) -> None:
    """The store keeps the places of projects and files as text; the refusal left open which was meant."""
    odd = tmp_path / os.fsdecode(b"m\xe9moires")
    try:
        odd.mkdir()
    except OSError:
        pytest.skip("this file system takes only names in UTF-8")
    (odd / "one.md").write_text("Build with Gradle.")
    (odd / "all.jsonl").write_text(
        json.dumps({"type": "entity", "name": "Build", "entityType": "note", "observations": ["Gradle"]})
    )
    for command in (["import", str(odd)], ["import", str(odd / "all.jsonl")], ["sync", str(odd)]):
        answer = line(*command)
        assert answer.code == 1
        assert "m⟨DCE9⟩moires" in answer.err and "not UTF-8" in answer.err
        assert len(answer.err.splitlines()) == 1
    answer = line("--home", str(odd), "install", "claude-code", "--project", str(tmp_path), "--dry-run")
    assert (answer.code, "m⟨DCE9⟩moires" in answer.err) == (1, True)
