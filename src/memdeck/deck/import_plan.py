"""Deciding, entry by entry, what an import does. Looks into the store; changes nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from memdeck.deck.guarding import GUARDED_FIELDS, Guard
from memdeck.exchange.entry_file import FoundEntry
from memdeck.exchange.folder import FolderReading
from memdeck.exchange.problem import Problem
from memdeck.exchange.three_way import MERGED_FIELDS, base_values, merge
from memdeck.memory.entry import Memory
from memdeck.memory.errors import InvalidField
from memdeck.memory.ids import memory_id
from memdeck.memory.kinds import Writer
from memdeck.memory.naming import free_name
from memdeck.memory.owner import ME
from memdeck.memory.revision import Action, Revision
from memdeck.memory.rules import checked
from memdeck.store.reader import Origin, Reader, Tombstone

_ID = re.compile(r"mem_[0-9a-hjkmnp-tv-z]{26}")
_OUTSIDE_WRITERS = frozenset({Writer.IMPORT, Writer.SYNC})
_HISTORY = 1_000
"""Most changes of one entry that are looked through for what a file came from."""


class Step(StrEnum):
    """What happens to one found entry."""

    ADD = "new"
    CHANGE = "changed"
    KEEP = "unchanged"
    SKIP = "skipped"
    REPORT = "problem"


@dataclass(frozen=True, slots=True)
class Decision:
    """What an import does with one file."""

    file: str
    step: Step
    after: Memory
    """The entry as it will be; as found, when nothing is done."""
    before: Memory | None = None
    """The entry as it stands, when there is one."""
    reason: str = ""
    forget: str | None = None
    """The id whose tombstone goes, because the entry comes back."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A folder that was read, and how it is to be taken in."""

    reading: FolderReading
    owner: str | None = None
    """Whose all its entries become; None: as the files say, else `fallback`."""
    fallback: str = "user:me"
    roots: Mapping[str, str] = field(default_factory=dict)
    """Projects that come with it: real folder → key."""
    left_out: int = 0
    """Entries that the filters of the import passed over."""
    own_names: bool = True
    """False for a source whose names are only made from titles: they never tell which entry is meant."""

    def owner_of(self, entry: FoundEntry) -> str:
        """Return whose an entry becomes."""
        return self.owner or (entry.memory.owner if entry.owner_known else self.fallback)


