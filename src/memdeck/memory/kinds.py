"""The closed lists of the domain: types, states, importance, who wrote an entry."""

from __future__ import annotations

from enum import StrEnum


class MemoryType(StrEnum):
    """What an entry holds; decides how it is stored, injected and aged (docs/architecture.md)."""

    USER = "USER"
    FEEDBACK = "FEEDBACK"
    PROJECT = "PROJECT"
    REFERENCE = "REFERENCE"
    TODO = "TODO"
    SNIPPET = "SNIPPET"
    SUMMARY = "SUMMARY"


class Status(StrEnum):
    """Where an entry stands in its life. The last three belong to TODO entries."""

    ACTIVE = "active"
    ARCHIVED = "archived"
    COLD = "cold"
    SUPERSEDED = "superseded"
    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    DONE = "done"


class Importance(StrEnum):
    """How much weight a person or an explicit marker gave an entry."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"
    PINNED = "pinned"


class Writer(StrEnum):
    """Who put an entry, or a change to it, into the store."""

    PERSON = "person"
    ASSISTANT = "assistant"
    EXTRACTION = "extraction"
    IMPORT = "import"
    SYNC = "sync"
    LIFECYCLE = "lifecycle"


TODO_STATUSES = frozenset({Status.PENDING, Status.IN_PROGRESS, Status.DONE})
"""Statuses that only a TODO entry can have, beside the general ones."""

LIVE_STATUSES = frozenset({Status.ACTIVE, Status.PENDING, Status.IN_PROGRESS})
"""Statuses of entries that may reach an assistant."""


def default_status(kind: MemoryType) -> Status:
    """Return the status a new entry of this type starts with."""
    return Status.PENDING if kind is MemoryType.TODO else Status.ACTIVE
