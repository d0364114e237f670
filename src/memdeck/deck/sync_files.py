"""The folder's half of a sync: files are written, patched, renamed and taken away, and the index follows."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import PurePosixPath

from memdeck.deck.guarding import Guard
from memdeck.deck.sync_plan import FileStep, SyncPlan
from memdeck.exchange.atomic_file import write_atomic
from memdeck.exchange.entry_file import FileFacts, read_entry
from memdeck.exchange.entry_form import FolderFormat, entry_text
from memdeck.exchange.file_names import is_index
from memdeck.exchange.file_text import BOM, FileText, decode
from memdeck.exchange.folder import FolderReading
from memdeck.exchange.index_form import index_order
from memdeck.exchange.manifest import digest
from memdeck.exchange.problem import FileFault, Problem
from memdeck.exchange.reports import ImportedEntry
from memdeck.exchange.safe_file import read_regular
from memdeck.exchange.sync_file import updated_text
from memdeck.exchange.sync_index import kept_in_step
from memdeck.exchange.sync_state import Seen, field_sums
from memdeck.memory.entry import Memory

_MOVED = "was changed a moment ago; left alone. Sync again."
_INDEX = "MEMORY.md"


class FolderWriting:
    """Carries out the plan's steps in the folder; a dry run only says which would work."""

    def __init__(
        self,
        reading: FolderReading,
        plan: SyncPlan,
        live: Mapping[str, Memory],
        guard: Guard | None,
        *,
        left: Collection[str] = (),
        dry_run: bool = False,
    ) -> None:
        """Prepare; `left` are names that no file has any longer, so that their lines in the index go."""
        self._reading, self._plan, self._live, self._guard = reading, plan, live, guard
        self._root, self._dry_run = reading.path, dry_run
        self._found = {entry.file: entry for entry in reading.entries}
        self._gone: list[str] = list(left)
        self.left = left
        self._changed: dict[str, tuple[Memory, Memory]] = {}
        self._failed: set[str] = set()
        self.problems: list[Problem] = []
        self.notes: list[Problem] = []
        self.new: list[ImportedEntry] = []
        self.changed: list[ImportedEntry] = []
        self.removed: list[ImportedEntry] = []
        self.index_changed = False
        if dry_run:
            self.write()

    def write(self) -> None:
        """Do every step; one that fails stops no other."""
        for step in self._plan.files:
            try:
                self._step(step)
            except FileFault as fault:
                self._fail(step, fault.reason)
            except OSError as error:
                self._fail(step, f"can't be written: {error.strerror or error}.")
        self._gone += [path for path, _ in self._plan.remove]
        self._follow_index()

    def seen(self, before: Mapping[str, Seen]) -> dict[str, Seen]:
        """Return what both sides look like now; what is not in step stays as it was last seen."""
        gone = {step.path for step in self._plan.files if step.gone or step.renamed_to}
        gone |= {path for path, _ in self._plan.remove}
        kept = {
            path: seen
            for path, seen in before.items()
            if path in self._failed or (path not in gone and path not in self._plan.pairs)
        }
        for path in [path for path, seen in kept.items() if self._is_over(path, seen)]:
            del kept[path]
        settled = set(self._reading.settled)
        for path, id_ in self._plan.pairs.items():
            if path in settled:
                kept[path] = before[path]
                continue
            seen = self._now(path, id_) if path not in self._failed else None
            if seen is not None:
                kept[path] = seen
        return kept

    def _is_over(self, path: str, seen: Seen) -> bool:
        return seen.id not in self._live and not (self._root / path).exists()

    def _now(self, path: str, id_: str) -> Seen | None:
        entry = self._live.get(id_)
        if entry is None:
            return None
        try:
            data = read_regular(self._root / path)[0]
            known = self._found.get(path)
            untouched = known is not None and path not in self._touched
            found = known if untouched else read_entry(decode(data), self._facts(path))
        except FileFault:
            return None
        assert found is not None  # noqa: S101 - read or known
        memory = found.memory
        if self._guard is not None:
            memory = self._guard.entry(memory, limited=False)
        return Seen(entry.id, entry.name, digest(data), field_sums(memory), field_sums(entry), entry.version)

    @property
    def _touched(self) -> set[str]:
        return {step.renamed_to or step.path for step in self._plan.files}

    def _step(self, step: FileStep) -> None:
        if step.gone:
            self._take_away(step)
        elif step.new:
            self._make(step)
        else:
            self._patch(step)

    def _take_away(self, step: FileStep) -> None:
        found = self._found[step.path]
        if not self._dry_run:
            self._unchanged(step.path)
            (self._root / step.path).unlink()
        self.removed.append(_entry(step.path, found.memory))
        self._gone.append(step.path)

    def _make(self, step: FileStep) -> None:
        memory = self._live.get(step.id)
        if memory is None:  # removed by somebody else since the plan was made: the next sync sees it
            return
        path = self._root / step.path
        if not self._dry_run:
            if path.is_symlink() or path.exists():
                raise FileFault(_MOVED)
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_atomic(path, entry_text(memory, FolderFormat.CLAUDE_CODE).encode())
        self.new.append(_entry(step.path, memory))

    def _patch(self, step: FileStep) -> None:
        memory, found = self._live.get(step.id), self._found[step.path]
        if memory is None:  # a dry run: the entry is not there yet
            return
        data = read_regular(self._root / step.path)[0]
        fresh = data
        if step.fields:
            text = updated_text(decode(data), found, memory, step.fields, self._facts(step.path))
            fresh = text.encode()
        target = step.renamed_to or step.path
        if fresh == data and target == step.path:
            return
        if not self._dry_run:
            if target != step.path and (self._root / target).exists():
                raise FileFault(_MOVED)
            self._unchanged(step.path, data)
            write_atomic(self._root / target, fresh)
            if target != step.path:
                (self._root / step.path).unlink()
        self.changed.append(_entry(target, memory))
        if target != step.path:
            self._gone.append(step.path)
        else:
            self._changed[target] = (found.memory, memory)

    def _unchanged(self, path: str, data: bytes | None = None) -> None:
        """Look once more, right before writing: somebody may have saved the file meanwhile."""
        present = read_regular(self._root / path)[0]
        found = self._found[path]
        if data is None:
            now = read_entry(decode(present), self._facts(path))
            same = field_sums(now.memory) == field_sums(found.memory)
        else:
            same = present == data
        if not same:
            raise FileFault(_MOVED)

    def _facts(self, path: str) -> FileFacts:
        found = self._found.get(path)
        stem = PurePosixPath(path).stem
        if found is None:
            entry = self._live.get(self._plan.pairs.get(path, ""))
            title = entry.title if entry is not None else ""
            moment = entry.updated_at if entry is not None else next(iter(self._live.values())).updated_at
            return FileFacts(path, str(self._root / path), stem, stem, title, moment)
        memory = found.memory
        return FileFacts(path, str(self._root / path), memory.name, stem, memory.title, memory.updated_at)

    def _fail(self, step: FileStep, reason: str) -> None:
        self.problems.append(Problem(step.path, reason))
        self._failed.update({step.path, step.renamed_to or step.path})

    def _follow_index(self) -> None:
        present = self._present()
        for folder, (name, before) in self._index_texts().items():

            def below(path: str, folder: str = folder) -> str | None:
                return _below(path, folder, self._reading.indexes)

            try:
                kept = kept_in_step(
                    before,
                    gone=[file for path in self._gone if (file := below(path)) is not None],
                    changed={
                        file: both
                        for path, both in self._changed.items()
                        if (file := below(path)) is not None
                    },
                    present=[(file, memory) for path, memory in present if (file := below(path)) is not None],
                )
            except FileFault as fault:
                self.problems.append(Problem(name, fault.reason, fault.line))
                continue
            if kept.unlisted:
                count = f"{len(kept.unlisted):,} memor{'y has' if len(kept.unlisted) == 1 else 'ies have'}"
                self.notes.append(Problem(name, f"is full; {count} no line in it."))
            if kept.text != before:
                self.index_changed = True
                if not self._dry_run:
                    self._write_index(name, before, kept.text)

    def _present(self) -> list[tuple[str, Memory]]:
        """Return the files that are there afterwards, with their entries, the most important first."""
        gone = {step.path for step in self._plan.files if step.gone or step.renamed_to} - {
            step.path for step in self._plan.files if step.new
        }
        paired = {
            path: self._live[id_]
            for path, id_ in self._plan.pairs.items()
            if id_ in self._live and path not in self._failed and path not in gone
        }
        order = {memory.id: place for place, memory in enumerate(index_order(list(paired.values())))}
        return sorted(paired.items(), key=lambda pair: order[pair[1].id])

    def _index_texts(self) -> dict[str, tuple[str, str]]:
        """Return each index by its folder: its path and its text."""
        texts: dict[str, tuple[str, str]] = {}
        for folder in self._reading.indexes:
            name = self._index_name(folder)
            try:
                text = _whole(decode(read_regular(self._root / name)[0]))
            except FileFault:
                continue
            texts[folder] = (name, text)
        unreadable = {problem.file.casefold() for problem in self._reading.problems}
        if "" not in self._reading.indexes and _INDEX.casefold() not in unreadable:
            texts[""] = (_INDEX, "")
        return texts

    def _index_name(self, folder: str) -> str:
        place = self._root / folder
        name = next((item.name for item in sorted(place.iterdir()) if is_index(item.name)), _INDEX)
        return f"{folder}/{name}" if folder else name

    def _write_index(self, name: str, before: str, now: str) -> None:
        path = self._root / name
        try:
            present = _whole(decode(read_regular(path)[0])) if path.exists() or path.is_symlink() else ""
            if present != before:
                raise FileFault(_MOVED)
            write_atomic(path, now.encode())
        except FileFault as fault:
            self.problems.append(Problem(name, fault.reason))
        except OSError as error:
            self.problems.append(Problem(name, f"can't be written: {error.strerror or error}."))


def _entry(path: str, memory: Memory) -> ImportedEntry:
    return ImportedEntry(path, memory.name, memory.owner, memory.title, memory.id)


def _whole(text: FileText) -> str:
    return (BOM if text.bom else "") + text.text


def _below(path: str, folder: str, indexes: Collection[str]) -> str | None:
    """Return a file's path below the index that it belongs to, the nearest one; None when that is another."""
    ups = [str(up) for up in PurePosixPath(path).parents if str(up) != "."]
    nearest = next((up for up in ups if up in indexes), "")
    if nearest != folder:
        return None
    return path.removeprefix(f"{folder}/") if folder else path
