"""What comparing two entries finds."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    """What both speak of: `build tool`, `timeout`, `indentation`; of a judge's finding, who judged."""
    left: str
    """What the first entry says about it: `Gradle`, `3 s`, `must`."""
    right: str
    """What the second one says."""
    score: float
    """How sure it is, 0 to 1."""
    judge: str = ""
    """The model that said so; empty for what the rules found."""

    @property
    def evidence(self) -> str:
        """The finding in words: `build tool: Gradle ↔ Maven`, `same: run the linter before you commit`.

        What a judge found says so: `judged by small-nli: cache is in S3 ↔ cache lives in GCS`.
        """
        if self.judge:
            sign = "=" if self.kind is FindingKind.DUPLICATE else "↔"
            return f"{self.attribute}: {self.left} {sign} {self.right}"
        if self.kind is FindingKind.DUPLICATE:
            return f"same: {self.attribute}"
        return (
            f"{self.attribute}: {self.left} ↔ {self.right}"
            if self.attribute
            else f"{self.left} ↔ {self.right}"
        )

    def with_kind(self, kind: FindingKind, score: float) -> Finding:
        """Return the finding as one of another kind and certainty."""
        return replace(self, kind=kind, score=score)
