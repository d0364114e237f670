"""What a retrieval brings back: hits in order, what just missed, and how each lane did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from memdeck.memory.entry import Memory


class Miss(StrEnum):
    """Why an entry that a lane brought is not among the picks."""

    BELOW_FLOOR = "below the relevance floor"
    NO_ROOM = "beyond the number of entries that may be injected"
    DIVERSITY = "gave way to an entry of another type"
    OVERRIDDEN = "overridden by a more specific entry"
    CONFLICT = "the older side of an open contradiction"
    BUDGET = "does not fit the token budget"
    NOT_LIVE = "archived, cold, superseded or done"
    NOT_VALID = "not valid at that moment"


class LaneState(StrEnum):
    """How one lane of a retrieval did."""

    OK = "ok"
    PARTIAL = "partial"
    """It worked, but some entries are not indexed yet."""
    OFF = "off"
    """Switched off by the configuration."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Lane:
    """One of the three ways in which entries are found: `meaning`, `words`, `recent`."""

    name: str
    state: LaneState
    found: int = 0
    """How many entries it brought."""
    note: str = ""
    """One line for people when the state is not OK: what happened and what to do."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that answers the prompt. `score` is the sum that `parts` adds up to."""

    memory: Memory
    score: float
    parts: Mapping[str, float] = field(default_factory=dict)
    """Each addend of the score by name, in the order in which they were added."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """An entry that came near and is not among the hits, with the reason."""

    memory: Memory
    score: float
    parts: Mapping[str, float]
    reason: str
    """One of `Miss`, or a sentence that says more (`overridden by build_tool of project:web`)."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The outcome of one retrieval: a function of store, settings, access, prompt and `as_of`."""

    hits: tuple[Hit, ...] = ()
    """Best first."""
    dropped: tuple[Dropped, ...] = ()
    """Best first; only near misses, not the whole store."""
    lanes: tuple[Lane, ...] = ()
