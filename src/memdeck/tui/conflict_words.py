"""What the Conflicts screen says about a finding; everything is safe to show."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import overload

from textual.content import Content

from memdeck.memory.conflict import Conflict, ConflictKind, ConflictState, Resolution
from memdeck.memory.entry import Memory
from memdeck.memory.owner import ME, owner_label
from memdeck.memory.printable import printable
from memdeck.tui.ages import age
from memdeck.tui.conflict_list import ConflictList
from memdeck.tui.detail import LABEL, kept_facts, source_words, used_words
from memdeck.tui.literal import literal
from memdeck.tui.markdown_blocks import MUTED

SIGNS: Mapping[ConflictKind, str] = {
    ConflictKind.CONTRADICTION: "⚡",
    ConflictKind.DUPLICATE: "≈",
    ConflictKind.PRECEDENCE: "↑",
}
EXACT_SIGN = "="
"""A duplicate whose texts are the same character for character."""

_SETTLED: Mapping[Resolution, str] = {
    Resolution.KEEP_NEWER: "kept the newer",
    Resolution.KEEP_OLDER: "kept the older",
    Resolution.MERGE: "merged",
    Resolution.NARROW: "narrowed",
    Resolution.BOTH_STAND: "both stand",
    Resolution.SUPERSEDED: "superseded by itself",
    Resolution.ELSEWHERE: "an entry was changed",
}


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One line of the queue."""

    key: str
    sign: str
    subject: str
    values: str
    owner: str
    when: datetime
    settled: str = ""
    """How it was settled."""


def row_of(conflict: Conflict) -> QueueRow:
    """Return the line of a finding."""
    duplicate = conflict.kind is ConflictKind.DUPLICATE
    owners = dict.fromkeys(owner_label(entry.owner) for entry in (conflict.older, conflict.newer))
    older, newer = (
        (conflict.older.title, conflict.newer.title)
        if duplicate
        else (conflict.older_says, conflict.newer_says)
    )
    return QueueRow(
        key=conflict.id,
        sign=EXACT_SIGN if conflict.exact else SIGNS[conflict.kind],
        subject=("the same" if conflict.exact else "says the same")
        if duplicate
        else printable(conflict.attribute),
        values=printable(older if older == newer else f"{older} ↔ {newer}"),
        owner=printable(", ".join(owners)),
        when=conflict.resolved_at or conflict.found_at,
        settled=settled_words(conflict),
    )


class QueueRows(Sequence[QueueRow]):
    """The lines of a list that was read only in part; what was not read is a line with dots."""

    def __init__(self, found: ConflictList, now: datetime) -> None:
        self._found = found
        self._now = now

    def __len__(self) -> int:
        return len(self._found.ids)

    @overload
    def __getitem__(self, place: int) -> QueueRow: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[QueueRow]: ...
    def __getitem__(self, place: int | slice) -> QueueRow | Sequence[QueueRow]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        id_ = self._found.ids[place]
        conflict = self._found.read.get(id_)
        return row_of(conflict) if conflict is not None else QueueRow(id_, "", "…", "", "", self._now)


def settled_words(conflict: Conflict) -> str:
    """Return how a finding was settled; empty for one that was not."""
    return _SETTLED[conflict.resolution] if conflict.resolution else ""


def why(conflict: Conflict, now: datetime, beaten: Collection[str] = ()) -> str:
    """Return why the two are shown, and what the assistant is given meanwhile.

    Args:
        conflict: the finding.
        now: the present.
        beaten: ids of entries that give way themselves, as the older side of an open contradiction.
    """
    gives_way = conflict.newer.id in beaten
    if conflict.kind is ConflictKind.PRECEDENCE and gives_way:
        return "For now the project's overrides nothing: it is the older side of an open conflict itself."
    if conflict.kind is ConflictKind.PRECEDENCE:
        return "Where both are seen, the project's is injected and yours gives way. Nothing to settle."
    if conflict.state is not ConflictState.OPEN:
        when = f" {age(conflict.resolved_at, now)}" if conflict.resolved_at else ""
        told = f"Settled{when}: {settled_words(conflict)}."
        return f"{told} Both may be injected." if conflict.resolution in _BOTH else told
    if conflict.exact:
        return "Both say the same, character for character."
    if conflict.kind is ConflictKind.DUPLICATE:
        return f"Both say the same in other words ({conflict.score:.0%} sure)."
    meanwhile = "a newer one than both is" if gives_way else "only the newer is"
    return f"They can't both hold ({conflict.score:.0%} sure). Meanwhile {meanwhile} injected."


