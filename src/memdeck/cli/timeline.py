"""Changes as rows."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from memdeck.cli.moments import local_minute, stamp
from memdeck.cli.table import Column, print_table
from memdeck.memory.revision import Revision

_COLUMNS = (
    Column("NO", 8),
    Column("WHEN", 16),
    Column("WHO", 20),
    Column("WHAT", 9),
    Column("NAME", 32),
    Column("ACTION", 30),
    Column("TITLE"),
)


def print_changes(revisions: Sequence[Revision]) -> None:
    """Write changes to stdout as a table, or as tab-separated values."""
    when = local_minute if sys.stdout.isatty() else stamp
    print_table(_COLUMNS, [_row(each, str(when(each.at))) for each in revisions])


def _row(revision: Revision, when: str) -> tuple[str, ...]:
    reason = f" — {revision.reason}" if revision.reason else ""
    undone = " (undone)" if revision.undone else ""
    return (
        str(revision.seq),
        when,
        revision.author.label,
        revision.action,
        revision.name,
        revision.batch,
        revision.title + undone + reason,
    )
