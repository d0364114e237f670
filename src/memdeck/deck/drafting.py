"""Making a new entry from the arguments of `Deck.add`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from memdeck.memory.entry import Memory, Source
from memdeck.memory.errors import InvalidField
from memdeck.memory.ids import memory_id
from memdeck.memory.kinds import Importance, MemoryType, Writer, default_status
from memdeck.memory.naming import name_from
from memdeck.memory.rules import checked, choice, status_asked

_ARGUMENTS = frozenset(
    {
        "title", "content", "description", "type", "owner", "name", "status", "importance", "confidence",
        "tags", "source", "extra", "created_at", "updated_at", "valid_from", "valid_to", "expires_at",
    }
)  # fmt: skip


def draft_from(entry: Mapping[str, Any], moment: datetime, writer: Writer) -> Memory:
    """Return a checked entry with a new id; raise InvalidField naming the field that is wrong."""
    unknown = set(entry) - _ARGUMENTS
    if unknown:
        raise InvalidField(min(unknown), "is not a field.", "Use " + ", ".join(sorted(_ARGUMENTS)) + ".")
    for field in ("title", "content"):
        if field not in entry:
            raise InvalidField(field, "is required.")
    kind = choice("type", MemoryType, entry.get("type") or "PROJECT")
    status = entry.get("status")
    created = entry.get("created_at") or moment
    return checked(
        Memory(
            id=memory_id(moment),
            owner=entry.get("owner") or "user:me",
            name=entry.get("name") or name_for(entry["title"]),
            title=entry["title"],
            description=entry.get("description") or "",
            content=entry["content"],
            type=kind,
            status=status_asked(kind, status) if status else default_status(kind),
            importance=choice("importance", Importance, entry.get("importance") or "normal"),
            confidence=entry.get("confidence", 1.0),
            tags=entry.get("tags") or (),
            source=entry.get("source") or Source(writer),
            extra=dict(entry.get("extra") or {}),
            created_at=created,
            updated_at=entry.get("updated_at") or created,
            valid_from=entry.get("valid_from"),
            valid_to=entry.get("valid_to"),
            expires_at=entry.get("expires_at"),
        )
    )


def name_for(title: str) -> str:
    """Return the name a title suggests; Chinese and other scripts are written in Latin letters."""
    if not isinstance(title, str):
        raise InvalidField("title", f"must be text, not {type(title).__name__}.")
    if title.isascii():
        return name_from(title)
    from anyascii import anyascii

    # anyascii joins the syllables of Chinese as `ShuJuKu`: part them before everything goes lower case.
    spaced = "".join(f" {anyascii(char)} " if ord(char) > 0x2E7F else anyascii(char) for char in title)
    return name_from(spaced)
