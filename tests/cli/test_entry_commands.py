"""Add, show, edit, rename, remove, restore, purge, undo, redo, history."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import CommandLine


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "home")


def test_what_is_added_is_listed_and_shown(line: CommandLine) -> None:
    added = line.done(
        "add",
        "Build setup",
        "Use Gradle.",
        "--type",
        "user",
        "--tag",
        "a",
        "--tag",
        "b",
        "--importance",
        "high",
    )
    assert added.out == "build_setup\n"
    assert added.err == "Added build_setup (user:me).\n"
    name, kind, status, owner, updated, title = line.done("list").out.rstrip("\n").split("\t")
    assert (name, kind, status, owner, title) == ("build_setup", "USER", "active", "user:me", "Build setup")
    assert updated.endswith("+00:00")
    shown = line.done("show", "build").out
    assert "title:       Build setup\n" in shown
    assert "tags:        a, b\n" in shown
    assert shown.endswith("\n\nUse Gradle.\n")


def test_list_json_has_exactly_the_agreed_fields(line: CommandLine) -> None:
    line.done("add", "数据库", "PostgreSQL", "--name", "db", "--description", "which one")
    assert line("list", "--json").json == [
        {
            "id": line("show", "db", "--json").json["id"],
            "name": "db",
            "title": "数据库",
            "description": "which one",
            "type": "PROJECT",
            "owner": "user:me",
            "status": "active",
            "importance": "normal",
            "tags": [],
            "created_at": line("show", "db", "--json").json["created_at"],
            "updated_at": line("show", "db", "--json").json["updated_at"],
            "version": 1,
        }
    ]
    assert "数据库" in line("list", "--json").out


def test_an_empty_list_says_what_helps(line: CommandLine) -> None:
    empty = line.done("list")
    assert (empty.out, empty.err.startswith("No memories yet.")) == ("", True)
    assert line.done("list", "--json").out == "[]\n"
    assert not line.home.exists()
    line.done("add", "A", "b")
    assert line.done("list", "zzzz").err.startswith("No memory matches.")


def test_content_comes_from_stdin_and_files_exactly(line: CommandLine, tmp_path: Path) -> None:
    text = "line one\r\n\ttabbed  \nno end"
    line.done("add", "Piped", "-", stdin=text.encode())
    assert line("show", "piped", "--json").json["content"] == text
    file = tmp_path / "note.md"
    file.write_bytes("ünï".encode())
    line.done("add", "--title", "From file", "--file", str(file))
    assert line("show", "from_file", "--json").json["content"] == "ünï"
    line.done("edit", "piped", "--content", "-", stdin="new\n")
    assert line("show", "piped", "--json").json["content"] == "new\n"


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (("add",), "", "title: is required."),
        (("add", "T"), "", "content: is required."),
        (("add", "", "c"), "", "title: is required."),
        (("add", "T", "-"), b"\xff\xfe", "content: stdin is not UTF-8 text."),
        (("add", "T", "c", "--title", "U"), "", "title: was given twice."),
        (("add", "T" * 256, "c"), "", "title: has 256 characters; the limit is 255."),
        (("add", "T", "-"), "x" * 300_000, "content: stdin is longer than 65,536 characters."),
        (("add", "T", "c", "--name", "../x"), "", "name: '../x' is not allowed."),
        (("add", "T", "c", "--owner", "nobody"), "", "owner: 'nobody' is not an owner."),
        (("add", "T", "c", "--confidence", "2"), "", "confidence: 2.0 is not between 0 and 1."),
        (("add", "T", "c", "--expires-at", "soon"), "", "'soon' is not a time"),
        (("add", "T", "c", "--type", "NOTE"), "", "'NOTE' is not one of"),
        (
            ("add", "T", "c", "--type", "user", "--status", "done"),
            "",
            "status: 'done' is only for TODO; this is USER.",
        ),
        (
            ("add", "T", "c", "--status", "pending"),
            "",
            "status: 'pending' is only for TODO; this is PROJECT.",
        ),
    ],
)
def test_a_wrong_field_is_named_in_one_line(
    line: CommandLine, arguments: tuple[str, ...], stdin: str | bytes, words: str
) -> None:
    """S10, S58: the limits hold here too, and nothing is written."""
    answer = line(*arguments, stdin=stdin)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("memdeck: ") and answer.err.count("\n") == 1
    assert words in answer.err
    assert line.done("list").out == ""


def test_edit_changes_what_is_given_and_nothing_else(line: CommandLine) -> None:
    line.done("add", "Plan", "text", "--tag", "old", "--description", "d")
    line.done("edit", "plan", "--title", "New plan", "--type", "TODO", "--tag", "x", "--tag", "y")
    plan = line("show", "plan", "--json").json
    assert (plan["title"], plan["type"], plan["status"]) == ("New plan", "TODO", "pending")
    assert (plan["tags"], plan["content"], plan["description"]) == (["x", "y"], "text", "d")
    line.done("edit", "plan", "--no-tags", "--description", "", "--new-owner", "project:demo")
    plan = line("show", "plan", "--json").json
    assert (plan["tags"], plan["description"], plan["owner"]) == ([], "", "project:demo")
    same = line.done("edit", "plan", "--title", "New plan")
    assert same.err == "Nothing was changed.\n"
    nothing = line("edit", "plan")
    assert (nothing.code, "nothing to change was given" in nothing.err) == (2, True)


def test_an_edit_of_an_older_version_is_refused(line: CommandLine) -> None:
    """S36: whoever names the version that was read does not write over a newer one."""
    line.done("add", "Plan", "text")
    line.done("edit", "plan", "--content", "newer")
    late = line("edit", "plan", "--content", "mine", "--if-version", "1")
    assert late.code == 5
    assert "changed meanwhile (version 1 → 2)" in late.err
    assert line("show", "plan", "--json").json["content"] == "newer"


def test_times_without_a_zone_are_local_and_can_be_taken_away(
    line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S61: a time is never guessed to be UTC."""
    import time

    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    try:
        line.done("add", "Soon", "x", "--expires-at", "2030-01-02", "--valid-from", "2026-01-01T00:00+00:00")
        soon = line("show", "soon", "--json").json
        assert soon["expires_at"] == "2030-01-01T16:00:00+00:00"
        assert soon["valid_from"] == "2026-01-01T00:00:00+00:00"
        assert "expires:     2030-01-02 00:00" in line.done("show", "soon").out
    finally:
        monkeypatch.delenv("TZ")
        time.tzset()


