"""Carrying out a sync: entries first, then files, then what both look like is remembered.

Killed between any two of these, the next sync finds both sides equal where this one got to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from memdeck.deck.guarding import Guard, guard_of
from memdeck.deck.import_plan import ImportPlan, Wish
from memdeck.deck.import_run import masked, owner_of
from memdeck.deck.projects import Projects
from memdeck.deck.sync_files import FolderWriting
from memdeck.deck.sync_plan import Side, SyncPlan, SyncPlanner, follow_moves
from memdeck.exchange.atomic_file import folder_lock
from memdeck.exchange.claude_code import is_data_folder, project_of
from memdeck.exchange.folder import FolderReading, Settled, read_folder
from memdeck.exchange.manifest import digest
from memdeck.exchange.problem import FileFault, Problem
from memdeck.exchange.reports import ImportedEntry
from memdeck.exchange.safe_file import read_regular
from memdeck.exchange.sync_report import SyncReport
from memdeck.exchange.sync_state import SyncState
from memdeck.memory.author import Author
from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError, VersionConflict
from memdeck.memory.kinds import Writer
from memdeck.memory.owner import ME, canonical_owner
from memdeck.memory.path_text import path_text
from memdeck.memory.query import MemoryQuery
from memdeck.memory.revision import Action
from memdeck.store.batch import Batch

OpenBatch = Callable[[Author, str], AbstractContextManager[Batch]]

_MISSING = "is missing from MEMORY.md."
_TRIES = 3


@dataclass(frozen=True, slots=True)
class SyncOptions:
    """How a sync is done; `Syncing.sync_folder` says what each means."""

    owner: str | None = None
    root: str | None = None
    """The project's folder that is registered with it."""
    dry_run: bool = False
    prefer: Side | None = None
    everything: bool = False
    """Also write entries that are not live, as for a whole copy."""
    make: bool = False
    """Make the folder when it was never there."""


