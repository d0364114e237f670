from __future__ import annotations

import stat
import sys
import tempfile
from pathlib import Path

import pytest

from memdeck.deck.own_editor import EditorProblem, edited, editor_command


@pytest.fixture(autouse=True)
def private_tmp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def script(tmp_path: Path, body: str) -> list[str]:
    path = tmp_path / "my editor.py"
    path.write_text(f"import pathlib, sys, os\npath = pathlib.Path(sys.argv[-1])\n{body}\n")
    return [sys.executable, str(path), "--wait"]


def test_visual_goes_before_editor_and_is_split_like_a_shell() -> None:
    assert editor_command({"VISUAL": "code --wait 'a b'", "EDITOR": "vi"}) == ["code", "--wait", "a b"]
    assert editor_command({"VISUAL": " ", "EDITOR": "vi"}) == ["vi"]


@pytest.mark.parametrize("environment", [{}, {"EDITOR": ""}, {"EDITOR": "vi 'x"}])
def test_without_a_usable_editor_the_words_say_what_to_do(environment: dict[str, str]) -> None:
    with pytest.raises(EditorProblem, match="EDITOR"):
        editor_command(environment)


def test_the_file_is_private_named_md_last_and_removed(tmp_path: Path, private_tmp: Path) -> None:
    seen = tmp_path / "seen"
    command = script(
        tmp_path,
        f"pathlib.Path({str(seen)!r}).write_text(f'{{path.suffix}} {{path.stat().st_mode:o}}')\n"
        "path.write_bytes(path.read_bytes() + b'more')",
    )
    assert edited("a\r\nb\x1b\n", command) == "a\r\nb\x1b\nmore"
    suffix, mode = seen.read_text().split()
    assert suffix == ".md"
    assert stat.S_IMODE(int(mode, 8)) == 0o600
    assert list(private_tmp.iterdir()) == []


def test_an_added_last_line_end_is_no_change(tmp_path: Path) -> None:
    command = script(tmp_path, "path.write_bytes(path.read_bytes() + b'\\n')")
    assert edited("text", command) == "text"


@pytest.mark.parametrize(
    "body",
    [
        "sys.exit(3)",
        "path.write_bytes(b'\\xff\\xfe')",
        "path.unlink()",
        "path.write_text('half'); sys.exit(1)",
    ],
)
def test_a_failing_editor_keeps_the_old_text_and_leaves_no_file(
    body: str, tmp_path: Path, private_tmp: Path
) -> None:
    with pytest.raises(EditorProblem):
        edited("old", script(tmp_path, body))
    assert list(private_tmp.iterdir()) == []


def test_a_missing_editor_is_named(private_tmp: Path) -> None:
    with pytest.raises(EditorProblem, match="no-such-editor"):
        edited("old", ["no-such-editor"])
    assert list(private_tmp.iterdir()) == []
