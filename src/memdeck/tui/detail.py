"""What the detail pane says about an entry, as blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from textual.content import Content

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import Importance, Status, Writer
from memdeck.memory.owner import owner_label
from memdeck.memory.printable import printable
from memdeck.tui.ages import age, exact_time
from memdeck.tui.markdown_blocks import MUTED, Block, blocks_of

FIRST_PART = 6_000
"""Characters of content that are shown at first; scrolling to the end shows more."""
HISTORY_COUNTED = 100
LABEL = 9
"""Cells of a label before what it says."""

_SOURCES = {
    Writer.PERSON: "written by you",
    Writer.ASSISTANT: "written by an assistant",
    Writer.EXTRACTION: "taken from a conversation",
    Writer.IMPORT: "imported",
    Writer.SYNC: "came with a folder",
    Writer.LIFECYCLE: "made by the life cycle run",
}


@dataclass(frozen=True, slots=True)
class Detail:
    """An entry and what else is known about it."""

    memory: Memory
    changes: int = 0
    """How many changes its history holds, counted up to HISTORY_COUNTED."""
    author: str = ""
    """Who changed it last."""
    related: Sequence[str] = ()
    """Titles of related entries."""
    conflict: str = ""
    """What it is in conflict with, in words."""
    overridden: bool = False
    """True when there is nothing to settle, and no sign in the list: `conflict` tells what goes first."""
    line: Sequence[Memory] = ()
    """What it replaced and what replaced it, the earliest first, itself among them."""


def detail_blocks(
    detail: Detail, now: datetime, *, shown: int = FIRST_PART, history_key: str = "h"
) -> list[Block]:
    """Return the pane's text; only the first `shown` characters of the content are laid out."""
    memory = detail.memory
    blocks = [
        Block(Content.styled(printable(memory.title), "bold"), gap=False),
        Block(Content.styled(printable(memory.name), MUTED), gap=False),
        Block(Content.styled(_third_line(memory), MUTED), gap=False),
        Block(Content.styled(_last_line(detail, now), MUTED), gap=False),
    ]
    if detail.conflict:
        sign, style = ("↑ ", MUTED) if detail.overridden else ("⚡ ", "$text-warning")
        blocks.append(Block(Content.styled(printable(detail.conflict), style), sign, "  "))
    if memory.description:
        blocks.append(Block(Content(printable(memory.description))))
    blocks.append(Block(Content(), rule=True, gap=not memory.description))
    part = memory.content[:shown]
    content = blocks_of(part) or [Block(Content.styled(printable(part, one_line=False)))]
    blocks += content
    if len(memory.content) > shown:
        rest = len(memory.content) - shown
        blocks.append(Block(Content.styled(f"… {rest:,} more characters: scroll on", MUTED)))
    return [*blocks, *_facts(detail, now, history_key)]


def _third_line(memory: Memory) -> str:
    parts = [str(memory.type), owner_label(memory.owner), f"v{memory.version}"]
    if memory.importance is not Importance.NORMAL:
        parts.append(memory.importance)
    if memory.status is not Status.ACTIVE:
        parts.append(memory.status.replace("_", " "))
    return printable(" · ".join(parts))


def _last_line(detail: Detail, now: datetime) -> str:
    memory = detail.memory
    if memory.deleted_at is not None:
        return f"deleted {age(memory.deleted_at, now)}"
    by = f" by {detail.author}" if detail.author else ""
    return printable(f"updated {age(memory.updated_at, now)}{by}")


def _facts(detail: Detail, now: datetime, history_key: str) -> list[Block]:
    memory = detail.memory
    more = "+" if detail.changes >= HISTORY_COUNTED else ""
    changes = f"{detail.changes}{more} change{'' if detail.changes == 1 else 's'}  ‹{history_key}›"
    facts = [
        ("Used", used_words(memory, now)),
        ("Source", source_words(memory)),
        *kept_facts(memory),
        ("Versions", _line(detail.line, memory)),
        ("Related", " · ".join(detail.related)),
        ("History", changes if detail.changes else ""),
    ]
    blocks: list[Block] = []
    for label, words in facts:
        if words:
            line = Content(printable(words))
            blocks.append(Block(line, f"{label:<{LABEL}}", " " * LABEL, gap=not blocks))
    return blocks


def kept_facts(memory: Memory) -> list[tuple[str, str]]:
    """Return what is kept with a text, each with its label; not safe to show, some are empty."""
    return [
        ("Tags", ", ".join(memory.tags)),
        ("Trust", "" if memory.confidence >= 1 else f"{memory.confidence:.0%}"),
        ("Valid", _valid(memory)),
        ("Expires", exact_time(memory.expires_at) if memory.expires_at else ""),
        ("Created", exact_time(memory.created_at)),
    ]


def used_words(memory: Memory, now: datetime) -> str:
    """Return how often an entry was given to an assistant: `12 times, last yesterday`."""
    if not memory.access_count:
        return "never yet"
    times = "once" if memory.access_count == 1 else f"{memory.access_count:,} times"
    return f"{times}, last {age(memory.last_accessed, now)}" if memory.last_accessed else times


def source_words(memory: Memory) -> str:
    """Return where an entry comes from; not safe to show."""
    words = _SOURCES[memory.source.writer]
    if memory.source.file:
        words += f" from {memory.source.file}"
    if memory.source.conversation:
        words += f" (chat {memory.source.conversation[:12]})"
    return words


def _line(line: Sequence[Memory], memory: Memory) -> str:
    """Return `Maven build (until 2026-11-12) → this`."""
    if len(line) < 2:
        return ""
    return " → ".join(
        ("this" if each.id == memory.id else each.title)
        + (f" (until {each.valid_to.astimezone():%Y-%m-%d})" if each.valid_to else "")
        for each in line
    )


def _valid(memory: Memory) -> str:
    start = f"from {exact_time(memory.valid_from)}" if memory.valid_from else ""
    end = f"until {exact_time(memory.valid_to)}" if memory.valid_to else ""
    return " ".join(part for part in (start, end) if part)