class SyncRun:
    """The sync of one folder."""

    def __init__(self, deck: Projects, path: Path, options: SyncOptions, opened: OpenBatch) -> None:
        self._deck, self._options, self._opened = deck, options, opened
        self._shown = path
        self._guard: Guard | None = guard_of(deck.settings)

    def run(self) -> SyncReport:
        """Bring folder and store in step; tried again when somebody writes meanwhile."""
        for attempt in range(_TRIES):
            try:
                return self._once()
            except VersionConflict:
                if attempt == _TRIES - 1:
                    raise
        raise AssertionError

    def _once(self) -> SyncReport:
        path = self._shown.expanduser()
        path_text(path)
        if is_data_folder(path):
            raise MemdeckError(
                f"{self._shown}: holds the memories of many projects.",
                "Nothing was changed. Use 'memdeck sync --claude-code'.",
            )
        self._make(path)
        with folder_lock(path) if path.is_dir() and not self._options.dry_run else nullcontext():
            reading = self._reading(path)
            state = self._state(reading)
            left = self._follow(reading, state)
            plan = self._plan(reading, state)
            if self._options.dry_run:
                live = self._live(state.owner)
                writing = FolderWriting(reading, plan, live, self._guard, left=left, dry_run=True)
                return self._report(reading, state, plan, writing, None)
            batch = self._write_entries(plan, state, reading)
            writing = FolderWriting(reading, plan, self._live(state.owner), self._guard, left=left)
            writing.write()
            state.files = writing.seen(state.files)
            state.save(self._deck.home)
            return self._report(reading, state, plan, writing, batch)

    def _make(self, path: Path) -> None:
        if self._is_first(path) and not self._options.dry_run:
            path.mkdir(parents=True, mode=0o700)

    def _reading(self, path: Path) -> FolderReading:
        if self._is_first(path):
            return FolderReading(path.resolve(), (), (), (), None, {})
        state = SyncState.load(self._deck.home, path.resolve())
        return read_folder(path, settled=self._settled(state) if state is not None else None)

    def _settled(self, state: SyncState) -> Settled:
        """Return what tells that neither a file nor its entry changed: most never do."""
        live = self._live(state.owner)

        def settled(path: str, data: bytes, title: str) -> bool:
            seen = state.files.get(path)
            entry = live.get(seen.id) if seen is not None else None
            if seen is None or entry is None or title not in {"", entry.title}:
                return False
            return (entry.version, entry.name) == (seen.version, seen.name) and digest(data) == seen.sum

        return settled

    def _is_first(self, path: Path) -> bool:
        """Tell whether the folder is missing because it never was: one that went away is not made anew."""
        fresh = self._options.make and not path.exists()
        return fresh and SyncState.load(self._deck.home, path.resolve()) is None

    def _state(self, reading: FolderReading) -> SyncState:
        wanted = canonical_owner(self._options.owner) if self._options.owner else None
        state = SyncState.load(self._deck.home, reading.path)
        if state is None:
            return SyncState(str(reading.path), wanted or self._owner_of(reading))
        if wanted is not None and wanted != state.owner:
            raise MemdeckError(
                f"{self._shown}: is kept in step with {state.owner}, not with {wanted}.",
                "Nothing was changed. Leave --owner out, or use another folder.",
            )
        nothing = not (reading.entries or reading.settled or reading.indexes or reading.problems)
        if state.files and nothing and self._options.prefer is not Side.FOLDER:
            raise MemdeckError(
                f"{self._shown}: is empty, and held {len(state.files):,} memories. Is it mounted?",
                "Nothing was deleted. If it is meant to be empty: --prefer folder.",
            )
        return state

    def _owner_of(self, reading: FolderReading) -> str:
        known = self._deck.projects()
        project = project_of(reading.path, known)
        if project is not None:
            return owner_of(project, known)
        # What Memdeck wrote says whose it is. Nothing else may decide then: the entries of the wrong owner
        # would be written among these files, and what is known of a folder can get lost.
        said = {entry.memory.owner for entry in reading.entries if entry.owner_known}
        if len(said) > 1:
            raise MemdeckError(
                f"{self._shown}: holds memories of {len(said):,} owners: {', '.join(sorted(said)[:3])}.",
                "Nothing was changed. Say with --owner whose memories it is to be kept in step with.",
            )
        return next(iter(said), ME)

    def _follow(self, reading: FolderReading, state: SyncState) -> list[str]:
        """Follow renamed files; return the names that no file has any longer.

        Among these are files that a sync took away before it was killed: their entry is gone too, but the
        index still has their line.
        """
        left = []
        if any(entry.file not in state.files for entry in reading.entries):
            left = follow_moves(state, reading, _sums(reading, state))
        live, there = self._live(state.owner), {*(one.file for one in reading.entries), *reading.settled}
        unseen = {path: seen for path, seen in state.files.items() if path not in there}
        return left + [
            path
            for path, seen in unseen.items()
            if seen.id not in live and not (reading.path / path).exists()
        ]

    def _plan(self, reading: FolderReading, state: SyncState) -> SyncPlan:
        if self._guard is not None:
            reading = masked(Wish(reading, state.owner), self._guard).reading
        parts = self._deck.parts
        importing = ImportPlan(
            parts.reader,
            parts.clock(),
            include_deleted=self._options.prefer is Side.FOLDER,
            overwrite=self._options.prefer is Side.FOLDER,
            holds_nul=parts.database.dialect == "sqlite",
            guard=self._guard,
        )
        planner = SyncPlanner(
            reading,
            state,
            self._live(state.owner),
            importing,
            parts.clock(),
            prefer=self._options.prefer,
            everything=self._options.everything,
        )
        return planner.made()

    def _live(self, owner: str) -> dict[str, Memory]:
        found = self._deck.parts.reader.entries(MemoryQuery(owners=(owner,)))
        return {memory.id: memory for memory in found}

    def _write_entries(self, plan: SyncPlan, state: SyncState, reading: FolderReading) -> str | None:
        if not (plan.add or plan.change or plan.remove):
            return None
        label = f"sync {self._shown}"
        with self._opened(Author(Writer.SYNC, label), label) as batch:
            self._register(batch, state.owner, reading)
            batch.insert([one.after for one in plan.add if one.before is None])
            for one in plan.add:
                if one.before is not None:
                    batch.replace(one.before, one.after, Action.RESTORE)
                if one.forget is not None:
                    batch.unbury(one.forget)
            for _, before, after in plan.change:
                batch.replace(before, after, Action.EDIT)
            for _, entry in plan.remove:
                removed = batch.replace(entry, replace(entry, deleted_at=batch.moment), Action.REMOVE)
                batch.bury(removed, purged=False)
            return batch.id

    def _register(self, batch: Batch, owner: str, reading: FolderReading) -> None:
        """Note the folder of the project whose memories come in, when it is known and new."""
        project = project_of(reading.path, self._deck.projects())
        root = self._options.root or (project.root if project is not None else None)
        key = owner.removeprefix("project:")
        known = batch.projects()
        if root is None or not owner.startswith("project:"):
            return
        if root not in known and key not in known.values():
            batch.register_project(key, root)

    def _report(
        self,
        reading: FolderReading,
        state: SyncState,
        plan: SyncPlan,
        writing: FolderWriting,
        batch: str | None,
    ) -> SyncReport:
        gone = [*(path for path, _ in plan.remove), *writing.left]

        def entry(path: str, memory: Memory) -> ImportedEntry:
            return ImportedEntry(path, memory.name, memory.owner, memory.title, memory.id)

        problems = [*reading.problems, *plan.problems, *writing.problems]
        return SyncReport(
            path=str(reading.path),
            owner=state.owner,
            new_here=tuple(entry(one.file, one.after) for one in plan.add),
            changed_here=tuple(entry(path, after) for path, _, after in plan.change),
            removed_here=tuple(entry(path, memory) for path, memory in plan.remove),
            new_there=tuple(writing.new),
            changed_there=tuple(writing.changed),
            removed_there=tuple(writing.removed),
            unchanged=plan.unchanged,
            index=writing.index_changed,
            conflicts=tuple(plan.conflicts),
            skipped=(*reading.skipped, *plan.skipped),
            problems=tuple(sorted(problems, key=lambda problem: problem.file)),
            notes=(*(note for note in reading.notes if not _is_mended(note, plan, gone)), *writing.notes),
            dry_run=self._options.dry_run,
            batch=batch,
        )


def _is_mended(note: Problem, plan: SyncPlan, gone: Collection[str]) -> bool:
    """Tell whether a remark is about what this very sync sets right."""
    if note.reason == _MISSING:
        return note.file in plan.pairs
    return any(note.reason == f"points to {path}, which isn't there." for path in gone)


def _sums(reading: FolderReading, state: SyncState) -> dict[str, str]:
    sums = {}
    for entry in reading.entries:
        if entry.file not in state.files:
            try:
                sums[entry.file] = digest(read_regular(reading.path / entry.file)[0])
            except FileFault:
                continue
    return sums