def test_names_ids_and_prefixes_mean_the_same(line: CommandLine) -> None:
    line.done("add", "Alpha one", "x")
    line.done("add", "Alpha two", "x")
    id_ = line("show", "alpha_one", "--json").json["id"]
    assert line("show", id_, "--json").json["name"] == "alpha_one"
    assert line("show", "alpha_t", "--json").json["name"] == "alpha_two"
    unclear = line("show", "alpha")
    assert unclear.code == 2
    assert "fits 2 entries" in unclear.err
    missing = line("show", "beta")
    assert (missing.code, missing.out) == (4, "")
    assert missing.err == "memdeck: No memory 'beta'. 'memdeck list' shows what there is.\n"


def test_owner_tells_entries_of_one_name_apart(line: CommandLine) -> None:
    line.done("add", "Plan", "mine")
    line.done("add", "Plan", "theirs", "--owner", "project:demo")
    assert line("show", "plan").code == 2
    assert line("show", "plan", "--owner", "project:demo", "--json").json["content"] == "theirs"
    line.done("rm", "plan", "--owner", "me")
    assert line("show", "plan", "--json").json["content"] == "theirs"


def test_rename_prints_the_new_name_and_refuses_a_taken_one(line: CommandLine) -> None:
    line.done("add", "One", "x")
    line.done("add", "Two", "x")
    assert line.done("rename", "one", "uno").out == "uno\n"
    taken = line("rename", "uno", "two")
    assert taken.code == 5
    assert "already has a memory named 'two'" in taken.err


def test_remove_restore_and_the_reused_name(line: CommandLine) -> None:
    """S39: a name is free after removal, and restoring then asks for another."""
    line.done("add", "Deploy notes", "first")
    assert line.done("rm", "deploy_notes").err == ("Removed deploy_notes. 'memdeck undo' brings it back.\n")
    line.done("add", "Deploy notes", "second")
    assert line("show", "deploy_notes", "--deleted", "--json").json["content"] == "first"
    assert line("restore", "deploy_notes").code == 5
    assert line.done("restore", "deploy_notes", "--name", "old_notes").out == "old_notes\n"
    assert line("show", "old_notes", "--json").json["content"] == "first"


