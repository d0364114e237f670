"""Who makes a change."""

from __future__ import annotations

from dataclasses import dataclass

from memdeck.memory.kinds import Writer


@dataclass(frozen=True, slots=True)
class Author:
    """Who makes a change, and in which session or program."""

    writer: Writer = Writer.PERSON
    label: str = "you"
    """What the history shows: `you`, `claude-code`, `import ~/notes`."""
