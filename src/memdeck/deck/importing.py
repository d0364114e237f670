"""Taking folders and other programs' memories into the store: one import is one action, and so one undo."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from memdeck.deck.projects import Projects
from memdeck.memory.author import Author
from memdeck.memory.kinds import MemoryType
from memdeck.memory.owner import canonical_owner
from memdeck.memory.rules import choice

if TYPE_CHECKING:
    from memdeck.deck.import_run import Progress
    from memdeck.exchange.reports import ClaudeImportReport, ImportReport
    from memdeck.store.batch import Batch


class Importing(Projects):
    """Imports. Importing the same twice changes nothing."""

    def import_folder(
        self,
        path: str | os.PathLike[str],
        *,
        owner: str | None = None,
        dry_run: bool = False,
        include_deleted: bool = False,
        overwrite: bool = False,
        broken_as_body: bool = False,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Take the entries of a markdown folder in.

        Args:
            path: the folder.
            owner: whose the entries become. None: what each file says; else, for a project's memory folder of
                Claude Code, that project; else `user:me`.
            dry_run: only report what would happen.
            include_deleted: bring back what was deleted or purged here.
            overwrite: where a file and its entry both changed, let the file win; otherwise that is reported.
            broken_as_body: take files with a broken header as plain text, instead of reporting them.
            progress: told (files read, files there are) while a folder is read, in the calling thread.

        Raises:
            MemdeckError: the folder can't be read.
            InvalidField: the owner is none.
        """
        from memdeck.deck.import_run import ImportRun, Options

        options = Options(dry_run, include_deleted, overwrite, broken_as_body, progress=progress)
        return ImportRun(self, options, self._opened).folder(path, owner)

    def import_source(
        self,
        path: str | os.PathLike[str],
        *,
        format: str = "auto",  # noqa: A002 - the word of the command line
        owner: str | None = None,
        types: Iterable[str] = (),
        owners: Iterable[str] = (),
        since: datetime | None = None,
        limit: int | None = None,
        dry_run: bool = False,
        include_deleted: bool = False,
        overwrite: bool = False,
        broken_as_body: bool = False,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Take in what another program remembers, in one action. docs/importers.md lists what is read.

        Args:
            path: a file or a folder.
            format: what it is; `auto` tells by itself.
            owner: whose the entries become. None: as the source says, else the project that it lies in.
            types: only entries of these types.
            owners: only entries that would be these owners'.
            since: only what was written then or later.
            limit: at most so many, the newest; 0 is all. None: all, but 1,000 of claude-mem.
            dry_run, include_deleted, overwrite, broken_as_body, progress: as in `import_folder`.

        Raises:
            MemdeckError: there is nothing, or it can't be told what it is.
            InvalidField: a filter or the owner is wrong.
        """
        from memdeck.deck.import_run import ImportRun, Options
        from memdeck.deck.import_selection import Selection

        chosen = Selection(
            frozenset(choice("type", MemoryType, kind) for kind in types),
            frozenset(map(canonical_owner, owners)),
            since,
            sys.maxsize if limit == 0 else limit,
        )
        options = Options(dry_run, include_deleted, overwrite, broken_as_body, chosen, progress)
        return ImportRun(self, options, self._opened).source(Path(path).expanduser(), format, owner)

    def import_claude_code(
        self,
        root: str | os.PathLike[str] | None = None,
        *,
        dry_run: bool = False,
        include_deleted: bool = False,
        overwrite: bool = False,
        broken_as_body: bool = False,
        progress: Progress | None = None,
    ) -> ClaudeImportReport:
        """Take in every memory folder that Claude Code has on this machine, in one action.

        Args:
            root: the folder that holds `projects`; None is CLAUDE_CONFIG_DIR, else `~/.claude`.
            dry_run, include_deleted, overwrite, broken_as_body, progress: as in `import_folder`.

        Raises:
            MemdeckError: there is no such folder.
        """
        from memdeck.deck.import_run import ImportRun, Options

        options = Options(dry_run, include_deleted, overwrite, broken_as_body, progress=progress)
        return ImportRun(self, options, self._opened).claude_code(root)

    def _opened(self, author: Author, reason: str) -> AbstractContextManager[Batch]:
        return self._writer.batch(author, reason)
