"""What could not be read or written, said so that a person can mend it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One file that was left alone, or one remark about a file that was taken."""

    file: str
    """Path below the folder, with `/`; a whole path when it lies elsewhere."""
    reason: str
    """One line: what is wrong and what to do. Never holds the text of an entry."""
    line: int | None = None
    """1-based line of the file, when one is to blame."""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line is not None else self.file
        return f"{place}: {self.reason}"


class FileFault(Exception):
    """Raised while reading one file; becomes a `Problem` that names it."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
