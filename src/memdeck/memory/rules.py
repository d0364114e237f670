"""The rules of every field, the same on every way into the store.

`checked(memory)` returns the entry in canonical form or raises InvalidField with the field's name,
what is wrong and what is allowed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from memdeck.memory.clock import as_utc
from memdeck.memory.entry import Memory
from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import TODO_STATUSES, Importance, MemoryType, Status, default_status
from memdeck.memory.late_pattern import compiled
from memdeck.memory.limits import (
    CONDITION_LIMIT,
    CONTENT_LIMIT,
    DESCRIPTION_LIMIT,
    TAG_LIMIT,
    TAGS_LIMIT,
    TITLE_LIMIT,
)
from memdeck.memory.naming import check_name
from memdeck.memory.owner import canonical_owner

_LINE_BREAK = r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]"
_TIMES = ("created_at", "updated_at", "valid_from", "valid_to", "expires_at", "last_accessed", "deleted_at")
_Kind = TypeVar("_Kind", bound=StrEnum)


def one_line(field: str, text: str, limit: int, *, required: bool = False) -> str:
    """Check a one-line text; surrounding blanks go, everything else stays as it is."""
    text = _unicode(field, text).strip()
    if required and not text:
        raise InvalidField(field, "is required.", f"Write one line of at most {limit:,} characters.")
    if compiled(_LINE_BREAK).search(text):
        raise InvalidField(field, "must be one line.", "Move the rest into the content.")
    if len(text) > limit:
        raise InvalidField(
            field, f"has {len(text):,} characters; the limit is {limit:,}.", "Nothing was cut or saved."
        )
    return text


def checked_content(text: str) -> str:
    """Check the content: required, at most CONTENT_LIMIT characters, kept exactly as given."""
    _unicode("content", text)
    if not text.strip():
        raise InvalidField("content", "is required.", "Write what should be remembered.")
    if len(text) > CONTENT_LIMIT:
        raise InvalidField(
            "content",
            f"has {len(text):,} characters; the limit is {CONTENT_LIMIT:,}.",
            "Nothing was cut or saved. Split it into several memories.",
        )
    return text


def checked_condition(text: str) -> str:
    """Return the words that say when an entry holds, without the colon that follows them in its text."""
    return one_line("condition", text.strip().rstrip(":："), CONDITION_LIMIT, required=True)


def checked_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Check tags: one line each, no comma, each once, in the given order."""
    if isinstance(tags, str):
        raise InvalidField("tags", "must be a list of words.", 'Write for example ["build", "java"].')
    kept = tuple(dict.fromkeys(one_line("tags", tag, TAG_LIMIT) for tag in tags))
    kept = tuple(tag for tag in kept if tag)
    if len(kept) > TAGS_LIMIT:
        raise InvalidField(
            "tags", f"there are {len(kept):,}; the limit is {TAGS_LIMIT}.", "Nothing was saved."
        )
    for tag in kept:
        if "," in tag:
            raise InvalidField("tags", f"{tag!r} holds a comma.", "Give each tag by itself.")
    return kept


def checked_extra(extra: Mapping[str, object]) -> Mapping[str, object]:
    """Check further values of an entry: whatever JSON can hold, the same on every database."""
    if not isinstance(extra, Mapping):
        raise InvalidField("extra", f"must be a mapping, not {type(extra).__name__}.")
    if extra:
        try:
            json.dumps(dict(extra), allow_nan=False)
        except (TypeError, ValueError, RecursionError):
            raise InvalidField(
                "extra", "holds what JSON can't hold.", "Give text, numbers or lists."
            ) from None
    return extra


def choice(field: str, kinds: type[_Kind], text: str) -> _Kind:
    """Read one of a closed list, in any case and with - or _; raise InvalidField listing them."""
    wanted = str(text).strip().casefold().replace("-", "_")
    for kind in kinds:
        if kind.value.casefold() == wanted:
            return kind
    raise InvalidField(field, f"{text!r} is unknown.", "Use one of " + ", ".join(kinds) + ".")


def status_for(kind: MemoryType, status: Status) -> Status:
    """Return the status an entry has after it became a `kind`; to-do states mean nothing elsewhere."""
    if kind is MemoryType.TODO and status is Status.ACTIVE:
        return default_status(kind)
    if kind is not MemoryType.TODO and status in TODO_STATUSES:
        return Status.ARCHIVED if status is Status.DONE else Status.ACTIVE
    return status


def status_asked(kind: MemoryType, status: str) -> Status:
    """Read the status that somebody asks for an entry of this type; raise InvalidField when it can't have it.

    `active` is what anybody calls an open to-do, so `checked` makes it pending.
    """
    asked = choice("status", Status, status)
    if asked in TODO_STATUSES and kind is not MemoryType.TODO:
        general = ", ".join(each for each in Status if each not in TODO_STATUSES)
        raise InvalidField(
            "status",
            f"'{asked}' is only for TODO; this is {kind}.",
            f"Use one of {general}, or the type TODO.",
        )
    return asked


def checked(memory: Memory) -> Memory:
    """Return `memory` with every field in canonical form, or raise InvalidField."""
    if not isinstance(memory.confidence, int | float) or not 0 <= memory.confidence <= 1:
        raise InvalidField("confidence", f"{memory.confidence!r} is not between 0 and 1.")
    kind = choice("type", MemoryType, memory.type)
    times: dict[str, datetime | None] = {}
    for field in _TIMES:
        moment: datetime | None = getattr(memory, field)
        times[field] = None if moment is None else as_utc(moment, field)
    valid_from, valid_to = times["valid_from"], times["valid_to"]
    if valid_from and valid_to and valid_to < valid_from:
        raise InvalidField("valid_to", "lies before valid_from.")
    return replace(
        memory,
        owner=canonical_owner(memory.owner),
        name=check_name(memory.name),
        title=one_line("title", memory.title, TITLE_LIMIT, required=True),
        description=one_line("description", memory.description, DESCRIPTION_LIMIT),
        content=checked_content(memory.content),
        type=kind,
        status=status_for(kind, choice("status", Status, memory.status)),
        importance=choice("importance", Importance, memory.importance),
        confidence=float(memory.confidence),
        tags=checked_tags(memory.tags),
        extra=checked_extra(memory.extra),
        **times,  # type: ignore[arg-type]
    )


def _unicode(field: str, text: str) -> str:
    if not isinstance(text, str):
        raise InvalidField(field, f"must be text, not {type(text).__name__}.")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise InvalidField(
            field, "holds half of a surrogate pair, which is not a character.", "Nothing was saved."
        ) from None
    return text
