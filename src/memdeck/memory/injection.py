"""What would be, or was, put before an assistant for one prompt, with the reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import MemoryType
from memdeck.memory.ranking import Dropped, Lane, LaneState


class Item(NamedTuple):
    """An entry that is in the block."""

    memory: Memory
    rank: int
    """Its place by relevance, from 1; the block itself is ordered by type."""
    score: float
    parts: Mapping[str, float]
    """Each addend of the score by name."""
    reason: str
    """Why it is in, one line for people."""
    lines: range = range(0)
    """Which lines of the block it takes, counted from 0."""
    pinned: bool = False
    """True when somebody pinned it for this preview."""

    @property
    def id(self) -> str:
        """The entry's id."""
        return self.memory.id

    @property
    def name(self) -> str:
        """The entry's name."""
        return self.memory.name

    @property
    def type(self) -> MemoryType:
        """The entry's type."""
        return self.memory.type


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """One block and how it came about. Depends only on store, settings, access, prompt and `as_of`."""

    as_of: datetime
    text: str = ""
    """Exactly what the assistant is given; empty when nothing is relevant enough."""
    tokens: int = 0
    """An estimate, the one that the budget is kept by; show it with `≈`."""
    bytes: int = 0
    """Length of the text in UTF-8."""
    budget: int = 0
    """The token budget that held."""
    access: tuple[str, ...] = ()
    """The owners whose entries could be seen."""
    items: tuple[Item, ...] = ()
    """By rank."""
    dropped: tuple[Dropped, ...] = ()
    """Near misses, best first; never an entry of another owner."""
    lanes: tuple[Lane, ...] = ()
    repeated: bool = False
    """True when the session was given this very block before, so that `text` is empty now."""

    def lane_notes(self, *, only_failed: bool = False) -> list[str]:
        """Return one line for each way of finding entries that failed, or did not do its whole work."""
        wanted = {LaneState.FAILED} if only_failed else {LaneState.FAILED, LaneState.PARTIAL}
        return [
            f"{lane.name}: {lane.state}. {lane.note}".rstrip() for lane in self.lanes if lane.state in wanted
        ]

    def as_dict(self) -> dict[str, object]:
        """Return what `preview --json` prints."""
        return {
            "text": self.text,
            "tokens": self.tokens,
            "bytes": self.bytes,
            "as_of": self.as_of.isoformat(),
            "items": [
                _near(item.memory, item.reason, item.score, item.parts) | {"rank": item.rank}
                for item in self.items
            ],
            "dropped": [_near(near.memory, near.reason, near.score, near.parts) for near in self.dropped],
        }


def _near(memory: Memory, reason: str, score: float, parts: Mapping[str, float]) -> dict[str, object]:
    return {
        "id": memory.id,
        "name": memory.name,
        "type": memory.type.value,
        "score": round(score, 6),
        "parts": {name: round(size, 6) for name, size in parts.items()},
        "reason": str(reason),
    }


class RecordedEntry(NamedTuple):
    """An entry as it stood in a recorded block; it may be gone by now."""

    id: str
    name: str
    type: str
    rank: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedInjection:
    """An injection that was really made."""

    id: str
    at: datetime
    prompt: str
    session: str | None
    client: str
    """Who asked: `memdeck inject`, `hook claude-code`, `mcp` …"""
    access: tuple[str, ...]
    text: str
    tokens: int
    bytes: int
    entries: tuple[RecordedEntry, ...] = field(default=())
