"""The date that stands on every entry's line, so that an assistant can tell how old a fact is.

Days are UTC days: a block must read the same wherever it is made.
"""

from __future__ import annotations

from datetime import datetime

from memdeck.inject.phrases import Phrases
from memdeck.memory.entry import Memory
from memdeck.memory.kinds import MemoryType, Status


def date_of(memory: Memory, phrases: Phrases) -> str:
    """Return when the entry was made, changed and holds, as in `2026-11-12, updated 2026-11-30`."""
    made = _day(memory.created_at)
    parts = [phrases.created.format(date=made) if memory.type is MemoryType.TODO else made]
    if (changed := _day(memory.updated_at)) > made:
        parts.append(phrases.updated.format(date=changed))
    if memory.valid_from and (since := _day(memory.valid_from)) != made:
        parts.append(phrases.since.format(date=since))
    ends = [moment for moment in (memory.valid_to, memory.expires_at) if moment]
    if ends:
        parts.append(phrases.until.format(date=_day(min(ends))))
    if memory.status is Status.IN_PROGRESS:
        parts.append(phrases.in_progress)
    return phrases.comma.join(parts)


def _day(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"
