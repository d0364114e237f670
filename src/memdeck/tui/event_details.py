"""What stands below the list of events: one change field by field, or one injection as it was given."""

from __future__ import annotations

from datetime import datetime

from textual.content import Content

from memdeck.memory.entry import Memory
from memdeck.memory.injection import RecordedInjection
from memdeck.memory.owner import owner_label
from memdeck.memory.printable import printable
from memdeck.memory.revision import Action, Revision
from memdeck.tui.counts import counted
from memdeck.tui.difference_lines import FieldChange, difference_content
from memdeck.tui.event_rows import SESSION_START, VERBS, changed_fields
from memdeck.tui.literal import literal

_MUTED = "$foreground-muted"
_FIRST = ("title", "description", "name", "type", "owner", "status", "importance", "tags", "content")
SHOWN = 20_000
"""Most characters of one text that are laid out; how much more there is, is said."""


def change_details(revision: Revision, together: int = 1) -> Content:
    """Return one change in full.

    Args:
        revision: the change.
        together: how many changes were made by the same action.
    """
    changes = sorted(changed_fields(revision), key=lambda change: _place(change.field))
    if revision.before is None or revision.after is None:
        changes = [change for change in changes if change.field in _FIRST]
    head = _change_head(revision, together)
    if revision.action is Action.REMOVE and revision.before is not None:
        return Content("\n\n").join([head, Content.styled("It held", "bold"), _held(revision.before)])
    if not changes:
        words = "Its text was erased with it." if _is_erased(revision) else "No field differs."
        return Content("\n\n").join([head, Content.styled(words, _MUTED)])
    shown = [FieldChange(change.label, change.before, change.after) for change in changes]
    return Content("\n\n").join([head, difference_content(shown)])


def _held(memory: Memory) -> Content:
    parts = [part for part in (memory.description, memory.content[:SHOWN]) if part]
    lines = [literal(part, one_line=False) for part in parts]
    if len(memory.content) > SHOWN:
        lines.append(
            Content.styled(f"… and {len(memory.content) - SHOWN:,} more characters", "$text-warning")
        )
    return Content("\n\n").join(lines)


def _place(field: str) -> int:
    return _FIRST.index(field) if field in _FIRST else len(_FIRST)


def _is_erased(revision: Revision) -> bool:
    return revision.before is None and revision.after is None


def _change_head(revision: Revision, together: int) -> Content:
    before, after = revision.before, revision.after
    versions = " → ".join(f"v{memory.version}" for memory in (before, after) if memory)
    words = [
        f"{VERBS[revision.action]} by {revision.author.label}",
        local_time(revision.at),
        owner_label(revision.owner),
        versions,
        f"one of {together:,} changed together" if together > 1 else "",
        "undone" if revision.undone else "",
    ]
    lines = [
        Content.assemble(literal(revision.title, "bold"), "  ", literal(revision.name, _MUTED)),
        literal(" · ".join(word for word in words if word), _MUTED),
    ]
    if revision.reason:
        lines.append(literal(f"why: {revision.reason}", _MUTED))
    return Content("\n").join(lines)


def injection_details(made: RecordedInjection) -> Content:
    """Return one injection: who asked, what went in, and the exact text."""
    session = f" · session {made.session}" if made.session else ""
    owners = ", ".join(owner_label(owner) for owner in made.access)
    entries = counted(len(made.entries), "entry", "entries")
    lines = [
        literal((made.prompt or SESSION_START)[:SHOWN], "bold", one_line=False),
        literal(f"{made.client} · {local_time(made.at)} · as {owners}{session}", _MUTED),
        Content.styled(f"{entries} · ≈{made.tokens:,} tokens · {made.bytes:,} bytes", _MUTED),
        Content(""),
    ]
    for entry in sorted(made.entries, key=lambda entry: entry.rank):
        lines.append(literal(f"{entry.rank:>2} {entry.name}  {entry.type}  {entry.score:.2f}"))
    text = printable(made.text[:SHOWN], one_line=False)
    lines += [Content(""), Content.styled("Exactly this was given", "bold"), Content(text)]
    if len(made.text) > SHOWN:
        lines.append(Content.styled(f"… and {len(made.text) - SHOWN:,} more characters", "$text-warning"))
    return Content("\n").join(lines)


def local_time(moment: datetime) -> str:
    """Return a moment in local time, to the second."""
    return f"{moment.astimezone():%-d %b %Y %H:%M:%S}"
