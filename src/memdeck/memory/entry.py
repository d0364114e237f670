"""One memory, as every part of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime

from memdeck.memory.kinds import Importance, MemoryType, Status, Writer


@dataclass(frozen=True, slots=True)
class Source:
    """Where an entry came from."""

    writer: Writer = Writer.PERSON
    conversation: str | None = None
    """The assistant's session id, when one is known."""
    file: str | None = None
    """The file of origin, as a path, when it was imported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One durable fact. Times are aware and UTC; text is exactly as it was given."""

    id: str
    owner: str
    """The canonical form of `memdeck.memory.owner.Owner`."""
    name: str
    title: str
    description: str = ""
    content: str = ""
    type: MemoryType = MemoryType.PROJECT
    status: Status = Status.ACTIVE
    importance: Importance = Importance.NORMAL
    confidence: float = 1.0
    tags: tuple[str, ...] = ()
    source: Source = Source()
    extra: Mapping[str, object] = field(default_factory=dict)
    """Header keys of the file of origin that mean nothing here, kept for the way back."""
    created_at: datetime
    updated_at: datetime
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    superseded_by: str | None = None
    expires_at: datetime | None = None
    access_count: int = 0
    last_accessed: datetime | None = None
    deleted_at: datetime | None = None
    version: int = 1
    """Counts changes, for optimistic locking: an edit names the version it was made from."""

    @property
    def content_hash(self) -> str:
        """SHA-256 over title, description, type and content: equal texts have equal hashes."""
        return content_hash(self.title, self.description, self.type, self.content)


def content_hash(title: str, description: str, kind: str, content: str) -> str:
    """Return the hex SHA-256 of an entry's text; a NUL keeps the fields apart."""
    joined = "\0".join((title, description, kind, content))
    from hashlib import sha256  # loads OpenSSL, 3 ms, which nobody who reads needs

    return sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()


EDITABLE_FIELDS = frozenset(
    {
        "owner", "title", "description", "content", "type", "status", "importance", "confidence",
        "tags", "source", "extra", "valid_from", "valid_to", "superseded_by", "expires_at",
    }
)  # fmt: skip
"""What an edit may change; the name changes by rename only, the rest is the store's own."""

SNAPSHOT_FIELDS = tuple(item.name for item in fields(Memory))
"""Every field, in the order in which a revision keeps them."""
