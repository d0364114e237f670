"""Two entries that can't both hold, or that say the same, and how that was settled."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError, NotFound
from memdeck.memory.revision import Revision


class ConflictKind(StrEnum):
    """What two entries are to each other."""

    CONTRADICTION = "contradiction"
    DUPLICATE = "duplicate"
    PRECEDENCE = "precedence"
    """A person's entry differs from a project's: the project's holds there, nothing is to be settled."""


class ConflictState(StrEnum):
    """Where a finding stands."""

    OPEN = "open"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"
    """Both stand; it is not raised again until one of the texts changes."""
    PRECEDENCE = "precedence"
    """Nothing to be settled: the more specific entry goes first where both are seen."""


class Resolution(StrEnum):
    """How a finding was settled."""

    KEEP_NEWER = "keep_newer"
    KEEP_OLDER = "keep_older"
    MERGE = "merge"
    NARROW = "narrow"
    BOTH_STAND = "both_stand"
    SUPERSEDED = "superseded"
    """By itself: the newer text announces the change, or the configuration says so."""
    ELSEWHERE = "elsewhere"
    """By a change to one of the entries: edited, removed, archived, expired."""


REPLACING = frozenset({Resolution.KEEP_NEWER, Resolution.KEEP_OLDER, Resolution.MERGE, Resolution.SUPERSEDED})
"""Resolutions that leave one entry superseded; they hold as long as it is."""

SETTLED = "conflict settled: "
"""What the reason of a change begins with that settled a conflict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A finding between two entries as they stand now."""

    id: str
    """The same for the same pair, whoever finds it."""
    kind: ConflictKind
    state: ConflictState
    attribute: str
    """What both speak of: `build tool`."""
    older_says: str
    newer_says: str
    evidence: str
    """The finding in words: `build tool: Gradle ↔ Maven`. Holds text of the entries: show it safely."""
    score: float
    """How sure it is, 0 to 1."""
    older: Memory
    """The entry that was changed first; of a precedence the person's, which gives way."""
    newer: Memory
    """The entry that was changed last; of a precedence the project's."""
    found_at: datetime
    resolution: Resolution | None = None
    resolved_at: datetime | None = None
    batch: str | None = None
    """The action that settled it; `undo` of it opens the conflict again."""

    @property
    def exact(self) -> bool:
        """True for duplicates whose contents are the same character for character."""
        return self.kind is ConflictKind.DUPLICATE and self.older.content == self.newer.content


class ConflictPlace(NamedTuple):
    """A finding's place in a list that may be long; places sort as the list is shown."""

    order: tuple[bool, float, float, str, str]
    """Ends with what was found and the names: findings of one moment always come in the same order."""
    id: str
    one: str
    """The id of one of the two entries."""
    other: str
    exact: bool
    """See `Conflict.exact`."""


@dataclass(frozen=True, slots=True)
class ConflictCounts:
    """How many findings there are."""

    contradictions: int = 0
    """Open ones."""
    duplicates: int = 0
    """Open ones."""
    resolved: int = 0
    dismissed: int = 0
    precedence: int = 0
    pending: int = 0
    """Entries that were not compared yet; a scan does it."""

    @property
    def open(self) -> int:
        """How many wait to be settled."""
        return self.contradictions + self.duplicates


@dataclass(frozen=True, slots=True)
class ScanReport:
    """What looking for conflicts did."""

    looked_at: int
    """Entries that were compared with their neighbours."""
    found: int
    """Findings that are new, or open again."""
    superseded: int
    """Entries that were superseded by themselves."""
    open: int
    """What waits to be settled now."""
    seconds: float
    judge: str = ""
    """The judge that was asked; empty without one."""
    asked: int = 0
    """Questions that it was asked; what it said before is not asked again."""
    unclear: int = 0
    """Questions that it gave no usable answer to."""
    unjudged: int = 0
    """Entries that it is still to be asked about."""
    judge_fault: str = ""
    """Why asking ended before its time; what the rules found stands."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """A conflict that was settled."""

    batch: str
    """The action in the history; `Deck.undo(batch)` takes it back and opens the conflict again."""
    revisions: tuple[Revision, ...]
    summary: str
    """One line for people: `Kept "Maven build"; "Gradle build" is superseded.`"""


class AlreadySettled(MemdeckError):
    """The conflict does not wait to be settled: it was settled, or a text changed meanwhile."""

    exit_code = 5

    def __init__(self, conflict_id: str) -> None:
        super().__init__(
            f"Conflict {conflict_id} does not wait to be settled.",
            "Nothing was changed. 'memdeck conflicts' shows what is open.",
        )


class NoSuchConflict(NotFound):
    """No finding of that id is visible to this reader."""

    def __init__(self, conflict_id: str) -> None:
        MemdeckError.__init__(
            self, f"No conflict {conflict_id!r}.", "'memdeck conflicts list --all' shows what there is."
        )
        self.ref = conflict_id
