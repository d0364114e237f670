"""Where the header keys go that mean nothing to Memdeck: kept in `Memory.extra`, written back on export."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from memdeck.exchange.outside_type import outside_type, read_type
from memdeck.exchange.own_keys import is_own
from memdeck.memory.entry import Memory

AS_WRITTEN = "memdeck_written"
"""The key of `extra` under which the memory tool keeps the header that an assistant wrote, with its fields.

It belongs to that door alone: no file is written with it or read with it, and a merge leaves it alone.
"""

TOP_KEYS = frozenset(
    {"name", "title", "description", "type", "tags", "metadata", "modified", "originSessionId", AS_WRITTEN}
)
"""Header keys that have a meaning at the top level."""

METADATA_KEYS = frozenset({"node_type", "type", "originSessionId", "modified"})
"""Header keys that have a meaning under `metadata`."""

_KEY_LIMIT = 128
_MISSING = object()
"""Stands for a key that is not there; None is a value like any other."""


@dataclass(frozen=True, slots=True)
class ExtraKeys:
    """An entry's `extra`, sorted by how each value can be written."""

    name: str
    """The header's `name`: what other files link to."""
    type: str
    """The header's `type`."""
    top: dict[str, object] = field(default_factory=dict)
    metadata: dict[str, object] = field(default_factory=dict)
    rest: dict[str, object] = field(default_factory=dict)
    """What a header of texts can't hold exactly."""


def default_link(name: str) -> str:
    """Return the `name` of a header that was not given another one: `build_setup` → `build-setup`."""
    return name.replace("_", "-")


def without_own_form(extra: Mapping[str, object]) -> dict[str, object]:
    """Return an `extra` without what only the memory tool keeps in it."""
    return {key: value for key, value in extra.items() if key != AS_WRITTEN}


def sorted_extra(memory: Memory) -> ExtraKeys:
    """Sort an entry's `extra` so that reading the written header gives the same `extra`."""
    extra = without_own_form(memory.extra)
    rest: dict[str, object] = {}
    name, kind = default_link(memory.name), outside_type(memory.type).value.lower()
    given = extra.pop("name", _MISSING)
    if isinstance(given, str) and given.strip() == given != name and given:
        name = given
    elif given is not _MISSING:
        rest["name"] = given
    word = extra.pop("type", _MISSING)
    if isinstance(word, str) and word.strip() == word and _means(word, memory):
        kind = word
    elif word is not _MISSING:
        rest["type"] = word
    inner = extra.pop("metadata", _MISSING)
    metadata: dict[str, object] = {}
    if isinstance(inner, Mapping) and inner:
        metadata, others = _writable(inner, METADATA_KEYS)
        if inner.get("node_type", "memory") != "memory" and _is_text(inner["node_type"]):
            metadata["node_type"] = others.pop("node_type")
        if others:
            rest["metadata"] = others
    elif inner is not _MISSING:
        rest["metadata"] = inner
    top, others = _writable(extra, TOP_KEYS)
    return ExtraKeys(name, kind, top, metadata, {**others, **rest})


def _means(word: str, memory: Memory) -> bool:
    kind, kept = read_type(word)
    return kept and kind in {memory.type, outside_type(memory.type)}


def _writable(
    values: Mapping[str, object], reserved: frozenset[str]
) -> tuple[dict[str, object], dict[str, object]]:
    good: dict[str, object] = {}
    others: dict[str, object] = {}
    for key, value in values.items():
        fits = encodable(key) and 0 < len(key) <= _KEY_LIMIT and key not in reserved and not is_own(key)
        (good if fits and _is_text(value) else others)[key] = value
    return good, others


def _is_text(value: object) -> bool:
    """Tell whether a value is made of texts, lists and mappings only."""
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, list):
        return all(map(_is_text, value))
    return isinstance(value, dict) and all(
        _is_text(key) and len(key) <= _KEY_LIMIT and _is_text(item) for key, item in value.items()
    )


def encodable(text: str) -> bool:
    """Tell whether a text can stand in a UTF-8 file: half of a surrogate pair can't."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def merged(extra: dict[str, object], more: Mapping[str, object]) -> dict[str, object]:
    """Put back what `rest` held."""
    for key, value in more.items():
        held = extra.get(key)
        extra[key] = {**held, **value} if isinstance(held, dict) and isinstance(value, dict) else value
    return extra
