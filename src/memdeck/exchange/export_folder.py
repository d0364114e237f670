"""Writing entries into a folder: whole files, in a stable order, and never over anybody else's."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path, PurePosixPath

from memdeck.exchange.atomic_file import flush_folder, folder_lock, write_atomic
from memdeck.exchange.entry_file import FileFacts, read_entry
from memdeck.exchange.export_plan import INDEX_FILE, Plan, PlannedFile
from memdeck.exchange.file_names import is_index
from memdeck.exchange.file_text import decode
from memdeck.exchange.index_form import listed_files
from memdeck.exchange.manifest import MANIFEST_NAME, Manifest, digest
from memdeck.exchange.problem import FileFault, Problem
from memdeck.exchange.reports import ExportReport
from memdeck.exchange.safe_file import read_regular
from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError

_CHANGED = "was changed by somebody else since the last export; left alone. Import it first, or remove it."
_FOREIGN = "was not written by Memdeck; left alone. Import it first, or remove it."
_INDEX = "holds what Memdeck did not write; left alone. Remove it to have it written anew."


_WRITERS = 4
"""Files that are being written at one time."""

_OWN_MARK = b"\n  memdeck_id: "

Absorbed = Callable[[Memory, Memory], bool]
"""Tells of an entry whether what a changed file says was once its text: then overwriting loses nothing."""


def write_export(
    dest: Path, plan: Plan, *, dry_run: bool = False, absorbed: Absorbed = lambda entry, found: False
) -> ExportReport:
    """Write a planned export.

    A file is written only when its bytes differ. A file that somebody else wrote or changed is left alone
    and reported, unless the store knows its text (`absorbed`). Files of earlier exports that this one does
    not ask for are taken away, unless changed since.

    Raises:
        MemdeckError: the folder holds other things and no memories, or can't be written.
    """
    root = _destination(dest, plan)
    report = ExportReport(path=str(root), unlisted=plan.unlisted, dry_run=dry_run)
    if dry_run:
        return _Export(root, plan, absorbed).look(report)
    try:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        with folder_lock(root):
            return _Export(root, plan, absorbed).write(report)
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
    def __init__(self, root: Path, plan: Plan, absorbed: Absorbed) -> None:
        self._root, self._plan, self._absorbed = root, plan, absorbed
        self._planned = {file.path for file in plan.files}
        self._manifest = Manifest.load(root) or Manifest()
        self._to_write: list[PlannedFile] = []
        self._stale: list[str] = []
        self._sums: dict[str, list[str]] = {}

    def look(self, report: ExportReport) -> ExportReport:
        """Compare the plan with what lies there; changes nothing."""
        problems: list[Problem] = []
        unchanged = []
        for file in self._plan.files:
            present, reason = self._state(file)
            if reason:
                problems.append(Problem(file.path, reason))
                self._keep_sums(file.path)
            elif present:
                unchanged.append(file.path)
                self._keep_sums(file.path)
            else:
                self._to_write.append(file)
        left = self._leftovers()
        return replace(
            report,
            written=tuple(file.path for file in self._to_write),
            unchanged=tuple(unchanged),
            removed=tuple(self._stale),
            left=tuple(left),
            problems=tuple(problems),
        )

    def write(self, report: ExportReport) -> ExportReport:
        """Bring the folder to what the plan says."""
        report = self.look(report)
        if not self._to_write and not self._stale:
            self._save(self._sums)
            return report
        before = {path: list(sums) for path, sums in self._manifest.files.items()}
        for file in self._to_write:
            before.setdefault(file.path, []).append(digest(file.data))
        self._save(before)
        late = self._write_all()
        for stale in self._stale:
            (self._root / stale).unlink()
        for folder in sorted({(self._root / file.path).parent for file in self._to_write} | {self._root}):
            flush_folder(folder)
        self._save(self._sums)
        changed = {problem.file for problem in late}
        written = tuple(path for path in report.written if path not in changed)
        return replace(report, written=written, problems=(*report.problems, *late))

    def _state(self, file: PlannedFile) -> tuple[bool, str]:
        """Return whether the file stands there as wanted, and why it can't be written if it can't."""
        present, fault = self._present(file.path)
        if fault is not None:
            return False, fault.reason
        if present is None:
            return False, ""
        if present == file.data:
            if _OWN_MARK in present:  # a file that names its entry's id can be no one else's
                self._manifest.files.setdefault(file.path, [digest(present)])
            return True, ""
        if self._manifest.wrote(file.path, present):
            return False, ""
        known = file.path in self._manifest.files
        if file.memory is None:
            return False, "" if known and self._lists_only_ours(file.path, present) else _INDEX
        found = self._entry_in(file.memory, file.path, present)
        if found is not None and same_text(found, file.memory):
            return True, ""
        if found is not None and known and self._absorbed(file.memory, found):
            return False, ""
        return False, _CHANGED if known else _FOREIGN

    def _lists_only_ours(self, path: str, present: bytes) -> bool:
        """Tell whether an index that somebody changed holds nothing but lines that will be written anew."""
        try:
            listed = listed_files(decode(present))
        except FileFault:
            return False
        start = path[: -len(INDEX_FILE)]
        return listed is not None and {start + file for file in listed} <= self._planned

    def _write_all(self) -> list[Problem]:
        """Write the entries side by side, because each waits for the disk, and then the indexes."""
        entries = [file for file in self._to_write if file.memory is not None]
        indexes = [file for file in self._to_write if file.memory is None]
        with ThreadPoolExecutor(_WRITERS) as pool:
            reasons = [*pool.map(self._write, entries), *map(self._write, indexes)]
        files = [*entries, *indexes]
        return [Problem(file.path, why) for file, why in zip(files, reasons, strict=True) if why]

    def _write(self, file: PlannedFile) -> str:
        """Write one file; return why not, when somebody changed it a moment ago."""
        _, reason = self._state(file)
        if reason:
            self._keep_sums(file.path)
            return reason
        path = self._root / file.path
        path.parent.mkdir(mode=0o700, exist_ok=True)
        write_atomic(path, file.data, file.written)
        self._sums[file.path] = [digest(file.data)]
        return ""

    def _keep_sums(self, path: str) -> None:
        """Remember a file as ours if it was."""
        if path in self._manifest.files:
            self._sums[path] = self._manifest.files[path]

    def _save(self, sums: dict[str, list[str]]) -> None:
        if sums or self._manifest.files:
            Manifest(sums, self._plan.by_owner).save(self._root)

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

    @staticmethod
    def _entry_in(memory: Memory, path: str, present: bytes) -> Memory | None:
        """Return the entry that somebody's file holds, or None when it can't be read as one."""
        facts = FileFacts(path, "", memory.name, memory.name, memory.title, memory.updated_at)
        try:
            return read_entry(decode(present), facts).memory
        except FileFault:
            return None

    def _leftovers(self) -> list[Problem]:
        """Sort the files of earlier exports that no entry asks for: ours go, changed ones stay."""
        left = []
        for path in sorted(self._manifest.files.keys() - self._planned):
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


def _is_below(path: str) -> bool:
    """Tell whether a path of a manifest can be Memdeck's own (the manifest could be anybody's)."""
    parts = PurePosixPath(path).parts
    inside = len(parts) <= 2 and not path.startswith("/") and ".." not in parts and "\\" not in path
    return inside and path.endswith(".md")
