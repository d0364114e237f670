"""What a retrieval brings back: hits in order, what just missed, and how each lane did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from memdeck.memory.entry import Memory


class Miss(StrEnum):
    """Why an entry that a lane brought is not among the picks."""

    BELOW_FLOOR = "below the relevance floor"
    NO_ROOM = "beyond the number of entries that may be injected"
    DIVERSITY = "gave way to an entry of another type"
    OVERRIDDEN = "overridden by a more specific entry"
    CONFLICT = "the older side of an open contradiction"
    BUDGET = "does not fit the token budget"
    NOT_ASKED = "the prompt asks for nothing"
    REMOVED = "removed"
    ARCHIVED = "archived"
    COLD = "cold"
    SUPERSEDED = "superseded"
    DONE = "done"
    NOT_VALID = "not valid at that moment"


class LaneState(StrEnum):
    """How one lane of a retrieval did."""

    OK = "ok"
    PARTIAL = "partial"
    """It worked, but some entries are not indexed yet."""
    OFF = "off"
    """Switched off by the configuration."""
    FAILED = "failed"


class Lane(NamedTuple):
    """One of the three ways in which entries are found: `meaning`, `words`, `recent`."""

    name: str
    state: LaneState
    found: int = 0
    """How many entries it brought."""
    note: str = ""
    """One line for people when the state is not OK: what happened and what to do."""


class Hit(NamedTuple):
    """An entry that answers the prompt. `score` is the sum that `parts` adds up to."""

    memory: Memory
    score: float
    parts: Mapping[str, float] = MappingProxyType({})
    """Each addend of the score by name, in the order in which they were added."""


class Dropped(NamedTuple):
    """An entry that came near and is not among the hits, with the reason."""

    memory: Memory
    score: float
    parts: Mapping[str, float]
    reason: str
    """One of `Miss`, or words that begin so and say more (`below the relevance floor: 0.21 of 0.35`)."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The outcome of one retrieval: a function of store, settings, access, prompt and `as_of`."""

    hits: tuple[Hit, ...] = ()
    """Best first."""
    dropped: tuple[Dropped, ...] = ()
    """Best first; only near misses, not the whole store."""
    lanes: tuple[Lane, ...] = ()
