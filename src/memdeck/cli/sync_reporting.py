"""What a sync did: one row for each entry or file on stdout, everything else on stderr."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memdeck.cli import narration, person
from memdeck.cli.table import Column, print_plain, print_table

if TYPE_CHECKING:
    from memdeck.exchange.sync_report import SyncReport

_COLUMNS = (Column("WHAT", 18), Column("NAME", 32), Column("OWNER", 24), Column("FILE"))
_PARTS = (
    ("new_here", "new in memdeck"),
    ("changed_here", "changed in memdeck"),
    ("removed_here", "deleted in memdeck"),
    ("new_there", "new file"),
    ("changed_there", "changed file"),
    ("removed_there", "deleted file"),
)


def tell_sync(reports: Sequence[SyncReport], *, as_json: bool) -> None:
    """Tell what the syncs of some folders did."""
    rows = [
        (words, entry.name, entry.owner, f"{report.path}/{entry.file}")
        for report in reports
        for part, words in _PARTS
        for entry in getattr(report, part)
    ]
    if not as_json and person.reads():
        print_table(_COLUMNS, rows)
    elif not as_json:
        print_plain(rows)
    for report in reports:
        _remark(report)
    counts = [(sum(len(getattr(report, part)) for report in reports), words) for part, words in _PARTS]
    counts.append((sum(report.index for report in reports), "MEMORY.md"))
    counts.append((sum(report.unchanged for report in reports), "in step"))
    counts.append((sum(len(report.conflicts) for report in reports), "in conflict"))
    counts.append((sum(len(report.problems) for report in reports), "left alone"))
    said = ", ".join(f"{count:,} {words}" for count, words in counts if count) or "Nothing on either side"
    dry = "; nothing was written." if any(report.dry_run for report in reports) else "."
    narration.say(said + dry)


def _remark(report: SyncReport) -> None:
    for conflict in report.conflicts:
        narration.complain(f"conflict: {report.path}/{conflict}")
    for problem in report.problems:
        apart = problem.file.startswith(("/", "~"))
        narration.complain(str(problem) if apart else f"{report.path}/{problem}")
    for skipped in report.skipped:
        narration.say(f"  skipped: {skipped}")
    for note in report.notes:
        narration.say(f"  note: {note}")
