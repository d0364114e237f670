"""Editing in `$EDITOR` so that what was typed is never lost."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from memdeck.cli import narration
from memdeck.deck.own_editor import edited, editor_command
from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError


def in_editor(text: str, save: Callable[[str], Memory], home: Path) -> Memory | None:
    """Let the person edit `text` and save it; None when it came back unchanged.

    When saving fails, the text is kept in a file that the message names, and the failure goes on.
    """
    after = edited(text, editor_command())
    if after == text:
        return None
    try:
        return save(after)
    except MemdeckError:
        narration.complain(f"What you wrote is kept in {_kept(after, home)}.")
        raise


def _kept(text: str, home: Path) -> Path:
    folder = home / "drafts"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(prefix="draft-", suffix=".md", dir=folder)
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    return Path(name)
