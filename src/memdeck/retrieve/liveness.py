"""Whether an entry may reach an assistant at a moment, and if not, why."""

from __future__ import annotations

from datetime import datetime

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import LIVE_STATUSES, Status
from memdeck.memory.ranking import Miss


def reason_out(memory: Memory, as_of: datetime) -> Miss | None:
    """Return why the entry is out, or None when it is in.

    A superseded entry was in until its successor came: `as_of` in the past sees what held then.
    """
    if memory.deleted_at is not None:
        return Miss.REMOVED
    ended = memory.valid_to is not None and memory.valid_to <= as_of
    if memory.status is Status.SUPERSEDED:
        if memory.valid_to is None or ended:
            return Miss.SUPERSEDED
    elif memory.status not in LIVE_STATUSES:
        return Miss(memory.status.value)
    begun = memory.valid_from is None or memory.valid_from <= as_of
    expired = memory.expires_at is not None and memory.expires_at <= as_of
    if ended or expired or not begun or memory.created_at > as_of:
        return Miss.NOT_VALID
    return None
