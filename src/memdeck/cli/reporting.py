"""What an import or an export did: entries and files on stdout, the sum and every problem on stderr."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from memdeck.cli import narration, person
from memdeck.cli.table import Column, print_plain, print_table

if TYPE_CHECKING:
    from memdeck.deck.import_finding import FoundSource
    from memdeck.exchange.problem import Problem
    from memdeck.exchange.reports import ClaudeImportReport, ExportReport, ImportReport

_ENTRIES = (Column("WHAT", 9), Column("NAME", 32), Column("OWNER", 24), Column("FILE"))
_SOURCES = (Column("FORMAT", 14), Column("ENTRIES", 7), Column("NEW", 7), Column("PATH"))
_FILES = (Column("WHAT", 9), Column("FILE"))
_Row = tuple[str, ...]


def tell_import(report: ImportReport, *, as_json: bool) -> None:
    """Tell what an import of one folder did."""
    if not as_json:
        _print(_ENTRIES, _entries(report))
    _complain(report.problems, report.path)
    _remark(report)
    counts = [
        (len(report.new), "new"),
        (len(report.changed), "changed"),
        (len(report.unchanged), "unchanged"),
    ]
    counts += [(len(report.skipped), "skipped"), (len(report.problems), "not taken")]
    counts.append((report.left_out, "left out by the filters or the limit"))
    narration.say(_sum(counts, "Nothing was found.", dry_run=report.dry_run))


def tell_found_sources(found: Sequence[FoundSource]) -> None:
    """Tell what there is to import, and how."""
    rows = [(each.format, f"{each.entries:,}", f"{each.new:,}", each.path) for each in found]
    _print(_SOURCES, rows)
    if not found:
        narration.say("No memories of other programs were found in their usual places.")
        return
    for each in found:
        if each.problems:
            narration.say(f"  {each.path}: {each.problems:,} could not be read; an import says why.")
    narration.say("'memdeck import PATH' brings one in; --dry-run only says what would happen.")


def tell_claude_import(found: ClaudeImportReport, *, as_json: bool) -> None:
    """Tell what an import of all of Claude Code's folders did."""
    if not as_json:
        _print(_ENTRIES, [row for folder in found.folders for row in _entries(folder.report)])
    for folder in found.folders:
        _complain(folder.report.problems, folder.path)
        _remark(folder.report)
        note = f" ({folder.note})" if folder.note else ""
        narration.say(f"  {folder.path} → {folder.owner}{note}")
    counts = [(found.total(part), part) for part in ("new", "changed", "unchanged", "skipped")]
    counts.append((found.total("problems"), "not taken"))
    narration.say(_sum(counts, "Claude Code has no memories here.", dry_run=found.dry_run))


def tell_export(report: ExportReport, *, as_json: bool) -> None:
    """Tell what an export did."""
    if not as_json:
        rows = [("written", file) for file in report.written] + [("removed", file) for file in report.removed]
        _print(_FILES, rows)
    _complain(report.problems, report.path)
    for left in report.left:
        narration.say(f"  left: {left}")
    if report.unlisted:
        names = ", ".join(report.unlisted[:10]) + (", …" if len(report.unlisted) > 10 else "")
        narration.say(f"MEMORY.md is full; {len(report.unlisted):,} have no line in it: {names}")
    if report.masked:
        names = ", ".join(report.masked[:10]) + (", …" if len(report.masked) > 10 else "")
        narration.say(f"  note: secrets were masked in {names}; --with-secrets writes them.")
    counts = [(len(report.written), "written"), (len(report.unchanged), "unchanged")]
    counts += [(len(report.removed), "removed"), (len(report.problems), "not written")]
    narration.say(_sum(counts, "Nothing to export.", dry_run=report.dry_run))


def _entries(report: ImportReport) -> list[_Row]:
    return [
        (what, entry.name, entry.owner, entry.file)
        for what, entries in (("new", report.new), ("changed", report.changed))
        for entry in entries
    ]


def _print(columns: Sequence[Column], rows: Sequence[_Row]) -> None:
    if person.reads():
        print_table(columns, rows)
    else:
        print_plain(rows)


def _complain(problems: Iterable[Problem], folder: str) -> None:
    for problem in problems:
        apart = problem.file.startswith(("/", "~"))  # it lies elsewhere, and is named whole
        narration.complain(str(problem) if apart else f"{folder}/{problem}")


def _remark(report: ImportReport) -> None:
    for skipped in report.skipped:
        narration.say(f"  skipped: {skipped}")
    for note in report.notes:
        narration.say(f"  note: {note}")


def _sum(counts: Iterable[tuple[int, str]], nothing: str, *, dry_run: bool) -> str:
    words = ", ".join(f"{count:,} {what}" for count, what in counts if count)
    if not words:
        return nothing
    return f"{words}; nothing was written (--dry-run)." if dry_run else f"{words}."
