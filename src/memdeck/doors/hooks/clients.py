"""Which assistants call hooks, what they call their moments, and what happens at each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType


class Moment(Enum):
    """What happens at an event."""

    START = "start"
    """A session begins, or goes on after its context was cleared."""
    PROMPT = "prompt"
    """The person has asked something."""
    COMPACTED = "compacted"
    """The conversation was replaced by a summary."""
    ENDED = "ended"
    """The session is over."""

    @property
    def gives(self) -> bool:
        """True when the assistant takes a text."""
        return self in {Moment.START, Moment.PROMPT}


@dataclass(frozen=True, slots=True)
class HookClient:
    """One assistant."""

    name: str
    events: Mapping[str, Moment]
    """Its own names of the moments."""

    def event(self, word: str) -> str | None:
        """Return the event that a word means: `session-start` and `sessionstart` are SessionStart."""
        folded = _folded(word)
        return next((name for name in self.events if _folded(name) == folded), None)


_CLAUDE_CODE = {
    "SessionStart": Moment.START,
    "UserPromptSubmit": Moment.PROMPT,
    "PostCompact": Moment.COMPACTED,
    "SessionEnd": Moment.ENDED,
}
_GEMINI = {"SessionStart": Moment.START, "BeforeAgent": Moment.PROMPT, "SessionEnd": Moment.ENDED}

CLIENTS: Mapping[str, HookClient] = MappingProxyType(
    {
        "claude-code": HookClient("claude-code", _CLAUDE_CODE),
        # Codex took over Claude Code's events; versions without SessionEnd have only the end of a turn.
        "codex": HookClient("codex", _CLAUDE_CODE | {"Stop": Moment.ENDED}),
        "gemini": HookClient("gemini", _GEMINI),
    }
)


def _folded(word: str) -> str:
    return word.replace("-", "").replace("_", "").casefold()
