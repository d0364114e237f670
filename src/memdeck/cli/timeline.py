"""Changes as rows."""

from __future__ import annotations

from collections.abc import Sequence

from memdeck.cli import person
from memdeck.cli.moments import age, stamp
from memdeck.cli.table import Column, print_plain, print_table
from memdeck.memory.clock import utc_now
from memdeck.memory.revision import Revision

_COLUMNS = (
    Column("NO", 8),
    Column("AGE", 4),
    Column("WHO", 16),
    Column("WHAT", 7),
    Column("NAME", 28),
    Column("TITLE"),
)


def print_changes(revisions: Sequence[Revision]) -> None:
    """Write changes to stdout as a table, or as tab-separated values."""
    if person.reads():
        now = utc_now()
        print_table(_COLUMNS, [_row(each, age(each.at, now)) for each in revisions])
    else:
        print_plain(_row(each, str(stamp(each.at))) for each in revisions)


def _row(revision: Revision, when: str) -> tuple[str, ...]:
    reason = f" — {revision.reason}" if revision.reason else ""
    undone = " (undone)" if revision.undone else ""
    return (
        str(revision.seq),
        when,
        revision.author.label,
        revision.action,
        revision.name,
        revision.title + undone + reason,
    )
