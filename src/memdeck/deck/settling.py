"""Settling conflicts: what happens to the two entries, and what the history says about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memdeck.deck.superseding import superseded
from memdeck.memory.conflict import SETTLED, Conflict, Resolution, Settlement
from memdeck.memory.entry import Memory
from memdeck.memory.errors import InvalidField, VersionConflict
from memdeck.memory.kinds import LIVE_STATUSES
from memdeck.memory.limits import TITLE_LIMIT
from memdeck.memory.owner import canonical_owner
from memdeck.memory.revision import Action
from memdeck.memory.rules import checked, checked_condition
from memdeck.store.batch import Batch
from memdeck.store.conflict_writing import ConflictWriting

_FOR_MANY = frozenset({Resolution.KEEP_NEWER, Resolution.KEEP_OLDER, Resolution.BOTH_STAND})


@dataclass(frozen=True, slots=True)
class Rewording:
    """What merging and narrowing need to know."""

    content: str | None = None
    owner: str | None = None
    condition: str | None = None
    title: str | None = None
    which: str = "newer"


def settle_one(
    batch: Batch,
    conflict: Conflict,
    how: Resolution,
    rewording: Rewording,
    versions: tuple[int, int] | None,
) -> Settlement:
    """Settle an open conflict, read under the lock of `batch`."""
    older, newer = batch.current(conflict.older.id), batch.current(conflict.newer.id)
    for entry, version in zip((older, newer), versions or (), strict=False):
        if entry.version != version:
            raise VersionConflict(entry, version)
    writing = ConflictWriting(batch)
    told = _Settling(batch, writing, older, newer, rewording).by(how)
    writing.write()
    return Settlement(batch.id, tuple(batch.revisions(batch.id)), told)


def settle_alike(
    batch: Batch,
    conflicts: Sequence[Conflict],
    how: Resolution,
    progress: Callable[[int, int], None] | None = None,
) -> Settlement:
    """Settle several open conflicts in one way; those that an earlier one settled are passed over."""
    if how not in _FOR_MANY:
        raise InvalidField(
            "how", f"{how} needs each to be looked at.", f"Use {', '.join(sorted(_FOR_MANY))}."
        )
    count, told = 0, "Nothing was open."
    writing = ConflictWriting(batch)
    writing.load(conflict.older.id for conflict in conflicts)
    for done, conflict in enumerate(conflicts):
        if progress is not None:
            progress(done, len(conflicts))
        older, newer = batch.current(conflict.older.id), batch.current(conflict.newer.id)
        if older.status in LIVE_STATUSES and newer.status in LIVE_STATUSES:
            told = _Settling(batch, writing, older, newer, Rewording()).by(how)
            count += 1
    writing.write()
    summary = told if count < 2 else f"Settled {count} conflicts: {_words(how)}."
    return Settlement(batch.id, tuple(batch.revisions(batch.id)), summary)


class _Settling:
    def __init__(
        self, batch: Batch, writing: ConflictWriting, older: Memory, newer: Memory, rewording: Rewording
    ) -> None:
        self._batch = batch
        self._writing = writing
        self._older = older
        self._newer = newer
        self._new = rewording

    def by(self, how: Resolution) -> str:
        """Change the entries, note the decision, and say in one line what was done."""
        ways: dict[Resolution, Callable[[], str]] = {
            Resolution.KEEP_NEWER: self._keep_newer,
            Resolution.KEEP_OLDER: self._keep_older,
            Resolution.MERGE: self._merge,
            Resolution.NARROW: self._narrow,
            Resolution.BOTH_STAND: self._both_stand,
        }
        told = ways[how]()
        self._writing.settle(self._older, self._newer, how)
        return told

    def _keep_newer(self) -> str:
        self._older = self._replaced(self._older, self._newer, Resolution.KEEP_NEWER)
        return f'Kept "{self._newer.title}"; "{self._older.title}" is superseded.'

    def _keep_older(self) -> str:
        self._newer = self._replaced(self._newer, self._older, Resolution.KEEP_OLDER)
        return f'Kept "{self._older.title}"; "{self._newer.title}" is superseded.'

    def _merge(self) -> str:
        if self._new.content is None:
            raise InvalidField("content", "is required to merge.", "Give the text that takes both places.")
        changes: dict[str, Any] = {"content": self._new.content}
        if self._new.title is not None:
            changes["title"] = self._new.title
        self._older = self._replaced(self._older, self._newer, Resolution.MERGE)
        self._newer = self._changed(self._newer, changes, f"with {self._older.name}", Resolution.MERGE)
        return f'Merged into "{self._newer.title}"; "{self._older.title}" is superseded.'

    def _narrow(self) -> str:
        which = self._new.which
        if which not in {"newer", "older"}:
            raise InvalidField("which", f"{which!r} is unknown.", "Use newer or older.")
        entry, rest = (self._newer, self._older) if which == "newer" else (self._older, self._newer)
        narrowed = self._changed(entry, self._narrowing(entry), f"beside {rest.name}", Resolution.NARROW)
        if which == "newer":
            self._newer = narrowed
        else:
            self._older = narrowed
        return f'Narrowed "{narrowed.title}"; both hold.'

    def _both_stand(self) -> str:
        reason = f"{_said(Resolution.BOTH_STAND)} beside {self._older.name}"
        # Nothing changes but the version: the decision stands in the history, where it can be undone.
        self._newer = self._batch.replace(self._newer, self._newer, Action.EDIT, reason)
        return f'"{self._older.title}" and "{self._newer.title}" both stand.'

    def _narrowing(self, entry: Memory) -> dict[str, Any]:
        new = self._new
        if new.owner is None and not (new.condition or "").strip() and new.content is None:
            hint = "Give an owner to move it to, a condition, or a new text."
            raise InvalidField("narrow", "says nothing to narrow by.", hint)
        changes: dict[str, Any] = {}
        if new.owner is not None:
            changes["owner"] = canonical_owner(new.owner)
        if new.content is not None:
            changes["content"] = new.content
        elif new.condition and new.condition.strip():
            condition = checked_condition(new.condition)
            changes["content"] = f"{condition}: {entry.content}"
            title = f"{entry.title} ({condition})"
            if len(title) <= TITLE_LIMIT:
                changes["title"] = title
        if new.title is not None:
            changes["title"] = new.title
        return changes

    def _replaced(self, loser: Memory, winner: Memory, how: Resolution) -> Memory:
        after = checked(superseded(loser, winner, self._batch.moment))
        return self._batch.replace(loser, after, Action.EDIT, f"{_said(how)}, superseded by {winner.name}")

    def _changed(self, entry: Memory, changes: dict[str, Any], told: str, how: Resolution) -> Memory:
        after = replace(checked(replace(entry, **changes)), updated_at=self._batch.moment)
        return self._batch.replace(entry, after, Action.EDIT, f"{_said(how)} {told}")


def _said(how: Resolution) -> str:
    return f"{SETTLED}{_words(how)}"


def _words(how: Resolution) -> str:
    return how.replace("_", " ")
