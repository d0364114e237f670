"""What an import or an export did, entry by entry and file by file."""

from __future__ import annotations

from dataclasses import dataclass

from memdeck.exchange.problem import Problem

PARTLY = 3
"""Exit code when some files were left alone."""


@dataclass(frozen=True, slots=True)
class ImportedEntry:
    """One entry that an import looked at."""

    file: str
    name: str
    owner: str
    title: str
    id: str = ""
    """Empty in a dry run for an entry that does not exist yet."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import of one folder did, or in a dry run would do."""

    path: str
    new: tuple[ImportedEntry, ...] = ()
    changed: tuple[ImportedEntry, ...] = ()
    unchanged: tuple[ImportedEntry, ...] = ()
    skipped: tuple[Problem, ...] = ()
    """What was passed over by rule: no markdown, deleted here, an inner link."""
    problems: tuple[Problem, ...] = ()
    """What could not be taken and was left alone."""
    notes: tuple[Problem, ...] = ()
    """Remarks on what was taken, and on index lines that point nowhere."""
    dry_run: bool = False
    batch: str | None = None
    """The action in the history; None when nothing was written."""
    form: str = "markdown"
    """What it was read as."""
    left_out: int = 0
    """Entries that the filters or the limit passed over."""

    @property
    def exit_code(self) -> int:
        """0, or 3 when a file could not be taken."""
        return PARTLY if self.problems else 0


@dataclass(frozen=True, slots=True)
class FolderImport:
    """What one of Claude Code's folders brought in."""

    path: str
    kind: str
    """`project`, `agent` or `custom`."""
    owner: str
    root: str | None
    """The project's real folder, when it is known."""
    note: str
    """Why the owner is not what one would expect; empty when nothing is odd."""
    report: ImportReport


@dataclass(frozen=True, slots=True)
class ClaudeImportReport:
    """What an import of everything that Claude Code remembers did."""

    folders: tuple[FolderImport, ...]
    dry_run: bool = False
    batch: str | None = None

    @property
    def exit_code(self) -> int:
        """0, or 3 when a file could not be taken."""
        return PARTLY if any(folder.report.problems for folder in self.folders) else 0

    def total(self, part: str) -> int:
        """Return how many entries all folders have in a part of their reports, such as `new`."""
        return sum(len(getattr(folder.report, part)) for folder in self.folders)


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What an export did, or in a dry run would do. Paths are below `path`, with `/`."""

    path: str
    written: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    """Files of earlier exports whose entries are gone."""
    left: tuple[Problem, ...] = ()
    """Files of earlier exports that would have gone, but were changed by somebody."""
    problems: tuple[Problem, ...] = ()
    """Files that were not written because somebody else's stand there."""
    unlisted: tuple[str, ...] = ()
    """Names of entries whose files are there but that have no line in MEMORY.md, because of its limits."""
    masked: tuple[str, ...] = ()
    """Names of entries whose secrets are masked in what was written."""
    dry_run: bool = False

    @property
    def exit_code(self) -> int:
        """0, or 3 when a file could not be written."""
        return PARTLY if self.problems else 0
