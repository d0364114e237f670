"""Two texts side by side: in each, the words that the other does not have, and the values at odds."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from memdeck.memory.conflict import Conflict
from memdeck.memory.printable import printable
from memdeck.tui.difference import Hunk, Kind, hunks

SIGNS_SHOWN = 20_000
"""Most characters of one text that are laid out."""

OLDER_STYLE = "$text-error bold underline on $error 20%"
NEWER_STYLE = "$text-success bold underline on $success 20%"


def both_sides(conflict: Conflict) -> tuple[Content, Content]:
    """Return the contents of the older and the newer entry, marked where they differ."""
    older, newer = conflict.older.content[:SIGNS_SHOWN], conflict.newer.content[:SIGNS_SHOWN]
    found = hunks(older, newer)
    sides = []
    for kind, style, said, memory in (
        (Kind.REMOVED, OLDER_STYLE, conflict.older_says, conflict.older),
        (Kind.ADDED, NEWER_STYLE, conflict.newer_says, conflict.newer),
    ):
        parts = [part for hunk in found for part in _side(hunk, kind, style, said)]
        rest = len(memory.content) - SIGNS_SHOWN
        if rest > 0:
            parts.append(Content.styled(f"\n… {rest:,} more characters", "$foreground-muted"))
        sides.append(Content("").join(parts))
    return sides[0], sides[1]


def _side(hunk: Hunk, kind: Kind, style: str, said: str) -> Iterator[Content]:
    """Yield one side of a hunk. Lines with nothing in common are not marked as a whole: that says nothing."""
    whole = hunk.changed and all(part.kind is not Kind.SAME for part in hunk.segments)
    one_sided = whole and len(hunk.segments) == 1
    for part in hunk.segments:
        if part.kind is Kind.SAME or (part.kind is kind and whole and not one_sided):
            yield from _with_value(part.text, said if hunk.changed else "", style)
        elif part.kind is kind:
            yield Content.styled(printable(part.text, one_line=False), style)


def _with_value(text: str, said: str, style: str) -> Iterator[Content]:
    """Yield the text, with the value that it states marked."""
    place = text.casefold().find(said.casefold()) if said else -1
    if place < 0 or len(text.casefold()) != len(text):
        yield Content(printable(text, one_line=False))
        return
    end = place + len(said)
    yield Content(printable(text[:place], one_line=False))
    yield Content.styled(printable(text[place:end], one_line=False), style)
    yield Content(printable(text[end:], one_line=False))
