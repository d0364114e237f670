"""A first text for merging two entries: what both have once, the rest to be settled."""

from __future__ import annotations

from memdeck.memory.conflict import Conflict, ConflictKind
from memdeck.tui.difference import Kind, hunks
from memdeck.tui.merge import MIDDLE_MARK

NEWER_MARK = "<<<<<<< newer"
OLDER_MARK = ">>>>>>> older"


def suggested(conflict: Conflict) -> str:
    """Return a text that takes both places.

    Lines of both stand once, lines of one stand where they stood. Lines that differ in some words are the
    newer's. Of lines with nothing in common a duplicate keeps the longer ones, which say more; of a
    contradiction both stand between marks, for a person to settle.
    """
    same_meaning = conflict.kind is ConflictKind.DUPLICATE
    parts: list[str] = []
    for hunk in hunks(conflict.older.content, conflict.newer.content):
        before, after = hunk.before, hunk.after
        if not hunk.changed or not before.strip() or any(part.kind is Kind.SAME for part in hunk.segments):
            parts.append(after)
        elif not after.strip():
            parts.append(before)
        elif same_meaning:
            parts.append(before if len(before) > len(after) else after)
        else:
            parts.append(f"{NEWER_MARK}\n{_ended(after)}{MIDDLE_MARK}\n{_ended(before)}{OLDER_MARK}\n")
    return "".join(_ended(part) for part in parts[:-1]) + "".join(parts[-1:])


def has_marks(text: str) -> bool:
    """Return True while both versions of some lines stand in a text."""
    return NEWER_MARK in text and OLDER_MARK in text


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else f"{text}\n"
