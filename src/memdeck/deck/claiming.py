"""Noting which folder a project's key stands for, when entries are added for it by its key alone.

Else the project's sessions would never be given what was added for them: they find the project by its folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from memdeck.deck.surroundings import repository_of
from memdeck.memory.project import project_key

Roots = dict[str, str]
"""Real folder → key of its project."""


def claimed(
    owner: str, place: Path | str | None, known: Mapping[str, str], *, apart: bool, own: bool = False
) -> Roots:
    """Return the Git repository around a place as the project of `owner`, while neither has another.

    Args:
        owner: whose the entries are; only of a `project:` anything is noted.
        place: where they come from, or where the person is.
        known: registered folders, root → key.
        apart: a linked worktree is a project of its own.
        own: the place is the project's own, whatever it is called; else its folder's name must be the key.
    """
    kind, _, key = owner.partition(":")
    root = repository_of(Path(place), apart=apart) if place is not None and kind == "project" else None
    if root is None or root in known or key in known.values():
        return {}
    return {root: key} if own or project_key(root, known) == key else {}
