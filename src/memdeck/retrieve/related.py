"""Entries about the same named things as the best hits. Off by default: they answer another question.

A named thing is an identifier, a name with a capital inside a sentence, or something in quotes. No model is
asked, and nothing is stored: the words' index finds who else has the name.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from memdeck.memory.entry import Memory
from memdeck.memory.late_pattern import compiled
from memdeck.memory.ranking import Hit
from memdeck.retrieve.light import identifiers_in
from memdeck.retrieve.liveness import reason_out
from memdeck.retrieve.ports import Entries, Owners, Words

_SOURCES = 3
"""So many of the best hits are looked at."""
_MOST = 2
"""So many related entries join."""
_WEIGHT = 0.3
_NAMED = r"(?<=[a-z,;:] )[A-Z][\w-]+(?: [A-Z][\w-]+)*"
_QUOTED = r"[`“\"「]([^`“”\"「」\n]{2,40})[`”\"」]"
_MOST_NAMES = 12


def names_in(memory: Memory) -> list[str]:
    """Return the named things of an entry, in order of appearance."""
    text = f"{memory.title}. {memory.description}. {memory.content[:4000]}"
    found = [*identifiers_in(text), *compiled(_QUOTED).findall(text), *compiled(_NAMED).findall(text)]
    return list(dict.fromkeys(found))[:_MOST_NAMES]


def related_hits(
    hits: Sequence[Hit],
    known: Collection[str],
    owners: Owners,
    as_of: datetime,
    words: Words,
    entries: Entries,
) -> list[Hit]:
    """Return live entries that share named things with the best hits and are not known already."""
    found: dict[str, Hit] = {}
    for hit in hits[:_SOURCES]:
        names = names_in(hit.memory)
        if not names:
            continue
        covered = words.search(" ".join(names), owners).best(10)
        for key, candidate in entries.of(list(covered), owners).items():
            memory = candidate.memory
            if memory.id in known or memory.owner not in owners or reason_out(memory, as_of) is not None:
                continue
            score = _WEIGHT * hit.score * covered[key].words
            if score > 0 and (memory.id not in found or found[memory.id].score < score):
                found[memory.id] = Hit(memory, score, {"related": score})
    return sorted(found.values(), key=lambda hit: (-hit.score, hit.memory.id))[:_MOST]
