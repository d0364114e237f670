"""Findings as rows, as plain data and whole: both entries and what is said against them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from memdeck.cli import person
from memdeck.cli.listing import MARK, title_of
from memdeck.cli.moments import age, local_minute, stamp
from memdeck.cli.records import Record, change, whole
from memdeck.cli.table import Column, print_plain, print_table
from memdeck.memory.clock import utc_now
from memdeck.memory.conflict import Conflict, ConflictState, ScanReport, Settlement
from memdeck.memory.entry import Memory
from memdeck.memory.printable import printable

_COLUMNS = (Column("ID", 12), Column("KIND", 13), Column("AGE", 4), Column("OLDER", 24), Column("NEWER", 24))
_SHORT = 12
"""Characters of an id that a table shows: enough to be unique among thousands."""


def print_conflicts(found: Sequence[Conflict]) -> None:
    """Write findings to stdout as a table, or whole as tab-separated values."""
    if not person.reads():
        print_plain(
            (each.id, each.state, each.kind, each.older.name, each.newer.name, each.evidence)
            for each in found
        )
        return
    now = utc_now()
    print_table((*_COLUMNS, Column("EVIDENCE")), [_row(each, age(each.found_at, now)) for each in found])


def print_conflict(found: Conflict) -> None:
    """Write one finding whole: its data, then both entries."""
    for key, value in _facts(found):
        click.echo(f"{key + ':':13}{printable(value)}")
    for label, memory in (("older", found.older), ("newer", found.newer)):
        click.echo(f"\n--- {label}: {printable(title_of(memory))}, {local_minute(memory.updated_at)}")
        click.echo(printable(memory.title))
        click.echo(printable(memory.content, one_line=False).rstrip("\n"))


def scan_record(report: ScanReport) -> Record:
    """Return what a scan did as plain data."""
    return {
        "looked_at": report.looked_at,
        "found": report.found,
        "superseded": report.superseded,
        "open": report.open,
        "seconds": round(report.seconds, 3),
        "judge": report.judge or None,
        "asked": report.asked,
        "unclear": report.unclear,
        "unjudged": report.unjudged,
        "judge_fault": report.judge_fault or None,
    }


def scan_words(report: ScanReport) -> str:
    """Return what a scan did in one line."""
    more = f", {report.superseded} superseded by themselves" if report.superseded else ""
    return (
        f"Looked at {report.looked_at:,} memories in {report.seconds:.1f} s: "
        f"{report.found:,} found{more}, {report.open:,} open."
    )


def judge_words(report: ScanReport) -> str:
    """Return in one line what a judge did."""
    questions = "1 question" if report.asked == 1 else f"{report.asked:,} questions"
    unclear = f", {report.unclear:,} without a usable answer" if report.unclear else ""
    left = "1 memory waits" if report.unjudged == 1 else f"{report.unjudged:,} memories wait"
    more = f"; {left} for the next scan" if report.unjudged else ""
    return f"{report.judge} was asked {questions}{unclear}{more}."


def conflict_record(found: Conflict) -> Record:
    """Return a finding as plain data, with both entries."""
    return {
        "id": found.id,
        "kind": found.kind.value,
        "state": found.state.value,
        "evidence": found.evidence,
        "attribute": found.attribute,
        "older_says": found.older_says,
        "newer_says": found.newer_says,
        "score": found.score,
        "found_at": stamp(found.found_at),
        "resolution": found.resolution.value if found.resolution else None,
        "resolved_at": stamp(found.resolved_at),
        "batch": found.batch,
        "older": whole(found.older),
        "newer": whole(found.newer),
    }


def settlement_record(settled: Settlement) -> Record:
    """Return what settling did as plain data."""
    return {
        "batch": settled.batch,
        "summary": settled.summary,
        "changes": [change(revision) for revision in settled.revisions],
    }


def conflict_lines(memory: Memory, open_ones: Sequence[Conflict]) -> list[str]:
    """Return what `memdeck show` says about an entry's open conflicts, one line each, safe to show."""
    lines = []
    for found in open_ones:
        other = found.newer if found.older.id == memory.id else found.older
        text = f"{MARK} with {title_of(other)}: {found.evidence} ({found.id[:_SHORT]})"
        lines.append(f"{'conflict:':13}{printable(text)}")
    return lines


def version_lines(line: Sequence[Memory]) -> list[str]:
    """Return the line of versions, one entry a line, safe to show."""
    lines = []
    for memory in line:
        begun = local_minute(memory.valid_from or memory.created_at)
        ended = local_minute(memory.valid_to) if memory.valid_to else "now"
        lines.append(printable(f"{begun} – {ended}  {memory.name}: {memory.title}"))
    return lines


def _row(found: Conflict, when: str) -> tuple[str, ...]:
    state = "" if found.state in {ConflictState.OPEN, ConflictState.PRECEDENCE} else f"({_how(found)}) "
    return (
        found.id[:_SHORT],
        found.kind,
        when,
        found.older.name,
        found.newer.name,
        state + found.evidence,
    )


def _facts(found: Conflict) -> Iterator[tuple[str, str]]:
    yield "conflict", found.id
    yield "kind", found.kind
    yield "evidence", found.evidence
    yield "state", found.state if found.resolution is None else f"{found.state} ({_how(found)})"
    yield "found", local_minute(found.found_at)


def _how(found: Conflict) -> str:
    return str(found.resolution or found.state).replace("_", " ")
