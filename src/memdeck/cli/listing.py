"""Showing a list of entries, and saying how much of it is shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memdeck.cli import narration, person
from memdeck.cli.json_text import print_json
from memdeck.cli.moments import age, stamp
from memdeck.cli.records import listed
from memdeck.cli.table import Column, print_plain, print_table
from memdeck.memory.clock import utc_now
from memdeck.memory.entry import Memory
from memdeck.memory.kinds import Status
from memdeck.memory.owner import owner_label

if TYPE_CHECKING:
    from memdeck.deck import Deck

MARK = "⚡"
"""Beside an entry that is in an open conflict."""
_COLUMNS = (
    Column("NAME", 28),
    Column("TYPE", 9),
    Column("OWNER", 14),
    Column("AGE", 4),
    Column("TITLE"),
)


def print_memories(
    memories: Sequence[Memory], *, as_json: bool, marked: Collection[str] = frozenset()
) -> None:
    """Write entries to stdout: JSON, a table on a terminal, or whole tab-separated values.

    Args:
        memories: what to list.
        as_json: print JSON.
        marked: ids of those in an open conflict, which the table shows with a mark.
    """
    if as_json:
        print_json([listed(memory) for memory in memories])
        return
    if not person.reads():
        print_plain(
            (each.name, each.type, each.status, each.owner, str(stamp(each.updated_at)), each.title)
            for each in memories
        )
        return
    now = utc_now()
    print_table(
        _COLUMNS,
        [
            (each.name, each.type, owner_label(each.owner), age(each.updated_at, now), _titled(each, marked))
            for each in memories
        ],
    )


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


def _titled(memory: Memory, marked: Collection[str]) -> str:
    state = "" if memory.status is Status.ACTIVE else f"({memory.status}) "
    return f"{MARK} {state}{memory.title}" if memory.id in marked else state + memory.title
