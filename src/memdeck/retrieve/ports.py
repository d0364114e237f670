"""What a retrieval asks of the store. The deck hands the store's parts in; nothing here reads a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from memdeck.memory.entry import Memory

Owners = tuple[str, ...]


class Candidate(Protocol):
    """An entry with what the search knows about it."""

    @property
    def memory(self) -> Memory:
        """The entry."""
        ...

    @property
    def speaker(self) -> str | None:
        """Who said it, in searchable form, when the entry is a turn of a conversation."""
        ...

    @property
    def conversation(self) -> str | None:
        """Which conversation it is a turn of; the turns beside it have the keys beside its own."""
        ...


class Entries(Protocol):
    """Entries by key, never of other owners than those named, never removed ones."""

    def of(self, keys: Sequence[int], owners: Owners) -> Mapping[int, Candidate]:
        """Return those of these entries that belong to one of the owners."""
        ...

    def newest(self, owners: Owners, after: datetime, until: datetime, count: int) -> list[int]:
        """Return the keys of the newest entries made in a stretch of time."""
        ...

    def speakers(self, names: Sequence[str], owners: Owners) -> set[str]:
        """Return those of these names that are speakers of the owners' turns."""
        ...


class Coverage(Protocol):
    """How much of a prompt an entry covers, each from 0 to 1."""

    @property
    def words(self) -> float:
        """By its words."""
        ...

    @property
    def concepts(self) -> float:
        """By words that mean the same."""
        ...


class WordSearch(Protocol):
    """The words of one prompt, looked up."""

    def best(self, count: int) -> Mapping[int, Coverage]:
        """Return at least the `count` entries that have most in common with the prompt."""
        ...

    def of(self, keys: Sequence[int]) -> Mapping[int, Coverage]:
        """Return the coverage of these entries."""
        ...


class MeaningSearch(Protocol):
    """One prompt as vectors."""

    def best(self, count: int) -> list[int]:
        """Return the keys of the nearest entries, nearest first."""
        ...

    def of(self, keys: Sequence[int]) -> Mapping[int, float]:
        """Return the similarity of these entries, from -1 to 1."""
        ...


class Words(Protocol):
    """The lane of words."""

    def search(self, prompt: str, owners: Owners) -> WordSearch:
        """Look a prompt up; raise MemdeckError when the lane can't work."""
        ...

    @property
    def note(self) -> str:
        """One line when the lane works in part only, else empty."""
        ...


class Meaning(Protocol):
    """The lane of meaning."""

    def search(self, prompt: str, owners: Owners) -> MeaningSearch:
        """Encode a prompt; raise MemdeckError when the lane can't work."""
        ...

    @property
    def note(self) -> str:
        """One line when the lane works in part only, else empty."""
        ...


class Reranker(Protocol):
    """Looks at the best entries once more, together with the prompt."""

    def judge(self, prompt: str, memories: Sequence[Memory]) -> Mapping[str, Sequence[float]]:
        """Return what is added to each entry's score, by the name of the part; one figure for each entry."""
        ...
