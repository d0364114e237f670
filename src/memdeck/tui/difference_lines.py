"""A difference as lines to show: `-` before, `+` after, the changed words marked, long sameness folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from memdeck.memory.printable import printable
from memdeck.tui.difference import Hunk, Kind, Segment, hunks, lines_of

CONTEXT = 2
"""Unchanged lines that stay beside a change; more of them are folded."""

SIGNS_SHOWN = 20_000
"""Most characters of one difference that are laid out; how much more there is, is said."""

REMOVED_STYLE = "$text-error"
ADDED_STYLE = "$text-success"
_MARKED = {
    Kind.REMOVED: f"{REMOVED_STYLE} bold strike on $error 25%",
    Kind.ADDED: f"{ADDED_STYLE} bold underline on $success 25%",
}


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field before and after."""

    field: str
    before: str
    after: str


def difference_content(changes: Sequence[FieldChange], *, context: int = CONTEXT) -> Content:
    """Return all changes below each other, each under its field's name."""
    parts: list[Content] = []
    room = SIGNS_SHOWN
    for change in changes:
        if parts:
            parts.append(Content(""))
        parts.append(Content.styled(change.field, "bold"))
        for line in change_lines(change.before, change.after, context=context):
            room -= len(line) + 1
            if room < 0:
                parts.append(
                    Content.styled("… the rest of this difference is not shown here", "$text-warning")
                )
                return Content("\n").join(parts)
            parts.append(line)
    return Content("\n").join(parts)


def change_lines(before: str, after: str, *, context: int = CONTEXT) -> Iterator[Content]:
    """Yield the lines of one field's change; each starts with its sign."""
    found = hunks(before, after)
    for place, hunk in enumerate(found):
        if hunk.changed:
            yield from _changed(hunk)
        else:
            yield from _same(lines_of(hunk.before), context, first=place == 0, last=place == len(found) - 1)


def _same(lines: Sequence[str], context: int, *, first: bool, last: bool) -> Iterator[Content]:
    head = 0 if first else context
    tail = 0 if last else context
    hidden = len(lines) - head - tail
    if hidden <= 1:
        head, tail, hidden = len(lines), 0, 0
    yield from (_plain(line) for line in lines[:head])
    if hidden:
        yield Content.styled(f"  … {hidden:,} lines are the same", "$foreground-muted")
    yield from (_plain(line) for line in lines[len(lines) - tail :] if tail)


def _plain(line: str) -> Content:
    return Content.styled(f"  {printable(line.removesuffix(chr(10)))}", "$foreground-muted")


def _changed(hunk: Hunk) -> Iterator[Content]:
    whole = all(part.kind is not Kind.SAME for part in hunk.segments)
    for kind, style in ((Kind.REMOVED, REMOVED_STYLE), (Kind.ADDED, ADDED_STYLE)):
        parts = [part for part in hunk.segments if part.kind in (Kind.SAME, kind)]
        for line in _lines(parts, whole=whole):
            yield Content.styled(f"{kind.value} ", style) + line.stylize_before(style)


def _lines(parts: Sequence[Segment], *, whole: bool) -> Iterator[Content]:
    """Cut marked pieces at line ends. A line end that alone came or went is shown as `⏎`."""
    line: list[Content] = []
    open_line = False
    for part in parts:
        style = "" if whole or part.kind is Kind.SAME else _MARKED[part.kind]
        if not part.text.strip("\n") and part.kind is not Kind.SAME:
            line.append(Content.styled("⏎", style))
        pieces = part.text.split("\n")
        for number, piece in enumerate(pieces):
            if piece:
                line.append(Content.styled(printable(piece), style))
                open_line = True
            if number < len(pieces) - 1:
                yield Content("").join(line)
                line, open_line = [], False
    if line or open_line:
        yield Content("").join(line)
