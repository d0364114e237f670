"""Changes, deletions and injections as rows of one kind of list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from memdeck.exchange.extra_keys import without_own_form
from memdeck.memory.entry import Memory
from memdeck.memory.owner import owner_label
from memdeck.memory.revision import Action, Revision

if TYPE_CHECKING:
    from memdeck.deck.chronicle import HistoryRow
    from memdeck.memory.injection import RecordedInjection

VERBS = {
    Action.ADD: "added",
    Action.EDIT: "edited",
    Action.RENAME: "renamed",
    Action.REMOVE: "deleted",
    Action.RESTORE: "restored",
    Action.PURGE: "purged",
    Action.UNDO: "undid",
    Action.REDO: "redid",
}
"""What an action is called when it was done."""

SESSION_START = "(start of the session)"
"""Stands where the prompt of an injection would."""

_NOT_SHOWN = frozenset({"id", "updated_at", "version", "access_count", "last_accessed", "deleted_at"})
"""What changes with every change, or says what the action says already."""


class EventRow(NamedTuple):
    """One line of the list. Texts are hostile; the list makes them safe."""

    key: str
    """Tells rows apart; the cursor keeps to it."""
    at: datetime
    who: str
    what: str
    entry: str
    note: str = ""
    faded: bool = False
    """True for a change that was undone."""
    source: HistoryRow | RecordedInjection | None = None
    """What the row was made from."""


def change_row(row: HistoryRow) -> EventRow:
    """Return the line of a change."""
    what = VERBS[Action(row.action)]
    return EventRow(
        str(row.seq), row.at, row.author, what, row.title, _note(row.owner, row.undone), row.undone, row
    )


@lru_cache(maxsize=1_024)
def _note(owner: str, undone: bool) -> str:
    return owner_label(owner) + (" · undone" if undone else "")


def injection_row(made: RecordedInjection) -> EventRow:
    """Return the line of a recorded injection."""
    count = len(made.entries)
    what = f"{count} {'entry' if count == 1 else 'entries'}"
    return EventRow(
        made.id,
        made.at,
        made.client,
        what,
        made.prompt or SESSION_START,
        f"≈{made.tokens:,} tokens",
        source=made,
    )


@dataclass(frozen=True, slots=True)
class ChangedField:
    """One field of a change, as text; empty where the entry did not exist."""

    field: str
    label: str
    before: str
    after: str


_LABELS = {"type": "Type", "content": "Content", "name": "Name", "superseded_by": "Superseded by"}


def changed_fields(revision: Revision) -> list[ChangedField]:
    """Return what differs between before and after; for an addition or a purge, all there is."""
    before, after = revision.before, revision.after
    found = []
    for field in (item.name for item in fields(Memory)):
        if field in _NOT_SHOWN:
            continue
        old, new = as_text(before, field), as_text(after, field)
        if old != new:
            label = _LABELS.get(field, field.replace("_", " ").capitalize())
            found.append(ChangedField(field, label, old, new))
    return found


def as_text(memory: Memory | None, field: str) -> str:
    """Return a field as people read it; empty when there is no entry or no value."""
    if memory is None:
        return ""
    value: object = getattr(memory, field)
    match value:
        case None:
            return ""
        case datetime():
            return value.astimezone().strftime("%Y-%m-%d %H:%M")
        case tuple():
            return ", ".join(map(str, value))
        case _ if field == "source":
            source = memory.source
            return " · ".join(
                part for part in (source.writer.value, source.conversation, source.file) if part
            )
        case _ if field == "extra":
            return "\n".join(f"{key}: {item}" for key, item in without_own_form(memory.extra).items())
        case _:
            return str(value)


def fields_note(revision: Revision, shown: Sequence[str] = ("add", "purge", "remove", "restore")) -> str:
    """Return which fields a change touched, in words; empty where the action says it all."""
    if revision.action.value in shown:
        return ""
    if revision.before is not None and revision.after is not None:
        if revision.before.deleted_at is None and revision.after.deleted_at is not None:
            return "deleted it"
        if revision.before.deleted_at is not None and revision.after.deleted_at is None:
            return "brought it back"
    return ", ".join(change.label.lower() for change in changed_fields(revision))
