"""Carrying out an import; loaded only when one is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path

from memdeck.deck.claiming import claimed
from memdeck.deck.deep_secrets import prepare_deep_secrets
from memdeck.deck.guarding import Guard, guard_of
from memdeck.deck.import_plan import Decision, ImportPlan, Step, Wish, problems_of
from memdeck.deck.import_selection import Selection
from memdeck.deck.import_source import importer_for, read_source, wish_for
from memdeck.deck.projects import Projects
from memdeck.exchange.claude_code import ClaudeFolder, FolderKind, find_folders, is_data_folder, project_of
from memdeck.exchange.folder import FolderReading, count_files, read_folder
from memdeck.exchange.importers.titles import name_of
from memdeck.exchange.problem import Problem
from memdeck.exchange.reports import ClaudeImportReport, FolderImport, ImportedEntry, ImportReport
from memdeck.memory.author import Author
from memdeck.memory.errors import MemdeckError
from memdeck.memory.kinds import Writer
from memdeck.memory.owner import ME, canonical_owner
from memdeck.memory.path_text import path_text
from memdeck.memory.project import project_key
from memdeck.memory.revision import Action
from memdeck.store.batch import Batch

OpenBatch = Callable[[Author, str], AbstractContextManager[Batch]]
"""Opens a transaction for an author and a reason."""

AnyPath = str | os.PathLike[str]
Progress = Callable[[int, int], None]
"""Told (files read, files there are) at each file. What it raises ends the import before it writes."""


@dataclass(frozen=True, slots=True)
class Options:
    """How an import is done; `Importing.import_folder` says what each means."""

    dry_run: bool = False
    include_deleted: bool = False
    overwrite: bool = False
    broken_as_body: bool = False
    selection: Selection = field(default_factory=Selection)
    progress: Progress | None = None


class ImportRun:
    """One import: any number of folders, one action in the history."""

    def __init__(self, deck: Projects, options: Options, opened: OpenBatch) -> None:
        self._deck, self._options, self._opened = deck, options, opened

    def folder(self, path: AnyPath, owner: str | None) -> ImportReport:
        """Import one folder."""
        if is_data_folder(Path(path).expanduser()):
            raise MemdeckError(
                f"{path}: holds the memories of many projects.",
                "Nothing was imported. Use 'memdeck import --claude-code', so that each gets its owner.",
            )
        path_text(path)
        known = self._deck.projects()
        reading = self._read([path])[0]
        wish = Wish(reading, canonical_owner(owner) if owner else None)
        if wish.owner is not None:
            wish = replace(wish, roots=claimed(wish.owner, reading.path, known, apart=self._apart))
        project = None if owner else project_of(reading.path, known)
        if project is not None:
            whose = owner_of(project, known)
            wish = Wish(reading, None, whose, _roots(project.root, whose))
        return self.run([wish], f"import {Path(path)}")[0]

    def source(self, path: Path, form: str, owner: str | None) -> ImportReport:
        """Import what another program wrote; a folder of markdown files too."""
        importer = importer_for(path, form)
        if importer is None:
            return self.folder(path, owner)
        path = path.resolve()  # what it holds is known by its real place again, from wherever it is named
        path_text(path)
        known = self._deck.projects()
        source = read_source(path, importer, known)
        if isinstance(source, Problem):
            folder = str(path.parent)
            return ImportReport(
                folder, problems=(source,), dry_run=self._options.dry_run, form=importer.format
            )
        selection = self._options.selection
        if selection.limit is None and importer.cap is not None:
            self._options = replace(self._options, selection=replace(selection, limit=importer.cap))
        wish = wish_for(source, owner, known, apart=self._apart)
        return replace(self.run([wish], f"import {path}")[0], form=importer.format)

    @property
    def _apart(self) -> bool:
        return self._deck.settings.storage.worktrees_apart

    def claude_code(self, root: AnyPath | None) -> ClaudeImportReport:
        """Import every folder of Claude Code."""
        known = self._deck.projects()
        found = find_folders(Path(root) if root is not None else None, known)
        wishes, owners = [], []
        readings = self._read([folder.path for folder in found])
        for folder, reading in zip(found, readings, strict=True):
            owner = owner_of(folder, known)
            if folder.kind is FolderKind.PROJECT and folder.root is not None:
                known = {**known, folder.root: owner.removeprefix("project:")}
            owners.append(owner)
            wishes.append(Wish(reading, owner, roots=_roots(folder.root, owner)))
        reports = self.run(wishes, "import from Claude Code")
        folders = tuple(
            FolderImport(str(one.path), one.kind, owner, one.root, one.note, report)
            for one, owner, report in zip(found, owners, reports, strict=True)
        )
        return ClaudeImportReport(folders, self._options.dry_run, reports[0].batch if reports else None)

    def _read(self, paths: Sequence[AnyPath]) -> list[FolderReading]:
        """Read folders, and tell how far that is."""
        told, done = self._options.progress, 0
        total = sum(map(count_files, paths)) if told is not None else 0

        def tick() -> None:
            nonlocal done
            done += 1
            if told is not None:
                told(done, max(done, total))

        return [
            read_folder(path, broken_as_body=self._options.broken_as_body, tick=tick if told else None)
            for path in paths
        ]

    def run(self, wishes: Sequence[Wish], label: str) -> list[ImportReport]:
        """Take in what was read, all of it in one action; secrets are masked before anything looks at it."""
        guard = guard_of(self._deck.settings)
        if guard is not None:
            prepare_deep_secrets(wait=True)
        wishes = [_selected(wish, self._options.selection) for wish in wishes]
        if guard is not None:
            wishes = [masked(wish, guard) for wish in wishes]
        decisions = self._decide(wishes)
        writes = any(one.step in {Step.ADD, Step.CHANGE} for part in decisions for one in part)
        if self._options.dry_run:
            return self._reports(wishes, decisions, None)
        if not writes:
            self._note_projects(wishes)
            return self._reports(wishes, decisions, None)
        with self._opened(Author(Writer.IMPORT, label), label) as batch:
            decisions = self._decide(wishes)  # again, now that nobody else can write
            for wish in wishes:
                for root, key in wish.roots.items():
                    _register(batch, root, key)
            for part in decisions:
                _apply(batch, part)
            return self._reports(wishes, decisions, batch.id)

    def _note_projects(self, wishes: Sequence[Wish]) -> None:
        """Note folders of projects whose entries are all there already."""
        known = self._deck.projects()
        there = [wish for wish in wishes if wish.reading.entries]
        roots = {root: key for wish in there for root, key in wish.roots.items() if root not in known}
        if roots:
            with self._opened(Author(Writer.IMPORT, ""), "") as batch:
                for root, key in roots.items():
                    _register(batch, root, key)

    def _decide(self, wishes: Sequence[Wish]) -> list[list[Decision]]:
        parts, options = self._deck.parts, self._options
        plan = ImportPlan(
            parts.reader,
            parts.clock(),
            include_deleted=options.include_deleted,
            overwrite=options.overwrite,
            holds_nul=parts.database.dialect == "sqlite",
            guard=guard_of(self._deck.settings),
        )
        return [plan.decide(wish) for wish in wishes]

    def _reports(
        self, wishes: Sequence[Wish], decisions: Sequence[list[Decision]], batch: str | None
    ) -> list[ImportReport]:
        dry_run = self._options.dry_run
        return [_report(wish, part, dry_run, batch) for wish, part in zip(wishes, decisions, strict=True)]


def owner_of(folder: ClaudeFolder, known: Mapping[str, str]) -> str:
    """Return whose the entries of one of Claude Code's folders are.

    A project's belong to that project, told by its real path, or by the folder's name where no path is
    known; a subagent's to `integration:agent-NAME`, because the main assistant doesn't see them; the folder
    that all projects share to `user:me`.
    """
    if folder.kind is FolderKind.CUSTOM:
        return ME
    key = project_key(folder.root, known) if folder.root is not None else ""
    if folder.kind is FolderKind.AGENT:
        return canonical_owner(f"integration:agent-{folder.label}" + (f"-{key}" if key else ""))
    if not key:
        key = folder.label.strip("-").casefold() or "unknown"
        key = key if key not in known.values() else f"{key}-unknown"
    return canonical_owner(f"project:{key}")


def _selected(wish: Wish, selection: Selection) -> Wish:
    """Return a wish with only the entries that are wanted, and how many are left out."""
    found = wish.reading.entries
    wanted = [entry for entry in found if selection.wants(entry, wish.owner_of(entry))]
    entries = selection.capped(wanted)
    reading = replace(wish.reading, entries=entries)
    return replace(wish, reading=reading, left_out=len(found) - len(entries))


def masked(wish: Wish, guard: Guard) -> Wish:
    """Return a wish with the secrets of its entries masked, and a remark for each entry that had some."""
    entries, notes = [], list(wish.reading.notes)
    for entry in wish.reading.entries:
        kinds = guard.kinds(entry.memory)
        if kinds:
            words = ", ".join(dict.fromkeys(kinds))
            notes.append(Problem(entry.file, f"held a secret, which was masked ({words})."))
            memory = guard.entry(entry.memory, limited=False)  # limits are the plan's
            if not wish.own_names and memory.name == name_of(entry.memory.title):
                memory = replace(memory, name=name_of(memory.title))
            entry = replace(entry, memory=memory)
        entries.append(entry)
    return replace(wish, reading=replace(wish.reading, entries=tuple(entries), notes=tuple(notes)))


def _roots(root: str | None, owner: str) -> dict[str, str]:
    """Return a folder's project as something to note; nothing when the entries are no project's."""
    return {root: owner.removeprefix("project:")} if root and owner.startswith("project:") else {}


def _register(batch: Batch, root: str, key: str) -> None:
    """Note a project's folder, in the action that brings its entries."""
    known = batch.projects()
    if root in known:
        return
    if key in known.values():
        raise MemdeckError(
            f"The project key {key!r} was given to another folder meanwhile.",
            "Nothing was imported. Try again.",
        )
    batch.register_project(key, root)


