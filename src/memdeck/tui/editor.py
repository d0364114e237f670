"""Leaving the screen to the person's own editor, and coming back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memdeck.deck.own_editor import EditorProblem, edited, editor_command

if TYPE_CHECKING:
    from textual.app import App

__all__ = ["EditorProblem", "edit_in_editor", "editor_command"]


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
