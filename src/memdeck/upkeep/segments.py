"""An entry as sentences; code, tables and reasons are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from memdeck.memory.entry import Memory
from memdeck.upkeep.atoms import cleaned

_FENCE = re.compile(r"```|~~~")
_REASON = re.compile(r"\**(?:why|reason|原因|理由)\**\s{0,3}[::]", re.IGNORECASE)
_LEAD = re.compile(
    r"(?:[-*+•>]|\d{1,3}[.)、]|#{1,6})\s+|\[[ xX]\]\s+|(?:todo|待办)\s?[::]\s*|\**how to apply:?\**:?\s*",
    re.IGNORECASE,
)
_LEADS = 3
"""Marks that can stand before a sentence, one after the other: `- [ ] TODO:`."""
_SENTENCE = re.compile(r"(?<=[。!?！？；;])|(?<=[a-z0-9)\]\"'`][.])\s+(?=\S)", re.IGNORECASE)
_LINES, _MOST, _LONGEST = 400, 40, 400
"""Lines of an entry that are looked at, sentences, characters of each: texts may be huge and hostile."""


def sentences(memory: Memory) -> list[str]:
    """Return what the entry states, sentence by sentence; its description or title when that is nothing."""
    for text in (memory.content, memory.description, memory.title):
        found = list(islice(_sentences(text), _MOST))
        if found:
            return found
    return []


def _sentences(text: str) -> Iterator[str]:
    for line in _plain_lines(text):
        for piece in _SENTENCE.split(line):
            sentence = cleaned(_without_lead(piece)).strip(" .。;；")
            if sentence:
                yield sentence


def _plain_lines(text: str) -> Iterator[str]:
    """Yield the lines outside of code, tables and comments, without those that give a reason."""
    fence = ""
    for raw in islice(text.splitlines(), _LINES):
        line = raw[: 4 * _LONGEST].strip()[:_LONGEST]
        opened = _FENCE.match(line)
        if opened is not None and fence in {"", opened.group()}:
            fence = "" if fence else opened.group()
        elif not fence and line and not line.startswith(("|", "<!--")) and not _REASON.match(line):
            yield line


def _without_lead(sentence: str) -> str:
    sentence = sentence.strip()
    for _ in range(_LEADS):
        lead = _LEAD.match(sentence)
        if lead is None:
            break
        sentence = sentence[lead.end() :].strip()
    return sentence
