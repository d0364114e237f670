"""What comparing two entries finds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FindingKind(StrEnum):
    """What two entries are to each other."""

    CONTRADICTION = "contradiction"
    DUPLICATE = "duplicate"
    PRECEDENCE = "precedence"
    """A contradiction between a person and a project: the project's entry holds, nothing is to be settled."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Two entries that cannot both hold, or that say the same."""

    kind: FindingKind
    attribute: str
    """What both speak of: `build tool`, `timeout`, `indentation`."""
    left: str
    """What the first entry says about it: `Gradle`, `3 s`, `must`."""
    right: str
    """What the second one says."""
    score: float
    """How sure it is, 0 to 1."""

    @property
    def evidence(self) -> str:
        """The finding in words: `build tool: Gradle ↔ Maven`, `same: run the linter before you commit`."""
        if self.kind is FindingKind.DUPLICATE:
            return f"same: {self.attribute}"
        return (
            f"{self.attribute}: {self.left} ↔ {self.right}"
            if self.attribute
            else f"{self.left} ↔ {self.right}"
        )
