"""Writing entries into a folder: whole files, in a stable order, and never over anybody else's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path, PurePosixPath

from memdeck.exchange.atomic_file import flush_folder, folder_lock, write_atomic
from memdeck.exchange.entry_file import FileFacts, read_entry
from memdeck.exchange.entry_form import FolderFormat, entry_file, entry_text
from memdeck.exchange.file_names import is_index
from memdeck.exchange.file_text import decode
from memdeck.exchange.index_form import index_text
from memdeck.exchange.manifest import MANIFEST_NAME, Manifest, digest
from memdeck.exchange.problem import FileFault, Problem
from memdeck.exchange.reports import ExportReport
from memdeck.exchange.safe_file import read_regular
from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError
from memdeck.memory.owner import Owner

INDEX_FILE = "MEMORY.md"
_NOT_IN_FOLDER = re.compile(r"[^A-Za-z0-9_-]+")
_CHANGED = "was changed by somebody else since the last export; left alone. Import it first, or remove it."
_FOREIGN = "was not written by Memdeck; left alone. Import it first, or remove it."


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file of an export."""

    path: str
    data: bytes
    memory: Memory | None = None
    """The entry in it; None for an index."""
    written: datetime | None = None
    """The file's own time, in a form whose header holds none."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything an export would write, in the order of writing."""

    files: tuple[PlannedFile, ...]
    by_owner: bool
    unlisted: tuple[str, ...]
    """Names of entries that found no place in their index."""


def plan_export(memories: Sequence[Memory], form: FolderFormat, *, by_owner: bool) -> Plan:
    """Lay out an export: one folder, or one for each owner. The index comes after its entries."""
    files: list[PlannedFile] = []
    unlisted: list[str] = []
    owners = sorted({memory.owner for memory in memories})
    folders = _owner_folders(owners) if by_owner else dict.fromkeys(owners, "")
    for owner in owners or [""]:
        own = sorted((item for item in memories if item.owner == owner), key=lambda item: item.name)
        start = f"{folders[owner]}/" if by_owner and owner else ""
        for item in own:
            written = item.updated_at if form is FolderFormat.BYTECHEF else None
            text = entry_text(item, form).encode()
            files.append(PlannedFile(start + entry_file(item), text, item, written))
        index = index_text(own, form)
        unlisted += index.left_out
        if owner or not by_owner:
            files.append(PlannedFile(f"{start}{INDEX_FILE}", index.text.encode()))
    return Plan(tuple(files), by_owner, tuple(unlisted))


def write_export(dest: Path, plan: Plan, *, dry_run: bool = False) -> ExportReport:
    """Write a planned export.

    A file is written only when its bytes differ. A file that somebody else wrote or changed is left alone
    and reported. Files of earlier exports whose entries are gone are taken away, unless changed since.

    Raises:
        MemdeckError: the folder holds other things and no memories, or can't be written.
    """
    root = _destination(dest, plan)
    report = ExportReport(path=str(root), unlisted=plan.unlisted, dry_run=dry_run)
    if dry_run:
        return _Export(root, plan, Manifest.load(root) or Manifest()).look(report)
    try:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        with folder_lock(root):
            return _Export(root, plan, Manifest.load(root) or Manifest()).write(report)
    except OSError as error:
        raise MemdeckError(
            f"{root}: can't be written: {error.strerror or error}.",
            "Files written so far are whole; run the export again.",
        ) from error


def layout_by_owner(dest: Path, owners: int) -> bool:
    """Tell whether an export of so many owners gets a folder for each: also when the last one had."""
    manifest = Manifest.load(dest.expanduser())
    return owners > 1 or (manifest is not None and manifest.by_owner)


