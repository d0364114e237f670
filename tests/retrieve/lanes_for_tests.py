"""Lanes and entries that answer as they are told, so that a ranking can be tested by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from memdeck.memory.entry import Memory, Source
from memdeck.memory.errors import MemdeckError
from memdeck.retrieve.retriever import Retriever
from memdeck.retrieve.tuning import Tuning, tuning_from
from memdeck.settings import Settings

NOW = datetime(2026, 11, 12, 9, 30, tzinfo=UTC)


def entry(number: int, **changes: object) -> Memory:
    fields: dict[str, object] = {
        "id": f"mem_{number:04}",
        "owner": "user:me",
        "name": f"entry_{number}",
        "title": f"Entry {number}",
        "content": "content",
        "created_at": NOW - timedelta(days=100),
        "updated_at": NOW - timedelta(days=100),
        "source": Source(),
    }
    return Memory(**{**fields, **changes})  # type: ignore[arg-type]


@dataclass(frozen=True)
class FakeCandidate:
    memory: Memory
    speaker: str | None = None
    conversation: str | None = None


@dataclass(frozen=True)
class FakeCoverage:
    words: float
    concepts: float = 0.0


@dataclass
class FakeEntries:
    """Deliberately careless: it gives what it has, whoever asks, so the second check is tested."""

    held: dict[int, FakeCandidate]
    known_speakers: set[str] = field(default_factory=set)

    def of(self, keys: Sequence[int], owners: tuple[str, ...]) -> Mapping[int, FakeCandidate]:
        del owners
        return {key: self.held[key] for key in keys if key in self.held}

    def newest(self, owners: tuple[str, ...], after: datetime, until: datetime, count: int) -> list[int]:
        del owners
        new = [key for key, item in self.held.items() if after < item.memory.created_at <= until]
        return sorted(new, key=lambda key: self.held[key].memory.created_at, reverse=True)[:count]

    def speakers(self, names: Sequence[str], owners: tuple[str, ...]) -> set[str]:
        del owners
        return self.known_speakers & set(names)


@dataclass
class FakeMeaning:
    scores: Mapping[int, float]
    note: str = ""
    asked: list[str] = field(default_factory=list)

    def search(self, prompt: str, owners: tuple[str, ...]) -> FakeMeaning:
        del owners
        self.asked.append(prompt)
        return self

    def best(self, count: int) -> list[int]:
        return sorted(self.scores, key=lambda key: -self.scores[key])[:count]

    def of(self, keys: Sequence[int]) -> Mapping[int, float]:
        return {key: self.scores[key] for key in keys if key in self.scores}


@dataclass
class FakeWords:
    scores: Mapping[int, FakeCoverage]
    note: str = ""

    def search(self, prompt: str, owners: tuple[str, ...]) -> FakeWords:
        del prompt, owners
        return self

    def best(self, count: int) -> Mapping[int, FakeCoverage]:
        del count
        return self.scores

    def of(self, keys: Sequence[int]) -> Mapping[int, FakeCoverage]:
        return {key: self.scores[key] for key in keys if key in self.scores}


class Broken:
    """A lane that doesn't work."""

    note = ""

    def search(self, prompt: str, owners: tuple[str, ...]) -> FakeMeaning:
        raise MemdeckError("The model is gone.")


def tuning(**changes: object) -> Tuning:
    from dataclasses import replace

    return replace(tuning_from(Settings()), **changes)  # type: ignore[arg-type]


def retriever(
    memories: Sequence[Memory],
    meaning: Mapping[int, float] | None = None,
    words: Mapping[int, float] | None = None,
) -> Retriever:
    """Entries get the keys 0, 1, 2 … in their order."""
    held = {key: FakeCandidate(memory) for key, memory in enumerate(memories)}
    covered = {key: FakeCoverage(score) for key, score in (words or {}).items()}
    return Retriever(FakeEntries(held), FakeMeaning(meaning or {}), FakeWords(covered), ())
