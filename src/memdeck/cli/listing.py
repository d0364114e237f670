"""Showing a list of entries, and saying how much of it is shown."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memdeck.cli import narration
from memdeck.cli.json_text import print_json
from memdeck.cli.moments import local_day, stamp
from memdeck.cli.records import listed
from memdeck.cli.table import Column, print_table
from memdeck.memory.entry import Memory
from memdeck.memory.kinds import Status

if TYPE_CHECKING:
    from memdeck.deck import Deck

_COLUMNS = (
    Column("NAME", 32),
    Column("TYPE", 9),
    Column("STATUS", 11),
    Column("OWNER", 24),
    Column("UPDATED", 10),
    Column("TITLE"),
)


def print_memories(memories: Sequence[Memory], *, as_json: bool) -> None:
    """Write entries to stdout: JSON, a table on a terminal, or whole tab-separated values."""
    if as_json:
        print_json([listed(memory) for memory in memories])
        return
    day = local_day if sys.stdout.isatty() else stamp
    rows = [
        (each.name, each.type, each.status, each.owner, str(day(each.updated_at)), each.title)
        for each in memories
    ]
    print_table(_COLUMNS, rows)


def tell_how_many(
    deck: Deck, found: Sequence[Memory], text: str, filters: Mapping[str, Any], *, cut: bool
) -> None:
    """Say on stderr that a list is empty and what helps, or how many there are beyond those shown."""
    if cut:
        total = deck.count(text, **filters)
        if total != len(found):
            narration.say(f"{len(found):,} of {total:,} memories.")
    elif not found:
        narration.say(_nothing(text, filters))


def _nothing(text: str, filters: Mapping[str, Any]) -> str:
    if text or filters:
        return "No memory matches. 'memdeck list' without filters shows all."
    return "No memories yet. 'memdeck add' writes one, 'memdeck import --claude-code' brings in what is here."


def title_of(memory: Memory) -> str:
    """Return how messages name an entry: `build_setup (user:me)`."""
    return f"{memory.name} ({memory.owner})"


def state_of(memory: Memory) -> str:
    """Return the status when it is worth a word, else nothing."""
    return "" if memory.status is Status.ACTIVE else str(memory.status)
