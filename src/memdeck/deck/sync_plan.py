"""Deciding, pair by pair, what a sync does. Looks at folder and store; changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import PurePosixPath

from memdeck.deck.import_plan import Decision, ImportPlan, Step, Wish
from memdeck.exchange.entry_file import FoundEntry
from memdeck.exchange.entry_form import entry_file
from memdeck.exchange.extra_keys import AS_WRITTEN
from memdeck.exchange.folder import FolderReading
from memdeck.exchange.problem import Problem
from memdeck.exchange.safe_file import file_stem
from memdeck.exchange.sync_file import says
from memdeck.exchange.sync_state import Seen, SyncState, field_sums
from memdeck.exchange.three_way import MERGED_FIELDS
from memdeck.memory.entry import Memory
from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import LIVE_STATUSES, default_status
from memdeck.memory.rules import checked


class Side(StrEnum):
    """Which side wins where both changed; without one, both keep what they have."""

    FOLDER = "folder"
    MEMDECK = "memdeck"


@dataclass(frozen=True, slots=True)
class FileStep:
    """What happens to one file."""

    path: str
    id: str
    fields: frozenset[str] = frozenset()
    """What is brought over from the entry; none for a whole new file."""
    new: bool = False
    gone: bool = False
    renamed_to: str | None = None


@dataclass(slots=True)
class SyncPlan:
    """Everything that a sync does with one folder."""

    add: list[Decision] = field(default_factory=list)
    change: list[tuple[str, Memory, Memory]] = field(default_factory=list)
    """Path, entry before and after."""
    remove: list[tuple[str, Memory]] = field(default_factory=list)
    files: list[FileStep] = field(default_factory=list)
    pairs: dict[str, str] = field(default_factory=dict)
    """Path → id of what is in step afterwards."""
    conflicts: list[Problem] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    skipped: list[Problem] = field(default_factory=list)
    unchanged: int = 0


class SyncPlanner:
    """Makes the plan for one folder."""

    def __init__(
        self,
        reading: FolderReading,
        state: SyncState,
        live: Mapping[str, Memory],
        importing: ImportPlan,
        moment: datetime,
        *,
        prefer: Side | None,
        everything: bool,
    ) -> None:
        self._reading, self._state, self._live = reading, state, live
        self._importing, self._moment = importing, moment
        self._prefer, self._everything = prefer, everything
        self._found = {entry.file: entry for entry in reading.entries}
        self._blocked = {problem.file for problem in (*reading.problems, *reading.skipped)}
        self.plan = SyncPlan()

    def made(self) -> SyncPlan:
        """Return the plan."""
        settled = set(self._reading.settled)
        for path, seen in sorted(self._state.files.items()):
            if path in settled:
                self.plan.unchanged += 1
                self.plan.pairs[path] = seen.id
            elif not self._is_blocked(path):
                self._pair(path, seen)
        self._new_files()
        self._new_entries()
        return self.plan

    def _is_blocked(self, path: str) -> bool:
        """Tell whether a file could not be read, or lies where nothing could be: it is not gone."""
        parents = {str(parent) for parent in PurePosixPath(path).parents}
        return path in self._blocked or bool(parents & self._blocked)

    def _pair(self, path: str, seen: Seen) -> None:
        found, entry = self._found.get(path), self._live.get(seen.id)
        if found is not None and entry is not None:
            self._both(path, seen, found, entry)
        elif entry is not None:
            self._file_gone(path, seen, entry)
        elif found is not None:
            self._entry_gone(path, seen, found)

    def _both(self, path: str, seen: Seen, found: FoundEntry, entry: Memory) -> None:
        now_there, now_here = field_sums(found.memory), field_sums(entry)
        said = {name for name in MERGED_FIELDS if says(found, name)}
        equal = {name for name in said if now_there[name] == now_here[name]}
        there = {name for name in said if now_there[name] != seen.file.get(name)} - equal
        here = {name for name in said if now_here[name] != seen.entry.get(name)} - equal
        clash = there & here
        if clash and self._prefer is None:
            fields = ", ".join(name for name in MERGED_FIELDS if name in clash)
            self._conflict(path, f"{fields} changed here and in the file; both were kept.")
            return
        if self._prefer is Side.FOLDER:
            here -= clash
        else:
            there -= clash
        renamed = self._renamed(path, seen, entry)
        if there and not self._take_over(path, found, entry, there):
            return
        if here or renamed:
            self.plan.files.append(FileStep(path, entry.id, frozenset(here), renamed_to=renamed))
        elif not there:
            self.plan.unchanged += 1
        self.plan.pairs[renamed or path] = entry.id

    def _take_over(self, path: str, found: FoundEntry, entry: Memory, fields: set[str]) -> bool:
        values = {name: getattr(found.memory, name) for name in fields}
        if "extra" in fields and AS_WRITTEN in entry.extra:
            values["extra"] = {**found.memory.extra, AS_WRITTEN: entry.extra[AS_WRITTEN]}
        if "type" in fields and entry.status is default_status(entry.type) and "status" not in fields:
            values["status"] = default_status(found.memory.type)
        newer = found.memory.updated_at > entry.updated_at
        moment = found.memory.updated_at if newer else self._moment
        try:
            after = checked(replace(entry, **values, updated_at=moment))
        except InvalidField as error:
            self.plan.problems.append(Problem(path, str(error)))
            return False
        self.plan.change.append((path, entry, after))
        return True

    def _renamed(self, path: str, seen: Seen, entry: Memory) -> str | None:
        """Return the path that follows the entry's new name, when the file bore the old one."""
        place = PurePosixPath(path)
        if entry.name == seen.name or place.stem != file_stem(seen.name):
            return None
        fresh = str(place.with_name(entry_file(entry)))
        return fresh if self._is_free(fresh) else None

    def _file_gone(self, path: str, seen: Seen, entry: Memory) -> None:
        changed = {name for name, found in field_sums(entry).items() if found != seen.entry.get(name)}
        if not changed or self._prefer is Side.FOLDER:
            self.plan.remove.append((path, entry))
        elif self._prefer is Side.MEMDECK:
            self.plan.files.append(FileStep(path, entry.id, new=True))
            self.plan.pairs[path] = entry.id
        else:
            self._conflict(path, f"was deleted in the folder, and {entry.name!r} changed here; it was kept.")

    def _entry_gone(self, path: str, seen: Seen, found: FoundEntry) -> None:
        now = field_sums(found.memory)
        changed = any(now[name] != seen.file.get(name) for name in MERGED_FIELDS if says(found, name))
        if not changed or self._prefer is Side.MEMDECK:
            self.plan.files.append(FileStep(path, seen.id, gone=True))
        elif self._prefer is Side.FOLDER:
            self._state.files.pop(path)  # it is taken in like a new one
        else:
            self._conflict(path, "was deleted here, and changed in the folder; the file was kept.")

    def _conflict(self, path: str, reason: str) -> None:
        self.plan.conflicts.append(Problem(path, reason))

    def _new_files(self) -> None:
        fresh = [entry for path, entry in self._found.items() if path not in self._state.files]
        reading = replace(self._reading, entries=tuple(fresh))
        paired = {seen.id for seen in self._state.files.values()}
        for one in self._importing.decide(Wish(reading, self._state.owner)):
            if one.before is not None and one.before.id in paired and one.forget is None:
                reason = f"is a second file of {one.before.name!r}; left alone."
                self.plan.problems.append(Problem(one.file, reason))
            else:
                self._new_file(one)

    def _new_file(self, one: Decision) -> None:
        if one.step is Step.SKIP:
            self.plan.skipped.append(Problem(one.file, one.reason))
        elif one.step is Step.REPORT:
            where = self.plan.problems if one.before is None else self.plan.conflicts
            if one.before is None or self._prefer is not Side.MEMDECK:
                where.append(Problem(one.file, one.reason))
            else:
                self._match(one.file, one.before)
        else:
            if one.step is Step.ADD:
                self.plan.add.append(one)
            elif one.step is Step.CHANGE and one.before is not None:
                self.plan.change.append((one.file, one.before, one.after))
            else:
                self.plan.unchanged += 1
            self._match(one.file, one.after)

    def _match(self, path: str, entry: Memory) -> None:
        """Pair a file with its entry, and bring the file what it lacks."""
        found = self._found[path]
        there, here = field_sums(found.memory), field_sums(entry)
        lacks = {name for name in MERGED_FIELDS if says(found, name) and there[name] != here[name]}
        if lacks:
            self.plan.files.append(FileStep(path, entry.id, frozenset(lacks)))
        self.plan.pairs[path] = entry.id

    def _new_entries(self) -> None:
        known = {seen.id for seen in self._state.files.values()} | set(self.plan.pairs.values())
        held = {one.before.id for one in self.plan.add if one.before is not None}
        files = {path.casefold() for path in self._state.files} - self._leaving()
        taken = self._taken()
        for entry in self._live.values():
            if entry.id in known | held or not (self._everything or entry.status in LIVE_STATUSES):
                continue
            path = entry_file(entry)
            if path.casefold() in taken or path.casefold() in files:
                self.plan.problems.append(Problem(path, f"stands in the way of {entry.name!r}; left alone."))
                continue
            self.plan.files.append(FileStep(path, entry.id, new=True))
            self.plan.pairs[path] = entry.id
            taken.add(path.casefold())

    def _is_free(self, path: str) -> bool:
        return path.casefold() not in self._taken()

    def _taken(self) -> set[str]:
        present = {path.casefold() for path in (*self._found, *self._blocked)} - self._leaving()
        present |= {path.casefold() for path in self._reading.settled}
        return present | {path.casefold() for path in self.plan.pairs}

    def _leaving(self) -> set[str]:
        """Return the files that this sync takes away: another entry may have the name already."""
        return {step.path.casefold() for step in self.plan.files if step.gone}


def follow_moves(state: SyncState, reading: FolderReading, sums: Mapping[str, str]) -> list[str]:
    """Let the state follow files that were given another name: same bytes, or the id that a file carries.

    Return the names that they had.
    """
    left: list[str] = []
    present: Sequence[FoundEntry] = reading.entries
    there = {*(one.file for one in present), *reading.settled}
    gone = {path: seen for path, seen in state.files.items() if path not in there}
    for entry in present:
        if entry.file in state.files:
            continue
        for path, seen in gone.items():
            if entry.memory.id == seen.id or sums.get(entry.file) == seen.sum:
                state.files[entry.file] = state.files.pop(path)
                del gone[path]
                left.append(path)
                break
    return left