class _Export:
    def __init__(self, root: Path, plan: Plan, manifest: Manifest) -> None:
        self._root, self._plan, self._manifest = root, plan, manifest
        self._to_write: list[PlannedFile] = []
        self._stale: list[str] = []
        self._sums: dict[str, list[str]] = {}

    def look(self, report: ExportReport) -> ExportReport:
        """Compare the plan with what lies there; changes nothing."""
        problems: list[Problem] = []
        written, unchanged = [], []
        for file in self._plan.files:
            present, fault = self._present(file.path)
            if fault is not None:
                problems.append(Problem(file.path, fault.reason))
            elif present is None or (present != file.data and self._manifest.wrote(file.path, present)):
                written.append(file.path)
                self._to_write.append(file)
            elif present == file.data or self._same_entry(file, present):
                unchanged.append(file.path)
                self._sums[file.path] = [digest(file.data)] if present == file.data else []
            else:
                known = file.path in self._manifest.files
                problems.append(Problem(file.path, _CHANGED if known else _FOREIGN))
                self._sums[file.path] = self._manifest.files.get(file.path, [])
        left = self._leftovers()
        return replace(
            report,
            written=tuple(written),
            unchanged=tuple(unchanged),
            removed=tuple(self._stale),
            left=tuple(left),
            problems=tuple(problems),
        )

    def write(self, report: ExportReport) -> ExportReport:
        """Bring the folder to what the plan says."""
        report = self.look(report)
        before = {path: list(sums) for path, sums in self._manifest.files.items()}
        if self._to_write or self._stale:
            for file in self._to_write:
                before.setdefault(file.path, []).append(digest(file.data))
            Manifest(before, self._plan.by_owner).save(self._root)
        for file in self._to_write:
            path = self._root / file.path
            path.parent.mkdir(mode=0o700, exist_ok=True)
            write_atomic(path, file.data, file.written)
            self._sums[file.path] = [digest(file.data)]
        for stale in self._stale:
            (self._root / stale).unlink()
        if self._to_write or self._stale:
            for folder in sorted({(self._root / file.path).parent for file in self._to_write} | {self._root}):
                flush_folder(folder)
        Manifest({path: sums for path, sums in self._sums.items() if sums}, self._plan.by_owner).save(
            self._root
        )
        return report

    def _present(self, path: str) -> tuple[bytes | None, FileFault | None]:
        whole = self._root / path
        if whole.parent != self._root and whole.parent.is_symlink():
            return None, FileFault("lies in a folder that is a link; nothing is written through links.")
        if not whole.is_symlink() and not whole.exists():
            return None, None
        try:
            return read_regular(whole)[0], None
        except FileFault as fault:
            return None, fault

    def _same_entry(self, file: PlannedFile, present: bytes) -> bool:
        """Tell whether a file in another form says the same: then there is no reason to touch it."""
        if file.memory is None:
            return False
        memory = file.memory
        facts = FileFacts(file.path, "", memory.name, memory.name, memory.title, memory.updated_at)
        try:
            found = read_entry(decode(present), facts).memory
        except FileFault:
            return False
        return same_text(found, memory)

    def _leftovers(self) -> list[Problem]:
        """Sort the files of earlier exports that no entry asks for: ours go, changed ones stay."""
        planned = {file.path for file in self._plan.files}
        left = []
        for path in sorted(self._manifest.files.keys() - planned):
            if not _is_below(path):
                continue
            present, fault = self._present(path)
            if present is not None and self._manifest.wrote(path, present):
                self._stale.append(path)
                self._sums[path] = self._manifest.files[path]
            elif present is not None or fault is not None:
                left.append(
                    Problem(path, "belongs to no exported entry and was changed since; left in place.")
                )
                self._sums[path] = self._manifest.files[path]
        for path in self._stale:
            del self._sums[path]
        return left


def same_text(found: Memory, memory: Memory) -> bool:
    """Tell whether a file says what the entry says, in everything that the file's form can hold."""
    return (found.title, found.description, found.content, found.tags) == (
        memory.title,
        memory.description,
        memory.content,
        memory.tags,
    ) and found.type == memory.type


def _destination(dest: Path, plan: Plan) -> Path:
    """Check that the folder may be written into: it is new, empty, or a folder of memories."""
    shown = dest.expanduser()
    try:
        root = shown.resolve()
        if not root.exists():
            return root
        if not root.is_dir():
            raise MemdeckError(f"{shown}: is a file, not a folder.", "Nothing was written. Give a folder.")
        present = {item.name for item in root.iterdir()}
    except (OSError, RuntimeError, ValueError) as error:
        raise MemdeckError(f"{shown}: can't be used: {error}.", "Nothing was written.") from error
    if MANIFEST_NAME in present or any(is_index(name) for name in present):
        return root
    planned = {PurePosixPath(file.path).parts[0] for file in plan.files}
    if foreign := sorted(name for name in present - planned if not name.startswith(".memdeck-")):
        raise MemdeckError(
            f"{shown}: holds other files ({foreign[0]!r}) and no MEMORY.md.",
            "Nothing was written. Give a new or empty folder, or one with memories.",
        )
    return root


def _owner_folders(owners: Sequence[str]) -> dict[str, str]:
    """Give each owner a folder name; two that would be equal on some disk get numbers."""
    folders: dict[str, str] = {}
    taken: set[str] = set()
    for owner in owners:
        parsed = Owner.parse(owner)
        key = parsed.key
        if not key.isascii():
            from anyascii import anyascii

            key = anyascii(key)
        tail = f"-{parsed.environment}" if parsed.environment else ""
        wanted = f"{parsed.kind}-{_NOT_IN_FOLDER.sub('-', key).strip('-') or 'x'}"[:100] + tail
        name, number = wanted, 2
        while name.casefold() in taken:
            name, number = f"{wanted}-{number}", number + 1
        taken.add(name.casefold())
        folders[owner] = name
    return folders


def _is_below(path: str) -> bool:
    """Tell whether a path of a manifest can be Memdeck's own (the manifest could be anybody's)."""
    parts = PurePosixPath(path).parts
    inside = len(parts) <= 2 and not path.startswith("/") and ".." not in parts and "\\" not in path
    return inside and path.endswith(".md")