def test_removing_several_is_all_or_nothing(line: CommandLine) -> None:
    for title in ("A1", "B1", "C1"):
        line.done("add", title, "x")
    assert line("rm", "a1", "nope", "b1").code == 4
    assert len(line("list", "--json").json) == 3
    line.done("rm", "a1", "b1", "a1")
    assert [each["name"] for each in line("list", "--json").json] == ["c1"]
    line.done("undo")
    assert len(line("list", "--json").json) == 3


def test_purge_needs_yes_where_nobody_can_answer(line: CommandLine) -> None:
    line.done("add", "Secret plan", "ORCHID")
    refused = line("purge", "secret_plan")
    assert refused.code == 1
    assert "Add --yes." in refused.err
    assert line.done("list").out
    assert line.done("purge", "secret_plan", "--yes").err == "Purged secret_plan (user:me) for good.\n"
    assert line.done("list").out == ""
    assert "ORCHID" not in line.done("history", "--json").out


def test_purge_and_doctor_name_the_copies_that_a_purge_does_not_reach(line: CommandLine) -> None:
    line.done("add", "Secret plan", "ORCHID")
    copy = line.home / "memdeck.db.form-0004"
    copy.write_bytes(b"ORCHID")
    assert f"{copy}. Delete that" in line.done("purge", "secret_plan", "--yes").err
    assert "memdeck.db.form-0004, 0.0 MB" in line("doctor").out
    copy.unlink()
    line.done("add", "Another plan", "ORCHID")
    assert "copy" not in line.done("purge", "another_plan", "--yes").err
    assert "copies" not in line("doctor").out


def test_undo_and_redo_by_turn_and_by_number(line: CommandLine) -> None:
    line.done("add", "Plan", "one")
    line.done("edit", "plan", "--content", "two")
    undone = line.done("undo")
    assert "Undid" in undone.err
    assert line("show", "plan", "--json").json["content"] == "one"
    line.done("redo")
    assert line("show", "plan", "--json").json["content"] == "two"
    line.done("add", "Other", "x")
    change = next(each for each in line("history", "--json").json if each["action"] == "add")
    assert change["name"] == "other"
    assert line.done("undo", str(change["seq"]), "--json").json["changes"][0]["name"] == "other"
    assert [each["name"] for each in line("list", "--json").json] == ["plan"]
    assert line("undo", "999").code == 4


def test_undo_with_nothing_to_undo_fails_in_words(line: CommandLine) -> None:
    nothing = line("undo")
    assert nothing.code in {1, 4}
    assert nothing.err.startswith("memdeck: ") and nothing.err.count("\n") == 1


def test_history_tells_who_did_what_and_pages(line: CommandLine) -> None:
    line.done("add", "Plan", "one", "--reason", "agreed on Monday")
    line.done("edit", "plan", "--title", "Better plan")
    line.done("rm", "plan")
    rows = [row.split("\t") for row in line.done("history").out.splitlines()]
    assert [row[3] for row in rows] == ["remove", "edit", "add"]
    assert rows[2][2:] == ["you", "add", "plan", "Plan — agreed on Monday"]
    assert [
        row.split("\t")[3] for row in line.done("history", "plan", "--action", "edit").out.splitlines()
    ] == ["edit"]
    first = line.done("history", "--limit", "1")
    assert first.err == f"There are older changes: add --before {rows[0][0]}.\n"
    second = line.done("history", "--limit", "1", "--before", rows[0][0])
    assert second.out.split("\t")[3] == "edit"
    assert line("show", "plan", "--deleted", "--history", "--json").json["history"][-1]["before"] is None


def test_read_only_refuses_every_change_before_or_after_the_command(line: CommandLine) -> None:
    line.done("add", "Plan", "one")
    for arguments in (
        ("--read-only", "add", "X", "y"),
        ("edit", "plan", "--title", "x", "--read-only"),
        ("rm", "plan", "--read-only"),
        ("rename", "--read-only", "plan", "q"),
        ("undo", "--read-only"),
        ("purge", "plan", "--yes", "--read-only"),
    ):
        refused = line(*arguments)
        assert refused.code == 1, arguments
        assert refused.err.startswith("memdeck: Read-only: nothing was changed.")
    assert line.done("--read-only", "list").out.startswith("plan\t")
