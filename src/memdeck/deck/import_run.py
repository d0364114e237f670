"""Carrying out an import; loaded only when one is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from memdeck.deck.import_plan import Decision, ImportPlan, Step, Wish, problems_of
from memdeck.deck.projects import Projects
from memdeck.exchange.claude_code import ClaudeFolder, FolderKind, find_folders, is_data_folder, project_of
from memdeck.exchange.folder import read_folder
from memdeck.exchange.reports import ClaudeImportReport, FolderImport, ImportedEntry, ImportReport
from memdeck.memory.errors import MemdeckError
from memdeck.memory.kinds import Writer
from memdeck.memory.owner import ME, canonical_owner
from memdeck.memory.project import project_key
from memdeck.memory.revision import Action, Author
from memdeck.store.batch import Batch

OpenBatch = Callable[[Author, str], AbstractContextManager[Batch]]
"""Opens a transaction for an author and a reason."""

AnyPath = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Options:
    """How an import is done; `Importing.import_folder` says what each means."""

    dry_run: bool = False
    include_deleted: bool = False
    overwrite: bool = False
    broken_as_body: bool = False


class ImportRun:
    """One import: any number of folders, one action in the history."""

    def __init__(self, deck: Projects, options: Options, opened: OpenBatch) -> None:
        self._deck, self._options, self._opened = deck, options, opened

    def folder(self, path: AnyPath, owner: str | None) -> ImportReport:
        """Import one folder."""
        options = self._options
        if is_data_folder(Path(path).expanduser()):
            raise MemdeckError(
                f"{path}: holds the memories of many projects.",
                "Nothing was imported. Use 'memdeck import --claude-code', so that each gets its owner.",
            )
        reading = read_folder(path, broken_as_body=options.broken_as_body)
        wish = Wish(reading, canonical_owner(owner) if owner else None)
        project = None if owner else project_of(reading.path, self._deck.projects())
        roots: list[str | None] = [None]
        if project is not None:
            wish = Wish(reading, None, owner_of(project, self._deck.projects()))
            roots = [project.root]
        return self._run([wish], roots, f"import {Path(path)}")[0]

    def claude_code(self, root: AnyPath | None) -> ClaudeImportReport:
        """Import every folder of Claude Code."""
        known = self._deck.projects()
        found = find_folders(Path(root) if root is not None else None, known)
        wishes, owners = [], []
        for folder in found:
            owner = owner_of(folder, known)
            if folder.kind is FolderKind.PROJECT and folder.root is not None:
                known = {**known, folder.root: owner.removeprefix("project:")}
            owners.append(owner)
            reading = read_folder(folder.path, broken_as_body=self._options.broken_as_body)
            wishes.append(Wish(reading, owner))
        reports = self._run(wishes, [folder.root for folder in found], "import from Claude Code")
        folders = tuple(
            FolderImport(str(one.path), one.kind, owner, one.root, one.note, report)
            for one, owner, report in zip(found, owners, reports, strict=True)
        )
        return ClaudeImportReport(folders, self._options.dry_run, reports[0].batch if reports else None)

    def _run(self, wishes: Sequence[Wish], roots: Sequence[str | None], label: str) -> list[ImportReport]:
        decisions = self._decide(wishes)
        writes = any(one.step in {Step.ADD, Step.CHANGE} for part in decisions for one in part)
        if self._options.dry_run or not writes:
            return self._reports(wishes, decisions, None)
        with self._opened(Author(Writer.IMPORT, label), label) as batch:
            decisions = self._decide(wishes)  # again, now that nobody else can write
            for root, wish in zip(roots, wishes, strict=True):
                _register(batch, root, wish)
            for part in decisions:
                _apply(batch, part)
            return self._reports(wishes, decisions, batch.id)

    def _decide(self, wishes: Sequence[Wish]) -> list[list[Decision]]:
        parts, options = self._deck.parts, self._options
        plan = ImportPlan(
            parts.reader,
            parts.clock(),
            include_deleted=options.include_deleted,
            overwrite=options.overwrite,
            holds_nul=parts.database.dialect == "sqlite",
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


def _register(batch: Batch, root: str | None, wish: Wish) -> None:
    """Note a project's folder, in the action that brings its entries."""
    owner = wish.owner or wish.fallback
    if root is None or not owner.startswith("project:"):
        return
    known = batch.projects()
    if root in known:
        return
    key = owner.removeprefix("project:")
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
    )