class ImportPlan:
    """Decides for all folders of one import; each entry of the store is matched by one file at most."""

    def __init__(
        self,
        reader: Reader,
        moment: datetime,
        *,
        include_deleted: bool = False,
        overwrite: bool = False,
        holds_nul: bool = True,
        guard: Guard | None = None,
    ) -> None:
        self._reader, self._moment, self._holds_nul = reader, moment, holds_nul
        self._include_deleted, self._overwrite, self._guard = include_deleted, overwrite, guard
        origins = reader.origins()
        self._by_id = {origin.id: origin for origin in origins}
        self._by_name = {(origin.owner, origin.name): origin for origin in origins}
        self._by_file: dict[str, list[Origin]] = {}
        for origin in origins:
            if origin.source_file is not None:
                self._by_file.setdefault(origin.source_file, []).append(origin)
        graves = reader.tombstones()  # oldest first: of several, the latest counts
        self._graves = {grave.memory_id: grave for grave in graves}
        self._graves_by_name = {(grave.owner, grave.name): grave for grave in graves}
        self._graves_by_file = {grave.source_file: grave for grave in graves if grave.source_file}
        self._by_plain_name: dict[str, list[Origin]] = {}
        for origin in origins:
            self._by_plain_name.setdefault(origin.name, []).append(origin)
        self._by_text = {(origin.owner, origin.content_hash): origin.name for origin in origins}
        self._graves_by_text = {(grave.owner, grave.content_hash): grave for grave in graves}
        self._contents: dict[tuple[str, str, str], str] = {}
        self._matched: set[str] = set()
        self._names = set(self._by_name)

    def decide(self, wish: Wish) -> list[Decision]:
        """Decide for every entry of a folder, in the order of their paths."""
        reading = wish.reading
        found = [_owned(entry, wish) for entry in reading.entries]
        files = {str(reading.path / entry.file) for entry in found}
        matches = [self._match(entry, wish, str(reading.path / entry.file), files) for entry in found]
        if not wish.own_names:
            self._note_known(wish, found, matches)
        current = {
            item.id: item for item in self._reader.page([one.id for one in matches if one is not None])
        }
        return [
            self._decision(entry, wish, current.get(match.id) if match is not None else None)
            for entry, match in zip(found, matches, strict=True)
        ]

    def _note_known(self, wish: Wish, found: Sequence[FoundEntry], matches: Sequence[Origin | None]) -> None:
        """Note the texts of what is known or was deleted: a copy beside it says nothing new."""
        for entry, match in zip(found, matches, strict=True):
            memory = entry.memory
            if match is not None or self._grave(entry, wish, str(wish.reading.path / entry.file)):
                self._contents[memory.owner, memory.title, memory.content] = (
                    match.name if match else memory.name
                )

    def _match(self, entry: FoundEntry, wish: Wish, path: str, files: set[str]) -> Origin | None:
        """Find the live entry a file stands for: by id, else by file of origin, else by owner and name."""
        memory = entry.memory
        own = self._by_id.get(memory.id)
        if own is not None and (own.owner == memory.owner or wish.owner is None):
            return self._take(own)
        for origin in self._from_file(path, memory.owner):
            if self._came_to(wish, memory.owner, origin.owner, origin.id):
                return self._take(origin)
        if not wish.own_names:
            return None
        named = self._by_name.get((memory.owner, memory.name))
        if named is None or named.source_file in files - {path} or self._is_gone(memory.id):
            return None
        return self._take(named)

    def _take(self, origin: Origin) -> Origin | None:
        if origin.id in self._matched:
            return None
        self._matched.add(origin.id)
        return origin

    def _decision(self, entry: FoundEntry, wish: Wish, current: Memory | None) -> Decision:
        origin = str(wish.reading.path / entry.file)
        if not self._holds_nul and _has_nul(entry.memory):
            reason = "holds a NUL character, which PostgreSQL can't store. Take it out."
            return Decision(entry.file, Step.REPORT, entry.memory, reason=reason)
        try:
            if current is not None:
                return self._for_known(entry, current, origin)
            grave = self._grave(entry, wish, origin)
            if grave is None:
                return self._for_new(entry, wish, origin)
            if not self._include_deleted:
                word = "purged" if grave.purged else "deleted"
                return Decision(entry.file, Step.SKIP, entry.memory, reason=f"was {word} here; it stays so.")
            return self._for_deleted(entry, grave, origin)
        except InvalidField as error:
            return Decision(entry.file, Step.REPORT, entry.memory, reason=str(error))

    def _for_new(self, entry: FoundEntry, wish: Wish, origin: str) -> Decision:
        memory = entry.memory
        text, content = (memory.owner, memory.content_hash), (memory.owner, memory.title, memory.content)
        same = self._by_text.get(text) or self._contents.get(content)
        if not wish.own_names and wish.owner is None and same is None:
            same = self._namesake(memory)
        if same and not wish.own_names:
            return Decision(entry.file, Step.SKIP, memory, reason=f"says the same as {same!r}.")
        fresh = self._fresh(entry, origin)
        self._by_text[text] = self._contents[content] = fresh.name
        return Decision(entry.file, Step.ADD, fresh)

    def _namesake(self, memory: Memory) -> str | None:
        """Return the name when an entry of this name says all of it: our own export comes back.

        Exports hold no owners, so what comes back as the person's may be anybody's. What a project would get
        is there only if a session of that project sees it.
        """
        said = _lines(memory)
        for item in self._reader.page([origin.id for origin in self._by_plain_name.get(memory.name, ())]):
            if memory.owner != ME and item.owner not in _seen_with(memory.owner):
                continue
            masked = item if self._guard is None else self._guard.entry(item, limited=False)
            if said <= _lines(item) or said <= _lines(masked):
                return item.name
        return None

    def _for_known(self, entry: FoundEntry, current: Memory, origin: str) -> Decision:
        found = self._unmasked(entry.memory, current)
        outcome = merge(current, found, None, whole=bool(found.id))
        if outcome.clashes:
            base = self._base(entry, current)
            outcome = merge(current, found, base, whole=bool(found.id), overwrite=self._overwrite)
        if outcome.clashes:
            fields = ", ".join(outcome.clashes)
            reason = (
                f"differs from {current.name!r} in {fields}, which changed here too; nothing was overwritten."
            )
            return Decision(entry.file, Step.REPORT, found, current, reason)
        if not outcome.changed:
            return Decision(entry.file, Step.KEEP, current, current)
        newer = found.updated_at > current.updated_at
        updated = found.updated_at if newer else self._moment
        source = current.source if found.id else replace(current.source, file=origin)
        after = checked(replace(outcome.memory, source=source, updated_at=updated))
        return Decision(entry.file, Step.CHANGE, after, current)

    def _for_deleted(self, entry: FoundEntry, grave: Tombstone, origin: str) -> Decision:
        kept = self._reader.page([grave.memory_id])
        if grave.purged or not kept or kept[0].deleted_at is None:
            return Decision(entry.file, Step.ADD, self._fresh(entry, origin), forget=grave.memory_id)
        before, found = kept[0], entry.memory
        values = {field: getattr(found, field) for field in MERGED_FIELDS}
        name = self._free(before.owner, before.name)
        after = replace(before, **values, name=name, deleted_at=None, updated_at=found.updated_at)
        return Decision(entry.file, Step.ADD, checked(after), before, forget=before.id)

    def _unmasked(self, found: Memory, current: Memory) -> Memory:
        """Return what was found, with the secrets that are kept here where it only holds their masks."""
        if self._guard is None:
            return found
        masked = self._guard.entry(current, limited=False)
        kept = {
            field: getattr(current, field)
            for field in GUARDED_FIELDS
            if getattr(masked, field) == getattr(found, field) != getattr(current, field)
        }
        return replace(found, **kept) if kept else found

    def _fresh(self, entry: FoundEntry, origin: str) -> Memory:
        found = entry.memory
        free = _ID.fullmatch(found.id) and found.id not in self._by_id and found.id not in self._graves
        source = found.source if free else replace(found.source, file=origin)
        new = found.id if free else memory_id(self._moment)
        name = self._free(found.owner, found.name)
        return checked(replace(found, id=new, name=name, source=source))

    def _free(self, owner: str, wanted: str) -> str:
        name = free_name(wanted, lambda name: (owner, name) in self._names)
        self._names.add((owner, name))
        return name

    def _grave(self, entry: FoundEntry, wish: Wish, path: str) -> Tombstone | None:
        """Return the tombstone of what this file stands for, the latest one first."""
        memory = entry.memory
        grave = self._graves.get(memory.id)
        if grave is None and wish.own_names:
            grave = self._graves_by_name.get((memory.owner, memory.name))
        elif grave is None:
            grave = self._graves_by_text.get((memory.owner, memory.content_hash))
        if grave is not None:
            return grave
        grave = self._graves_by_file.get(path)
        if grave is None or not self._came_to(wish, memory.owner, grave.owner, grave.memory_id):
            return None
        return grave

    def _from_file(self, path: str, owner: str) -> list[Origin]:
        """Return the live entries that came from a file, the wanted owner's first."""
        return sorted(self._by_file.get(path, ()), key=lambda origin: origin.owner != owner)

    def _came_to(self, wish: Wish, owner: str, present: str, id_: str) -> bool:
        """Tell whether an entry that came from a file is the one that this import means by it.

        It is when the import names no owner, or when it was imported for that owner and moved since.
        """
        return wish.owner is None or owner in {present, self._first_owner(id_)}

    def _is_gone(self, id_: str) -> bool:
        return id_ in self._graves and id_ not in self._by_id

    def _first_owner(self, id_: str) -> str | None:
        """Return the owner an entry was added for, before anybody moved it."""
        added = self._reader.history(id_, actions=(Action.ADD,), limit=1)
        return added[0].owner if added else None

    def _base(self, entry: FoundEntry, current: Memory) -> Mapping[str, object] | None:
        """Return what the file and the entry both came from, as far as the history tells."""
        if entry.stamp is not None and entry.stamp == current.updated_at:
            return base_values(current)
        history = self._reader.history(current.id, limit=_HISTORY)
        if entry.stamp is not None:
            for revision in history:
                if revision.after is not None and revision.after.updated_at == entry.stamp:
                    return base_values(revision.after)
        return _base_from(history)


