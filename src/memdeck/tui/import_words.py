"""What an import found, did and left alone, in words and tables for the screen."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from memdeck.memory.owner import owner_label
from memdeck.memory.printable import printable
from memdeck.tui.counts import counted
from memdeck.tui.literal import literal

if TYPE_CHECKING:
    from memdeck.exchange.problem import Problem
    from memdeck.exchange.reports import ClaudeImportReport, FolderImport

FOLDERS_SHOWN = 8
"""How many folders the first screen lists; the rest are counted."""
PROBLEMS_SHOWN = 500
_ANY_FOLDER = "'memdeck import FOLDER' takes in any folder of markdown memories."
_MUTED = "$foreground-muted"


def at_home(path: str) -> str:
    """Return a path with `~` for the person's home."""
    home = str(Path.home())
    return f"~{path[len(home) :]}" if path.startswith(f"{home}/") else path


def total_found(report: ClaudeImportReport) -> str:
    """Return `3 projects with 41 memories`."""
    folders = [folder for folder in report.folders if _size(folder)]
    projects = sum(folder.kind == "project" for folder in folders)
    others = len(folders) - projects
    parts = [counted(projects, "project", "projects")] if projects or not others else []
    if others:
        parts.append(counted(others, "other folder", "other folders"))
    count = sum(map(_size, folders))
    return f"{' and '.join(parts)} with {counted(count, 'memory', 'memories')}"


def _size(folder: FolderImport) -> int:
    report = folder.report
    return len(report.new) + len(report.changed) + len(report.unchanged)


def found_content(report: ClaudeImportReport) -> Content:
    """Return what is there to import, folder by folder."""
    folders = sorted((folder for folder in report.folders if _size(folder)), key=_size, reverse=True)
    problems = sum(len(folder.report.problems) for folder in report.folders)
    lines = [Content.assemble(("✓ ", "$text-success"), f"Claude Code: {total_found(report)}")]
    for folder in folders[:FOLDERS_SHOWN]:
        place = at_home(folder.root or folder.path)
        lines.append(
            Content.assemble(
                f"  {_size(folder):>5,}  ", literal(owner_label(folder.owner)), "  ", literal(place, _MUTED)
            )
        )
    if len(folders) > FOLDERS_SHOWN:
        lines.append(Content.styled(f"         … and {len(folders) - FOLDERS_SHOWN:,} more", _MUTED))
    if problems:
        words = counted(problems, "file can't be read and stays", "files can't be read and stay")
        lines.append(Content.styled(f"! {words} as they are; the report names them.", "$text-warning"))
    return Content("\n").join(lines)


def nothing_content(place: Path, words: str = "") -> Content:
    """Return what was looked for in `place`, Claude Code's folder, and what can be done without it.

    Args:
        place: the folder; it need not exist.
        words: what was wrong with it, when it is there.
    """
    there = place.is_dir()
    outcome = (words or "it holds no memories.") if there else "there is no such folder."
    looked = literal(f"– Looked for Claude Code's memories in {at_home(str(place))}: {outcome}")
    hints = [] if there else ["If it keeps its data elsewhere: CLAUDE_CONFIG_DIR names the folder."]
    hints += ["a writes the first memory here, D opens the program on samples.", _ANY_FOLDER]
    return Content("\n").join([looked, *(Content.styled(hint, _MUTED) for hint in hints)])


def report_heading(report: ClaudeImportReport) -> str:
    """Return what an import did, in one line."""
    parts = [counted(report.total("new"), "memory came in", "memories came in")]
    if report.total("changed"):
        parts.append(f"{report.total('changed'):,} changed")
    if report.total("unchanged"):
        parts.append(f"{report.total('unchanged'):,} were there already")
    if report.total("problems"):
        parts.append(f"{counted(report.total('problems'), 'file was', 'files were')} left alone")
    return " · ".join(parts)


def report_content(report: ClaudeImportReport) -> Content:
    """Return everything an import did and left alone: what needs a person first."""
    lines: list[Content] = []
    for heading, part, style in (
        ("Could not be read, and left alone", "problems", "$text-error"),
        ("Passed over", "skipped", _MUTED),
        ("Remarks", "notes", _MUTED),
    ):
        found = [(folder, problem) for folder in report.folders for problem in getattr(folder.report, part)]
        if found:
            lines += [Content.styled(f"{heading} · {len(found):,}", "bold")]
            lines += _problems(found, style)
            lines.append(Content(""))
    lines.append(Content.styled(f"Folders · {len(report.folders):,}", "bold"))
    for folder in report.folders:
        done = folder.report
        lines.append(
            Content.assemble(
                f"  {len(done.new):>5,} new  {len(done.changed):>4,} changed  ",
                literal(owner_label(folder.owner)),
            )
        )
        lines.append(literal(f"        {at_home(folder.root or folder.path)}", _MUTED))
        if folder.note:
            lines.append(literal(f"        {folder.note}", _MUTED))
    return Content("\n").join(lines)


def _problems(found: Iterable[tuple[FolderImport, Problem]], style: str) -> list[Content]:
    every = list(found)
    lines = []
    for folder, problem in every[:PROBLEMS_SHOWN]:
        place = f"{problem.file}:{problem.line}" if problem.line is not None else problem.file
        where = printable(owner_label(folder.owner))
        lines.append(Content.assemble(f"  {where}  ", literal(place, style), ": ", literal(problem.reason)))
    if len(every) > PROBLEMS_SHOWN:
        lines.append(Content.styled(f"  … and {len(every) - PROBLEMS_SHOWN:,} more", _MUTED))
    return lines
