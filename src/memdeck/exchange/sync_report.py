"""What a sync did, or would do, file by file and entry by entry."""

from __future__ import annotations

from dataclasses import dataclass

from memdeck.exchange.problem import Problem
from memdeck.exchange.reports import PARTLY, ImportedEntry

OUT_OF_STEP = 1
CONFLICTING = 5


@dataclass(frozen=True, slots=True)
class SyncReport:
    """One folder. An entry stands in one of the parts at most, besides `unchanged`."""

    path: str
    owner: str
    new_here: tuple[ImportedEntry, ...] = ()
    """Files that became entries."""
    new_there: tuple[ImportedEntry, ...] = ()
    """Entries that became files."""
    changed_here: tuple[ImportedEntry, ...] = ()
    changed_there: tuple[ImportedEntry, ...] = ()
    removed_here: tuple[ImportedEntry, ...] = ()
    removed_there: tuple[ImportedEntry, ...] = ()
    unchanged: int = 0
    index: bool = False
    """True when lines of MEMORY.md change."""
    conflicts: tuple[Problem, ...] = ()
    """What changed on both sides: kept on both, until somebody decides."""
    skipped: tuple[Problem, ...] = ()
    problems: tuple[Problem, ...] = ()
    """What could not be read or written and was left alone."""
    notes: tuple[Problem, ...] = ()
    dry_run: bool = False
    batch: str | None = None
    """The action in the history; None when no entry changed."""

    @property
    def changes(self) -> int:
        """How many files and entries change."""
        parts = (
            self.new_here, self.new_there, self.changed_here, self.changed_there, self.removed_here,
            self.removed_there,
        )  # fmt: skip
        return sum(map(len, parts)) + self.index

    @property
    def exit_code(self) -> int:
        """0, 5 with conflicts, 3 when something was left alone; a dry run that would change anything is 1."""
        if self.conflicts:
            return CONFLICTING
        if self.problems:
            return PARTLY
        return OUT_OF_STEP if self.dry_run and self.changes else 0