def _base_from(history: Sequence[Revision]) -> Mapping[str, object] | None:
    """Follow the imports of an entry: each field as the file last said it."""
    base: dict[str, object] = {}
    for revision in reversed(history):
        if revision.author.writer not in _OUTSIDE_WRITERS or revision.after is None or revision.undone:
            continue
        after = base_values(revision.after)
        before = base_values(revision.before) if revision.before is not None else {}
        base.update({field: value for field, value in after.items() if before.get(field, _NOTHING) != value})
    return base or None


_NOTHING = object()


def _lines(memory: Memory) -> set[str]:
    """Return the lines of an entry's text, without blanks and list marks."""
    return {line.strip().removeprefix("- ").strip() for line in memory.content.splitlines()} - {""}


def _seen_with(owner: str) -> set[str]:
    """Return the owners that a session of `owner` sees."""
    return {owner, ME} if owner.startswith("project:") else {owner}


def _has_nul(memory: Memory) -> bool:
    return any("\0" in text for text in (memory.title, memory.description, memory.content, *memory.tags))


def _owned(entry: FoundEntry, wish: Wish) -> FoundEntry:
    return replace(entry, memory=replace(entry.memory, owner=wish.owner_of(entry)))


def problems_of(decisions: Sequence[Decision], step: Step) -> list[Problem]:
    """Return the decisions of one kind as lines for a report."""
    return [Problem(one.file, one.reason) for one in decisions if one.step is step]
