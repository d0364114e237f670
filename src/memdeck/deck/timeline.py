"""Undo and redo, for every change by anyone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from memdeck.deck.editing import Editing
from memdeck.memory.conflict import SETTLED
from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError, NoChange, VersionConflict
from memdeck.memory.revision import Action, Revision
from memdeck.store.batch import Batch

_ORDINARY = (Action.ADD, Action.EDIT, Action.RENAME, Action.REMOVE, Action.RESTORE)
_NOT_COMPARED = {"version": 0, "access_count": 0, "last_accessed": None}
"""What may differ between a change and now without anybody having changed the entry since."""


@dataclass(frozen=True, slots=True)
class Change:
    """An action that was taken back or made again."""

    batch: str
    """The new action in the history; undoing it again is `redo`."""
    revisions: tuple[Revision, ...]
    """The changes that it took back (or made again), oldest first."""
    summary: str
    """One line for people: `Undid: delete "Build setup"`."""


class Timeline(Editing):
    """Taking changes back. An undo is itself a change in the history; nothing is ever cut off."""

    def undo(self, batch: str | None = None, *, name: str | None = None) -> Change:
        """Take back an action: the given one, else the newest that still holds.

        Args:
            batch: the action's id; None is the newest by anyone that was not purged since.
            name: for an entry whose own name was used again meanwhile.

        Raises:
            NotFound: there is nothing to undo.
            VersionConflict: an entry was changed after that; nothing was done.
            NameTaken: a name is used again; give another.
        """
        with self._batch("undo", undoes=batch) as work:
            if batch is None:
                newest = work.newest_batch(_ORDINARY)
                if newest is None:
                    raise NoChange("There is no change to undo.", "The history holds none that still stands.")
                batch = newest.batch
            work.undoes = batch
            undone = work.revisions(batch)
            _check_can_undo(batch, undone)
            kept = [revision for revision in undone if _has_text(revision)]
            for revision in reversed(kept):
                _take_back(work, revision, name)
            work.mark_undone(batch, True)
            return Change(work.id, tuple(kept), f"Undid: {_told(work, batch, kept)}")

    def redo(self) -> Change:
        """Make the action again that was undone last; raise NotFound when a newer change stands between."""
        with self._batch("redo") as work:
            undo = work.newest_batch((Action.UNDO,))
            newest = work.newest_batch(_ORDINARY)
            if undo is None or undo.undoes is None or (newest is not None and newest.seq > undo.seq):
                raise NoChange("There is no change to redo.", "Nothing was undone since the last change.")
            work.undoes = undo.undoes
            again = [revision for revision in work.revisions(undo.undoes) if _has_text(revision)]
            if not again:
                raise NoChange("There is no change to redo.", "What was undone last has been purged since.")
            for revision in again:
                _make_again(work, revision)
            work.mark_undone(undo.undoes, False)
            work.mark_undone(undo.batch, True)
            return Change(work.id, tuple(again), f"Redid: {_told(work, undo.undoes, again)}")


def summary(revisions: list[Revision]) -> str:
    """Say in a few words what an action did."""
    verb = {Action.REMOVE: "delete"}.get(revisions[0].action, str(revisions[0].action))
    if len(revisions) == 1:
        return f'{verb} "{revisions[0].title}"'
    return f"{verb} {len(revisions)} memories"


def _told(work: Batch, batch: str, revisions: list[Revision]) -> str:
    """Say what an action did; of one that settled conflicts, which: its changes alone read like any edit."""
    settled = []
    if all(revision.reason.startswith(SETTLED) for revision in revisions):
        from memdeck.store.conflict_writing import settled_by

        settled = settled_by(work.connection, batch)
    if not settled:
        return summary(revisions)
    how = ", ".join(sorted({each.resolution.replace("_", " ") for each in settled}))
    if len(settled) > 1:
        return f"settling {len(settled):,} conflicts ({how})"
    return f'settling the conflict of "{settled[0].older}" and "{settled[0].newer}" ({how})'


def _check_can_undo(batch: str, revisions: list[Revision]) -> None:
    if not revisions:
        raise NoChange(f"There is no change {batch!r} in the history.")
    if revisions[0].undone:
        raise MemdeckError("That change was undone already.", "Nothing was done.")
    if not any(_has_text(revision) for revision in revisions):
        raise MemdeckError(
            "A purged memory can't come back: its text is gone.",
            "Nothing was done. An older change can be undone by its number in the history.",
        )


def _has_text(revision: Revision) -> bool:
    """Tell whether the entry was not purged since; what was purged is passed over, the rest comes back."""
    return revision.before is not None or revision.after is not None


def _take_back(work: Batch, revision: Revision, name: str | None) -> None:
    after = revision.after
    assert after is not None  # noqa: S101 - only purges have none, and those are refused before
    current = _unchanged(work, after)
    if revision.before is None:
        _settle(work, current, replace(after, deleted_at=work.moment), Action.UNDO)
        return
    before = revision.before
    if name is not None and after.deleted_at is not None:
        before = replace(before, name=name)
    _settle(work, current, before, Action.UNDO, _reason("taken back", revision))


def _make_again(work: Batch, revision: Revision) -> None:
    after = revision.after
    assert after is not None  # noqa: S101 - a purge is never undone, so never redone
    if revision.before is None:
        _settle(work, work.current(after.id), after, Action.REDO)
    else:
        reason = _reason("made again", revision)
        _settle(work, _unchanged(work, revision.before), after, Action.REDO, reason)


def _reason(what: str, revision: Revision) -> str | None:
    """Return why, for the history, when a settled conflict is concerned; None says what is usual."""
    return f"{what}: {revision.reason}" if revision.reason.startswith(SETTLED) else None


def _unchanged(work: Batch, expected: Memory) -> Memory:
    current = work.current(expected.id)
    if replace(current, **_NOT_COMPARED) != replace(expected, **_NOT_COMPARED):  # type: ignore[arg-type]
        raise VersionConflict(current, expected.version)
    return current


def _settle(work: Batch, current: Memory, wanted: Memory, action: Action, reason: str | None = None) -> None:
    kept = replace(wanted, access_count=current.access_count, last_accessed=current.last_accessed)
    settled = work.replace(current, kept, action, reason)
    if settled.deleted_at is None:
        work.unbury(settled.id)
    else:
        work.bury(settled, purged=False)
