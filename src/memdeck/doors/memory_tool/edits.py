"""Changes to a text: one replacement, one insertion. Knows no files and no words."""

from __future__ import annotations

from dataclasses import dataclass

from memdeck.doors.memory_tool.lines import split_lines


@dataclass(frozen=True, slots=True)
class Replaced:
    """The outcome of a replacement."""

    text: str
    at: int
    """Where the new part begins, in characters."""
    length: int
    """How long the new part is."""


class NotFoundOnce(ValueError):
    """The old part stands nowhere, or more than once; `lines` says where."""

    def __init__(self, lines: tuple[int, ...]) -> None:
        super().__init__(lines)
        self.lines = lines


def replace_once(text: str, old: str, new: str) -> Replaced:
    """Replace the only occurrence of `old`.

    In a file with CR LF line ends, `\\n` in `old` means its line ends: an assistant doesn't see the CR.

    Raises:
        NotFoundOnce: it does not stand there exactly once.
    """
    found = _positions(text, old)
    if not found and "\r\n" in text and "\n" in old:
        old, new = _with_cr(old), _with_cr(new)
        found = _positions(text, old)
    if len(found) != 1:
        raise NotFoundOnce(tuple(text.count("\n", 0, at) + 1 for at in found))
    at = found[0]
    return Replaced(text[:at] + new + text[at + len(old) :], at, len(new))


def insert_after(text: str, line: int, piece: str) -> str:
    """Insert `piece` as lines of its own after line `line` (0 is the top).

    The file's own line end closes it, unless it becomes the last line of a file that ends without one.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    start = _line_start(text, line)
    before, after = text[:start], text[start:]
    if before and not before.endswith("\n"):
        return before + end + piece
    return before + piece + ("" if piece.endswith("\n") else end) + after


def line_count(text: str) -> int:
    """Return how many lines there are to insert after."""
    return len(split_lines(text)) if text else 0


def _line_start(text: str, line: int) -> int:
    start = 0
    for _ in range(line):
        end = text.find("\n", start)
        if end < 0:
            return len(text)
        start = end + 1
    return start


def _positions(text: str, part: str) -> list[int]:
    found, start = [], text.find(part)
    while start >= 0:
        found.append(start)
        start = text.find(part, start + len(part))
    return found


def _with_cr(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")
