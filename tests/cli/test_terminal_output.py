"""What a person at a terminal gets: tables by cells, questions, the editor."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import CommandLine
from rich.cells import cell_len

from terminal import on_terminal

Editor = Callable[[str], dict[str, str]]


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "home")


@pytest.fixture
def editor(tmp_path: Path, line: CommandLine) -> Editor:
    """Makes an `$EDITOR` out of Python statements over `text`, the text of the file."""

    def make(statements: str) -> dict[str, str]:
        script = tmp_path / "editor.py"
        script.write_text(
            "import sys\nfrom pathlib import Path\nfile = Path(sys.argv[1])\n"
            f"text = file.read_text()\n{statements}\nfile.write_text(text)\n"
        )
        return {"MEMDECK_HOME": str(line.home), "EDITOR": f"{sys.executable} {script}"}

    return make


@pytest.mark.parametrize("columns", [80, 120])
def test_rows_fit_the_terminal_and_line_up_by_cells(line: CommandLine, columns: int) -> None:
    line.done(
        "add", "数据库选型与迁移计划" * 12, "x", "--name", "db", "--owner", "deployment:acme@PRODUCTION"
    )
    line.done("add", "Build setup\u200b", "x", "--type", "TODO")
    code, text = on_terminal("list", env={"MEMDECK_HOME": str(line.home), "NO_COLOR": "1"}, columns=columns)
    head, *rows = text.splitlines()
    assert code == 0
    assert [cell_len(row) <= columns for row in rows] == [True, True]
    assert head.split() == ["NAME", "TYPE", "OWNER", "AGE", "TITLE"]
    at = head.index("TITLE")
    assert rows[0][at:] == "(pending) Build setup⟨200B⟩"
    assert "acme@PROD" in rows[1] and rows[1].endswith("…")
    assert "\x1b" not in text


def test_the_head_line_is_bold_unless_colour_is_switched_off(line: CommandLine) -> None:
    line.done("add", "A", "x")
    assert "\x1b[1m" in on_terminal("list", env={"MEMDECK_HOME": str(line.home)})[1]
    assert "\x1b" not in on_terminal("list", env={"MEMDECK_HOME": str(line.home), "NO_COLOR": "1"})[1]


def test_purge_asks_and_names_what_it_would_delete(line: CommandLine) -> None:
    line.done("add", "Build setup", "x")
    env = {"MEMDECK_HOME": str(line.home)}
    code, text = on_terminal("purge", "build_setup", env=env, typed="\n", after="[y/N]")
    assert code == 0
    assert "build_setup (user:me): Build setup" in text
    assert "Delete this memory for good? [y/N]" in text
    assert "Nothing was purged." in text
    code, text = on_terminal("purge", "build_setup", env=env, typed="y\n", after="[y/N]")
    assert (code, "for good." in text) == (0, True)
    assert line("show", "build_setup").code == 4


def test_edit_opens_the_editor_with_the_whole_memory(line: CommandLine, editor: Editor) -> None:
    line.done("add", 'Fix: use "port" # 5433', "one\n---\ntwo", "--tag", "a", "--name", "port")
    env = editor('text = text.replace("tags: a", "tags: a, b").replace("two", "three")')
    code, text = on_terminal("edit", "port", env=env)
    assert (code, "Changed port" in text) == (0, True)
    after = line("show", "port", "--json").json
    assert after["title"] == 'Fix: use "port" # 5433'
    assert (after["content"], after["tags"]) == ("one\n---\nthree", ["a", "b"])


def test_closing_the_editor_without_a_change_changes_nothing(line: CommandLine, editor: Editor) -> None:
    line.done("add", "Plan", "x")
    code, text = on_terminal("edit", "plan", env=editor(""))
    assert (code, "Nothing was changed." in text) == (0, True)
    assert line("show", "plan", "--json").json["version"] == 1


def test_what_was_typed_is_kept_when_it_can_not_be_saved(line: CommandLine, editor: Editor) -> None:
    """S36, S58: a refused save never costs the text."""
    line.done("add", "Plan", "x")
    env = editor('text = text.replace("type: PROJECT", "type: NOTE") + " precious"')
    code, text = on_terminal("edit", "plan", env=env)
    assert code == 2
    assert "type: 'NOTE' is unknown." in text
    [draft] = (line.home / "drafts").iterdir()
    assert draft.name in text.replace("\n", "")
    assert "precious" in draft.read_text()


def test_a_change_made_while_the_editor_was_open_is_not_overwritten(
    line: CommandLine, editor: Editor
) -> None:
    """S36: the other writer's text stays, and so does the draft."""
    line.done("add", "Plan", "x")
    other = (
        "import subprocess\n"
        "theirs = ['-m', 'memdeck', 'edit', 'plan', '--content', 'theirs']\n"
        "subprocess.run([sys.executable, *theirs])\n"
        'text += " mine"'
    )
    code, text = on_terminal("edit", "plan", env=editor(other))
    assert code == 5
    assert "changed meanwhile" in text
    assert line("show", "plan", "--json").json["content"] == "theirs"
    assert "mine" in next((line.home / "drafts").iterdir()).read_text()


def test_add_without_arguments_opens_the_editor(line: CommandLine, editor: Editor) -> None:
    env = editor('text = text.replace("title: ", "title: From the editor") + "body\\n"')
    code, text = on_terminal("add", env=env)
    assert (code, "Added from_the_editor" in text) == (0, True)
    assert line("show", "from_the_editor", "--json").json["content"] == "body\n"
    assert "Nothing was added." in on_terminal("add", env=editor(""))[1]


def test_without_an_editor_it_says_what_to_set(line: CommandLine) -> None:
    line.done("add", "Plan", "x")
    code, text = on_terminal("edit", "plan", env={"MEMDECK_HOME": str(line.home)})
    assert (code, "Set $VISUAL or $EDITOR" in text) == (1, True)
