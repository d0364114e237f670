"""Bringing a changed file into an entry that may have changed here too, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from memdeck.exchange.extra_keys import AS_WRITTEN, without_own_form
from memdeck.memory.entry import Memory

MERGED_FIELDS = (
    "title", "description", "content", "type", "status", "importance", "confidence", "tags", "extra",
    "valid_from", "valid_to", "superseded_by", "expires_at",
)  # fmt: skip
"""What a file has a say in. Owner, name and origin are the store's."""

_SAID_BY_EVERY_FILE = frozenset({"title", "description", "content", "type", "extra"})


@dataclass(frozen=True, slots=True)
class Merge:
    """The outcome for one entry."""

    memory: Memory
    changed: tuple[str, ...]
    """Fields in which the outcome differs from the entry as it stands."""
    clashes: tuple[str, ...]
    """Fields that changed both here and in the file; the outcome keeps what stands here."""


def base_values(memory: Memory) -> dict[str, object]:
    """Return an entry's fields as a common ground for `merge`."""
    return {field: _said(memory, field) for field in MERGED_FIELDS}


def merge(
    current: Memory, found: Memory, base: Mapping[str, object] | None, *, whole: bool, overwrite: bool = False
) -> Merge:
    """Take over what changed in the file and keep what changed here.

    Args:
        current: the entry as it stands.
        found: what the file says.
        base: what both came from; None when that is not known.
        whole: False for a file that can't say everything about an entry: what it is silent on is kept.
        overwrite: let the file win where both changed.
    """
    values: dict[str, object] = {}
    clashes = []
    for field in MERGED_FIELDS:
        here, there = _said(current, field), _said(found, field)
        if here == there or (base is None and not whole and _silent(field, there)):
            continue
        before = base.get(field, _UNKNOWN) if base is not None else _UNKNOWN
        if there == before:
            continue
        if here == before or overwrite:
            values[field] = there
        else:
            clashes.append(field)
    changed = tuple(values)
    if "extra" in values and AS_WRITTEN in current.extra:
        values["extra"] = {**found.extra, AS_WRITTEN: current.extra[AS_WRITTEN]}
    return Merge(replace(current, **values), changed, tuple(clashes))  # type: ignore[arg-type]


def _said(memory: Memory, field: str) -> object:
    """Return a field as a file could say it."""
    return without_own_form(memory.extra) if field == "extra" else getattr(memory, field)


_UNKNOWN = object()


def _silent(field: str, value: object) -> bool:
    return field not in _SAID_BY_EVERY_FILE and (field != "tags" or not value)
