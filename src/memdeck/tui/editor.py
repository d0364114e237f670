"""The person's own editor: `$VISUAL`, else `$EDITOR`, on a private file that is always removed."""

from __future__ import annotations

import os
import shlex
import subprocess  # the editor is a program of the person's own choice
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdeck.memory.errors import MemdeckError

if TYPE_CHECKING:
    from textual.app import App


class EditorProblem(MemdeckError):
    """The editor could not be used; the text is as it was before."""


def editor_command(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the editor's command, split into words, or raise EditorProblem saying what to set."""
    for variable in ("VISUAL", "EDITOR"):
        line = environment.get(variable, "").strip()
        if line:
            try:
                return shlex.split(line)
            except ValueError as problem:
                raise EditorProblem(f"${variable} can't be read: {problem}.", "Mend its quotes.") from None
    raise EditorProblem("No editor is set.", "Set $VISUAL or $EDITOR, for example EDITOR=nano.")


def edited(text: str, command: list[str]) -> str:
    """Run `command` on a private file that holds `text`, and return what the file holds then.

    Raises:
        EditorProblem: the program is missing, ended with an error, or left a file that is not UTF-8.
            The text before the edit stands.
    """
    handle, name = tempfile.mkstemp(prefix="memdeck-", suffix=".md")
    path = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        _run([*command, name])
        with path.open(encoding="utf-8", newline="") as file:
            return _without_added_line_end(text, file.read())
    except UnicodeDecodeError:
        raise EditorProblem("The editor left text that is not UTF-8.", "The old text was kept.") from None
    except FileNotFoundError:
        raise EditorProblem("The editor removed the file.", "The old text was kept.") from None
    finally:
        path.unlink(missing_ok=True)


def _run(words: list[str]) -> None:
    try:
        code = subprocess.run(words, check=False).returncode  # noqa: S603
    except OSError as problem:
        raise EditorProblem(
            f"The editor {words[0]!r} could not be started: {problem.strerror}.", "Check $VISUAL and $EDITOR."
        ) from None
    if code != 0:
        raise EditorProblem(f"The editor ended with code {code}.", "The old text was kept.")


def _without_added_line_end(before: str, after: str) -> str:
    """Most editors close the last line; that alone is no change, and none is made of it."""
    if not before.endswith("\n") and after.endswith("\n") and not after.endswith("\n\n"):
        return after[:-2] if after.endswith("\r\n") else after[:-1]
    return after


def edit_in_editor(app: App[Any], text: str) -> str:
    """Leave the screen to the editor, wait for it, and return the new text.

    Raises:
        EditorProblem: no editor, no terminal to give away, or the editor failed.
    """
    from textual.app import SuspendNotSupported

    command = editor_command()
    try:
        with app.suspend():
            return edited(text, command)
    except SuspendNotSupported:
        raise EditorProblem(
            "This terminal can't be left to an editor.", "Edit the text in the form."
        ) from None
