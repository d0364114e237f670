"""What there is to import on this machine: where, of what kind, and how much of it is new."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memdeck.deck.surroundings import repository_of
from memdeck.exchange.claude_code import find_folders
from memdeck.exchange.importers.machine import places
from memdeck.memory.errors import MemdeckError

if TYPE_CHECKING:
    from memdeck.deck.importing import Importing


@dataclass(frozen=True, slots=True)
class FoundSource:
    """One thing that could be imported."""

    format: str
    path: str
    entries: int
    """Entries in it, those left out by a cap too."""
    new: int
    """Those of them that an import would bring in."""
    problems: int


def found_sources(deck: Importing, here: Path | None = None) -> list[FoundSource]:
    """Look for the memories of other programs in their usual places.

    Args:
        deck: the open deck, to tell what is new.
        here: the folder somebody works in; its project is looked through too.
    """
    root = repository_of(here) if here is not None else None
    project = Path(root) if root else here
    if project is not None and project.resolve() == Path.home().resolve():
        project = None
    found = [_claude_code(deck)] if _has_claude_code() else []
    for form, path in places(Path.home(), project):
        try:
            report = deck.import_source(path, format=form, dry_run=True, limit=0)
        except (MemdeckError, OSError):
            found.append(FoundSource(form, str(path), 0, 0, 1))
            continue
        known = len(report.changed) + len(report.unchanged)
        total = len(report.new) + known
        if total or report.problems:
            found.append(FoundSource(form, str(path), total, len(report.new), len(report.problems)))
    return found


def _has_claude_code() -> bool:
    try:
        return bool(find_folders(None, {}))
    except MemdeckError:
        return False


def _claude_code(deck: Importing) -> FoundSource:
    report = deck.import_claude_code(dry_run=True)
    total = sum(report.total(part) for part in ("new", "changed", "unchanged"))
    folders = report.folders
    path = folders[0].path if len(folders) == 1 else f"{len(folders)} folders of Claude Code"
    return FoundSource("claude-code", path, total, report.total("new"), report.total("problems"))
