"""An entry as short pieces, each saying one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdeck.memory.entry import Memory
from memdeck.upkeep.atoms import cleaned

_CODE = re.compile(r"^(```|~~~).*?(^\1|\Z)", re.MULTILINE | re.DOTALL)
_TABLE_ROW = re.compile(r"^\s*\|.*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_REASON = re.compile(r"^\s*\**(why|reason|原因|理由)\**\s*[::].*$", re.IGNORECASE | re.MULTILINE)
_LEAD = re.compile(
    r"^\s*(?:[-*+•]|\d+[.)、]|#+|>)\s+|^\s*\[[ xX]\]\s+|^\**how to apply:?\**:?\s*", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[。!?！？；;])|(?<=[a-z0-9)\]\"'`][.])\s+(?=\S)|\n+", re.IGNORECASE)
_MOST = 40
"""Sentences of one entry that are looked at."""


def sentences(memory: Memory) -> list[str]:
    """Return what the entry states, sentence by sentence; code, tables and reasons are left out."""
    found = list(_sentences(memory.content))
    if not found:
        found = list(_sentences(memory.description)) or [memory.title]
    return found[:_MOST]


def _sentences(text: str) -> Iterator[str]:
    text = _COMMENT.sub("", _CODE.sub("\n", text))
    text = _REASON.sub("", _TABLE_ROW.sub("", text))
    for piece in _SENTENCE.split(text):
        sentence = _LEAD.sub("", piece or "")
        sentence = _LEAD.sub("", sentence).strip(" \t\r.。;；")
        sentence = cleaned(sentence).strip()
        if sentence:
            yield sentence