def _apply(batch: Batch, decisions: Sequence[Decision]) -> None:
    batch.insert([one.after for one in decisions if one.step is Step.ADD and one.before is None])
    for one in decisions:
        if one.before is not None and one.step in {Step.ADD, Step.CHANGE}:
            batch.replace(one.before, one.after, Action.EDIT if one.step is Step.CHANGE else Action.RESTORE)
        if one.forget is not None:
            batch.unbury(one.forget)


def _report(wish: Wish, decisions: Sequence[Decision], dry_run: bool, batch: str | None) -> ImportReport:
    def of(step: Step) -> tuple[ImportedEntry, ...]:
        return tuple(
            ImportedEntry(
                one.file,
                one.after.name,
                one.after.owner,
                one.after.title,
                "" if dry_run and one.before is None else one.after.id,
            )
            for one in decisions
            if one.step is step
        )

    reading = wish.reading
    problems = sorted(
        [*reading.problems, *problems_of(decisions, Step.REPORT)], key=lambda problem: problem.file
    )
    return ImportReport(
        path=str(reading.path),
        new=of(Step.ADD),
        changed=of(Step.CHANGE),
        unchanged=of(Step.KEEP),
        skipped=(*reading.skipped, *problems_of(decisions, Step.SKIP)),
        problems=tuple(problems),
        notes=reading.notes,
        dry_run=dry_run,
        batch=batch,
        left_out=wish.left_out,
    )