_BOTH = frozenset({Resolution.BOTH_STAND, Resolution.NARROW})


def evidence(conflict: Conflict) -> str:
    """Return what was found, on one line."""
    return printable(conflict.evidence)


def side_places(conflict: Conflict) -> tuple[str, str]:
    """Return what the two sides are to each other: age decides, or whose they are."""
    if conflict.kind is not ConflictKind.PRECEDENCE:
        return "OLDER", "NEWER"
    return "YOURS" if conflict.older.owner == ME else "PERSON'S", "PROJECT'S"


def side_line(memory: Memory, now: datetime) -> str:
    """Return type, owner and age: `PROJECT · demo · changed 3 days ago`."""
    state = [] if memory.status == "active" else [memory.status.replace("_", " ")]
    parts = [str(memory.type), owner_label(memory.owner), f"changed {age(memory.updated_at, now)}", *state]
    return printable(" · ".join(parts))


def side_facts(memory: Memory, now: datetime) -> str:
    """Return use and origin: `used 12 times, last yesterday · written by you`."""
    used = used_words(memory, now)
    return printable(
        f"{'never used yet' if used == 'never yet' else f'used {used}'} · {source_words(memory)}"
    )


def side_rest(memory: Memory) -> Content:
    """Return what else an entry holds, below its text: description, name, tags, trust, times."""
    facts = [("Name", memory.name), *kept_facts(memory)]
    lines = [memory.description] if memory.description else []
    lines += [f"{label:<{LABEL}}{words}" for label, words in facts if words]
    return Content("\n").join(literal(line, MUTED) for line in lines)


def mark_words(found: Sequence[Conflict], memory_id: str, key: str, beaten: Callable[[str], bool]) -> str:
    """Return what the detail pane says of an entry at odds with others; not yet safe to show.

    Args:
        found: its open conflicts, or the project's entries that it gives way to; at least one.
        memory_id: the entry.
        key: of the screen that settles conflicts.
        beaten: tells by its id whether an entry is the older side of an open contradiction, and not injected.
    """
    conflict = min(found, key=lambda each: _weight(each, memory_id, beaten))
    other = conflict.newer if conflict.older.id == memory_id else conflict.older
    named = f"“{other.title}” ({owner_label(other.owner)})"
    more = f" And {len(found) - 1} more." if len(found) > 1 else ""
    if conflict.kind is ConflictKind.PRECEDENCE and beaten(other.id):
        told = f"Differs from {named}: {conflict.evidence}.{more}"
        return f"{told} That one gives way to a newer one, so this one is injected too."
    if conflict.kind is ConflictKind.PRECEDENCE:
        return f"Gives way to {named} where both are seen: {conflict.evidence}.{more}"
    if conflict.kind is ConflictKind.DUPLICATE:
        return f"Says the same as {named}.{more} Settle it in Conflicts ‹{key}›."
    said = f"Contradicts {named}: {conflict.evidence}.{more}"
    if other is not conflict.newer:
        meanwhile = "This one is"
    else:
        meanwhile = "A newer one than both is" if beaten(other.id) else "That one is"
    return f"{said} {meanwhile} injected meanwhile. Settle it in Conflicts ‹{key}›."


def _weight(conflict: Conflict, memory_id: str, beaten: Callable[[str], bool]) -> int:
    """Put first what decides whether an entry is injected; what weighs the same stays as it was found."""
    loses = conflict.kind is not ConflictKind.DUPLICATE and conflict.older.id == memory_id
    return 0 if loses and not beaten(conflict.newer.id) else 1 if loses else 2
