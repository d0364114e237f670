"""Keeping markdown folders and the store in step, both ways."""

from __future__ import annotations

import os
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from memdeck.deck.exporting import Exporting
from memdeck.memory.errors import MemdeckError
from memdeck.memory.printable import printable
from memdeck.memory.query import MemoryQuery
from memdeck.settings.places import log_file

if TYPE_CHECKING:
    from memdeck.exchange.sync_report import SyncReport

SyncReports: TypeAlias = "list[SyncReport]"

_ONE_AT_A_TIME = threading.RLock()
_RUNNING = threading.local()
"""Has `syncs` while a thread writes because of a sync: that write must not start another."""


class Syncing(Exporting):
    """Syncs. A second one right after the first changes nothing."""

    def sync_folder(
        self,
        path: str | os.PathLike[str],
        *,
        owner: str | None = None,
        dry_run: bool = False,
        prefer: str | None = None,
    ) -> SyncReport:
        """Bring a memory folder and the entries of one owner in step.

        What changed on one side since they were last in step goes to the other; what changed on both is a
        conflict, and stays on both. A file is changed only where it differs.

        Args:
            path: the folder.
            owner: whose entries; None: as last time, else the project of a memory folder of Claude Code,
                else `user:me`.
            dry_run: only report what would happen.
            prefer: `folder` or `memdeck` settles conflicts in favour of that side.

        Raises:
            MemdeckError: the folder can't be read, or is empty all at once. Nothing was changed.
            InvalidField: the owner is none.
        """
        from memdeck.deck.sync_plan import Side
        from memdeck.deck.sync_run import SyncOptions, SyncRun

        side = Side(prefer) if prefer is not None else None
        options = SyncOptions(owner, dry_run=dry_run, prefer=side)
        return SyncRun(self, Path(path), options, self._opened).run()

    def sync_claude_code(
        self,
        root: str | os.PathLike[str] | None = None,
        *,
        dry_run: bool = False,
        prefer: str | None = None,
    ) -> SyncReports:
        """Bring every memory folder that Claude Code has on this machine in step, one after the other.

        Args:
            root: the folder that holds `projects`; None is CLAUDE_CONFIG_DIR, else `~/.claude`.
            dry_run, prefer: as in `sync_folder`.

        Raises:
            MemdeckError: there is no such folder, or one can't be read.
        """
        from memdeck.deck.import_run import owner_of
        from memdeck.deck.sync_plan import Side
        from memdeck.deck.sync_run import SyncOptions, SyncRun
        from memdeck.exchange.claude_code import find_folders

        side = Side(prefer) if prefer is not None else None
        reports = []
        for folder in find_folders(Path(root) if root is not None else None, self.projects()):
            owner = owner_of(folder, self.projects())
            options = SyncOptions(owner, folder.root, dry_run, side)
            reports.append(SyncRun(self, folder.path, options, self._opened).run())
        return reports

    def sync_own_folder(self, *, dry_run: bool = False, prefer: str | None = None) -> SyncReports:
        """Bring the folder of the setting `storage.folder` in step: in it, each owner has one of its own.

        Raises:
            MemdeckError: there is no such setting, or a folder can't be read.
        """
        if self.settings.storage.folder is None:
            raise MemdeckError("No folder was given.", "Give one, or set storage.folder.")
        owners = {*self._reader.facets(MemoryQuery()).owners, *self._owners_on_disk()}
        return self._sync_owners(owners, dry_run=dry_run, prefer=prefer)

    def _after_write(self, owners: frozenset[str]) -> None:
        """Bring the person's own folder in step. A change is never undone because a file can't be written."""
        super()._after_write(owners)
        if self.settings.storage.folder is None or getattr(_RUNNING, "syncs", False):
            return
        try:
            with _ONE_AT_A_TIME:
                reports = self._sync_owners(set(owners))
            faults = [str(one) for report in reports for one in (*report.conflicts, *report.problems)]
        except (MemdeckError, OSError) as error:
            faults = [str(error)]
        for fault in faults:
            self._note(fault)

    def _sync_owners(
        self, owners: set[str], *, dry_run: bool = False, prefer: str | None = None
    ) -> SyncReports:
        from memdeck.deck.sync_plan import Side
        from memdeck.deck.sync_run import SyncOptions, SyncRun
        from memdeck.exchange.export_plan import owner_folders

        root = Path(str(self.settings.storage.folder)).expanduser()
        known = self._owners_on_disk()
        names = owner_folders(sorted({*self._reader.facets(MemoryQuery()).owners, *known, *owners}))
        side = Side(prefer) if prefer is not None else None
        reports = []
        _RUNNING.syncs = True
        try:
            for owner in sorted(owners):
                folder = known.get(owner, root / names[owner])
                options = SyncOptions(owner, None, dry_run, side, everything=True, make=True)
                reports.append(SyncRun(self, folder, options, self._opened).run())
        finally:
            _RUNNING.syncs = False
        return reports

    def _owners_on_disk(self) -> dict[str, Path]:
        """Return the owners that have a folder already, each with it."""
        from memdeck.exchange.sync_state import SyncState

        root = Path(str(self.settings.storage.folder)).expanduser()
        try:
            folders = sorted(item.resolve() for item in root.iterdir() if item.is_dir())
        except OSError:
            return {}
        states = ((folder, SyncState.load(self.home, folder)) for folder in folders)
        return {state.owner: folder for folder, state in states if state is not None}

    def _note(self, fault: str) -> None:
        try:
            handle = os.open(log_file(self.home), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"{datetime.now(UTC).isoformat()} memdeck storage.folder: {printable(fault)}\n")
        except OSError:
            return
