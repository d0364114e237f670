"""Gemini CLI: the section of `~/.gemini/GEMINI.md` that it wrote itself, and its newer private folders.

The newer form is `~/.gemini/tmp/<shortId>/memory/`, a MEMORY.md and notes beside it, one folder a project;
`projects.json` or the folder's `.project_root` names the project.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from memdeck.exchange.file_text import decode
from memdeck.exchange.folder import read_folder
from memdeck.exchange.importers.bullets import read_document
from memdeck.exchange.importers.harvest import Harvest, SourceReading, text_key
from memdeck.exchange.importers.instructions import ADDED_MEMORIES, read_file, record_of
from memdeck.exchange.importers.owners import project_owner
from memdeck.exchange.problem import FileFault
from memdeck.exchange.safe_file import read_regular
from memdeck.memory.kinds import MemoryType
from memdeck.memory.owner import canonical_owner
from memdeck.memory.project import project_key

FILE, INDEX = "GEMINI.md", "MEMORY.md"


def read_gemini(path: Path, known: Mapping[str, str] = {}) -> SourceReading:
    """Read `~/.gemini`, a GEMINI.md, or one project's private memory folder."""
    if not path.is_dir():
        harvest = Harvest(path.parent, datetime.now(UTC))
        read_file(harvest, path.name, personal=True, kind=MemoryType.USER, section=ADDED_MEMORIES)
        return SourceReading(harvest.reading())
    harvest = Harvest(path, datetime.now(UTC))
    roots: dict[str, str] = {}
    if (path / FILE).is_file():
        read_file(harvest, FILE, personal=True, kind=MemoryType.USER, section=ADDED_MEMORIES)
    for folder in private_folders(path):
        owner = _owner(path, folder, known, roots)
        _private(harvest, folder, owner)
    return SourceReading(harvest.reading(), roots=roots)


def private_folders(path: Path) -> list[Path]:
    """Return the private memory folders below `~/.gemini`; a folder that is one itself counts."""
    if path.name == "memory" and (path / INDEX).is_file():
        return [path]
    return sorted(
        folder for folder in path.glob("tmp/*/memory") if folder.is_dir() and not folder.is_symlink()
    )


def _private(harvest: Harvest, folder: Path, owner: str | None) -> None:
    below = "" if folder == harvest.path else f"{folder.relative_to(harvest.path)}/"
    reading = read_folder(folder)
    entries = tuple(
        replace(
            entry,
            file=below + entry.file,
            memory=replace(entry.memory, owner=owner or entry.memory.owner),
            owner_known=owner is not None or entry.owner_known,
        )
        for entry in reading.entries
    )
    moved = tuple(replace(problem, file=below + problem.file) for problem in reading.problems)
    harvest.take(replace(reading, entries=entries, problems=moved, skipped=(), notes=()))
    if (folder / INDEX).is_file():
        _facts(harvest, f"{below}{INDEX}", owner)


def _facts(harvest: Harvest, file: str, owner: str | None) -> None:
    """Take the items of MEMORY.md that are facts and not links to the notes beside it."""
    read = harvest.text(file)
    if read is None:
        return
    text, modified = read
    pieces = read_document(text).pieces
    for piece in pieces:
        if piece.item and ".md)" not in piece.text:
            record = replace(record_of(piece, MemoryType.PROJECT), owner=owner)
            harvest.add(file, text_key(piece.text), record, line=piece.line, moment=modified)


def _owner(home: Path, folder: Path, known: Mapping[str, str], roots: dict[str, str]) -> str | None:
    """Return the project of a private folder: by its marker, else by projects.json, else by its short id."""
    place = folder.parent
    if home == folder:
        home = folder.parents[2] if len(folder.parents) > 2 else folder
    root = _text(place / ".project_root").strip() or _listed(home / "projects.json").get(place.name, "")
    if not root:
        return project_owner(place.name)
    key = project_key(root, {**known, **roots})
    if root not in known and root.startswith("/"):
        roots[root] = key
    return canonical_owner(f"project:{key}")


def _listed(file: Path) -> dict[str, str]:
    try:
        projects = json.loads(_text(file) or "{}").get("projects")
    except (ValueError, AttributeError, RecursionError):
        return {}
    return {str(short): str(path) for path, short in projects.items()} if isinstance(projects, dict) else {}


def _text(file: Path) -> str:
    try:
        return decode(read_regular(file)[0]).text
    except FileFault:
        return ""
