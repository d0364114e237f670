"""Why nothing would be injected, in one sentence for people."""

from __future__ import annotations

from memdeck.memory.injection import Injection
from memdeck.memory.owner import owner_label
from memdeck.memory.printable import printable
from memdeck.memory.ranking import Miss


def why_nothing(made: Injection) -> str:
    """Return why a block without entries is empty; the text is safe to show."""
    reasons = [str(near.reason) for near in made.dropped]
    if any(reason.startswith(Miss.BUDGET) for reason in reasons):
        return f"Nothing would be injected: what answers this prompt does not fit {made.budget:,} tokens."
    if reasons and all(reason == Miss.NOT_ASKED for reason in reasons):
        return "Nothing would be injected: the prompt asks for nothing."
    seen = ", ".join(printable(owner_label(owner)) for owner in made.access)
    return f"Nothing would be injected: no memory answers this prompt closely enough (seen: {seen})."
