"""The header keys that only Memdeck writes: what an entry is beyond title, description, type and text.

They stand under `metadata` with `memdeck_` in front, flat, so that a reader that looks only at single lines
never takes them for its own. A key is written only when its value is not the usual one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from memdeck.exchange.moments import read_moment, written_moment
from memdeck.exchange.outside_type import outside_type
from memdeck.exchange.problem import FileFault
from memdeck.memory.entry import Memory, Source
from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import Importance, Status, Writer, default_status
from memdeck.memory.rules import choice

PREFIX = "memdeck_"
ID, NAME, OWNER, TYPE, UPDATED, EXTRA = "id", "name", "owner", "type", "updated", "extra"

_TIMES = {
    "created": "created_at",
    "valid_from": "valid_from",
    "valid_to": "valid_to",
    "expires": "expires_at",
}
_KNOWN = {
    ID, NAME, OWNER, TYPE, UPDATED, EXTRA, *_TIMES, "status", "importance", "confidence", "superseded_by",
    "writer", "file",
}  # fmt: skip

_Kind = TypeVar("_Kind", bound=StrEnum)

Fail = Callable[[str, str], FileFault]
"""Makes a fault from a key (without prefix) and a reason."""


def is_own(key: str) -> bool:
    """Tell whether a header key is one of these."""
    return key.startswith(PREFIX) and key.removeprefix(PREFIX) in _KNOWN


def written(memory: Memory) -> dict[str, str]:
    """Return the keys (without prefix) that an entry's header needs, in the order of writing."""
    own = {ID: memory.id, OWNER: memory.owner}
    if outside_type(memory.type) is not memory.type:
        own[TYPE] = memory.type.value
    if memory.status is not default_status(memory.type):
        own["status"] = memory.status.value
    if memory.importance is not Importance.NORMAL:
        own["importance"] = memory.importance.value
    if memory.confidence != 1.0:
        own["confidence"] = repr(memory.confidence)
    for key, field in _TIMES.items():
        moment: datetime | None = getattr(memory, field)
        if moment is not None:
            own[key] = written_moment(moment)
    own[UPDATED] = written_moment(memory.updated_at)
    if memory.superseded_by is not None:
        own["superseded_by"] = memory.superseded_by
    own["writer"] = memory.source.writer.value
    if memory.source.file is not None and memory.source.file.isprintable():
        own["file"] = memory.source.file
    return own


def applied(memory: Memory, own: Mapping[str, str], fail: Fail) -> Memory:
    """Return an entry with what its own keys say; raise a fault that names the key for a wrong value."""
    changes: dict[str, object] = {}
    for key, field in _TIMES.items():
        if own.get(key):
            changes[field] = _moment(key, own[key], fail)
    if own.get("status"):
        changes["status"] = _chosen("status", Status, own["status"], fail)
    if own.get("importance"):
        changes["importance"] = _chosen("importance", Importance, own["importance"], fail)
    if own.get("confidence"):
        changes["confidence"] = _fraction(own["confidence"], fail)
    if own.get("superseded_by"):
        changes["superseded_by"] = own["superseded_by"]
    if own.get("writer"):
        writer = _chosen("writer", Writer, own["writer"], fail)
        changes["source"] = Source(writer, memory.source.conversation, own.get("file") or None)
    return replace(memory, **changes)  # type: ignore[arg-type]


def read_extra(text: str, fail: Fail) -> dict[str, object]:
    """Read the values that YAML text can't hold as they are."""
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise fail(EXTRA, "is not a JSON object.")
    return value


def _moment(key: str, text: str, fail: Fail) -> datetime:
    moment = read_moment(text)
    if moment is None:
        raise fail(key, "is not a time. Write for example 2026-11-30T12:00:00Z.")
    return moment


def _chosen(key: str, kinds: type[_Kind], text: str, fail: Fail) -> _Kind:
    try:
        return choice(key, kinds, text)
    except InvalidField as error:
        raise fail(key, f"{error.problem} {error.hint}") from None


def _fraction(text: str, fail: Fail) -> float:
    try:
        return float(text)
    except ValueError:
        raise fail("confidence", "is not a number between 0 and 1.") from None
