"""Whose memory a session uses: what it may see, and where a new entry goes."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from memdeck.deck import Deck
from memdeck.memory.access import checked_access
from memdeck.memory.errors import MemoryUnavailable
from memdeck.memory.kinds import MemoryType
from memdeck.memory.owner import ME


class Whose(Protocol):
    """Answers for one session, anew at each call: a project may be registered while it runs."""

    def access(self, deck: Deck) -> tuple[str, ...]:
        """Return the owners that may be seen; raise MemoryUnavailable with the reason."""

    def owner_for(self, deck: Deck, kind: MemoryType) -> str:
        """Return the owner that a new entry of this type goes to."""


class FixedOwners:
    """A session that was told its owners: the person, one other owner, or both."""

    def __init__(self, owners: tuple[str, ...]) -> None:
        self._owners = owners

    def access(self, deck: Deck) -> tuple[str, ...]:
        """Return the given owners."""
        owners = checked_access(self._owners)
        if len(owners) > 1 + (ME in owners):
            raise MemoryUnavailable(
                "Memory is unavailable: one session can't write for several projects.",
                "Name the person and one project at most.",
            )
        return owners

    def owner_for(self, deck: Deck, kind: MemoryType) -> str:
        """Return the most specific owner; the person for what holds of the person."""
        return most_specific(self.access(deck), kind)


class FolderOwners:
    """A session in a folder: the person, and the project that the folder lies in.

    A folder that nobody registered sees the person only. When it lies in a Git repository, the first entry
    that is not about the person registers the repository, so that what was decided in one project doesn't
    become a habit in all of them.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def access(self, deck: Deck) -> tuple[str, ...]:
        """Return the person, and the project when there is one."""
        return deck.access_in(self._folder)

    def owner_for(self, deck: Deck, kind: MemoryType) -> str:
        """Return the project; the person for what holds of the person, and where there is no project."""
        known = most_specific(self.access(deck), kind)
        if known != ME or kind is MemoryType.USER or self._folder is None:
            return known
        root = deck.repository_in(self._folder)
        return ME if root is None else f"project:{deck.register_project(root)}"


class Nobody:
    """A session that must not touch any memory."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def access(self, deck: Deck) -> tuple[str, ...]:
        """Raise MemoryUnavailable with the reason."""
        raise MemoryUnavailable(self.reason)

    def owner_for(self, deck: Deck, kind: MemoryType) -> str:
        """Raise MemoryUnavailable with the reason."""
        raise MemoryUnavailable(self.reason)


def most_specific(owners: tuple[str, ...], kind: MemoryType) -> str:
    """Return the owner that a new entry goes to: the one that is not the person, except for USER entries."""
    if kind is MemoryType.USER and ME in owners:
        return ME
    return next((owner for owner in owners if owner != ME), owners[0])
