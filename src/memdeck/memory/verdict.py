"""What a judge says two statements are to each other."""

from __future__ import annotations

from dataclasses import dataclass

from memdeck.memory.errors import MemdeckError


@dataclass(frozen=True, slots=True)
class Verdict:
    """How probable it is that two statements can't both hold, and that they say the same.

    Both are 0 to 1, and 1 at most together; the rest is that neither is so.
    """

    contradiction: float
    duplicate: float

    @property
    def neither(self) -> float:
        """How probable it is that both may stand."""
        return max(0.0, 1.0 - self.contradiction - self.duplicate)


class JudgeFault(MemdeckError):
    """The judge can't be used or doesn't answer. What the rules found stands."""


class UnclearAnswer(JudgeFault):
    """The judge answered one question with something else than was asked for; the next may go well."""
