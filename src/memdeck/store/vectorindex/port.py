"""What the index is fed from: the SQL store, seen as a queue of changes with sequence numbers.

Vectors travel as little-endian float32 bytes, so nothing on this side of the pipe needs numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

Progress = Callable[[int, int], None]
"""Told (pieces done, pieces expected) after each batch. What it raises ends the work and is passed on."""


@dataclass(frozen=True, slots=True)
class EntryVectors:
    """All vectors that one entry has after a change. No pieces at all: the entry left the index."""

    memory_id: str
    owner: str
    seq: int
    """The change that this state belongs to; a later one always has a greater number."""
    pieces: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """Some changes, oldest first, each entry at most once and as it stands now."""

    entries: tuple[EntryVectors, ...]
    seq: int
    """Everything up to this number is included."""
    more: bool
    """True when later changes wait."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the index must hold once it has caught up; both figures read in one transaction."""

    seq: int
    count: int
    """Vectors, not entries: an entry of three pieces counts three."""
    exact: bool = True
    """False while later changes are under way, which may already have taken vectors away."""


@dataclass(frozen=True, slots=True)
class PieceVector:
    """One vector, for checking the index against the truth."""

    memory_id: str
    piece: int
    vector: bytes


class VectorSource(Protocol):
    """The store's side. Called from several threads; each answer comes from one read transaction."""

    @property
    def identity(self) -> str:
        """A name for this store that no other store has (a server keeps the vectors of many)."""
        ...

    def last_seq(self) -> int:
        """Return the last change's number. Asked before each search, so a look-up by key at most."""
        ...

    def last_purge(self) -> int:
        """Return the number of the last change that deleted a text for good; 0 when there was none."""
        ...

    def standing(self) -> Standing:
        """Return the last change's number and how many vectors there should be."""
        ...

    def changes_since(self, seq: int, limit: int) -> Changes:
        """Return up to `limit` entries changed after `seq`. Entries of one number are never split.

        Since 0 means "for an empty index". Only vectors of the present model and dimension are given.
        """
        ...

    def sample(self, limit: int, up_to: int) -> tuple[PieceVector, ...]:
        """Return up to `limit` vectors of entries unchanged since `up_to`: newest, and from everywhere.

        The newest matter, because a store that was put back from a backup and went on differs in them.
        """
        ...
