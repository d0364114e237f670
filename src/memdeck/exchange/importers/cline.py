"""Cline's memory bank: six files of a fixed meaning. What is still to do becomes TODO, the rest PROJECT."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from memdeck.exchange.importers.bullets import read_document
from memdeck.exchange.importers.harvest import Harvest, Record, SourceReading, text_key
from memdeck.exchange.importers.sections import Section, sections
from memdeck.exchange.importers.titles import plain_text, words_of
from memdeck.memory.kinds import MemoryType, Status

FOLDER = "memory-bank"
FILES = (
    "projectbrief.md", "productContext.md", "activeContext.md", "systemPatterns.md", "techContext.md",
    "progress.md",
)  # fmt: skip
_DECISIONS = frozenset({"systemPatterns.md", "techContext.md"})
_TO_DO = re.compile(
    r"(?i)\b(?:to[ -]?do|left to (?:build|do)|remaining|next steps?|planned|upcoming|pending|open)\b"
)


def is_bank(path: Path) -> bool:
    """Tell whether a folder is a memory bank: it has at least two of the six files."""
    return sum((path / file).is_file() for file in FILES) >= 2


def read_cline(path: Path) -> SourceReading:
    """Read a memory bank; its entries belong to the project around it."""
    root = path / FOLDER if (path / FOLDER).is_dir() else path
    harvest = Harvest(root, datetime.now(UTC))
    names = [file for file in FILES if (root / file).is_file()]
    names += sorted(file.name for file in root.glob("*.md") if file.name not in FILES)
    for name in names:
        _file(harvest, name)
    return SourceReading(harvest.reading(), root.parent)


def _file(harvest: Harvest, file: str) -> None:
    read = harvest.text(file)
    if read is None:
        return
    text, modified = read
    about = "Project brief" if file == "projectbrief.md" else words_of(file.removesuffix(".md"))
    if file == "progress.md":
        for piece in read_document(text).pieces:
            wanted = piece.done is not None or bool(_TO_DO.search(piece.heading))
            if piece.item and wanted:
                status = Status.DONE if piece.done else Status.PENDING
                record = Record(content=piece.text, description=f"{about}: {plain_text(piece.heading)}",
                                type=MemoryType.TODO, status=status)  # fmt: skip
                harvest.add(file, text_key(piece.text), record, line=piece.line, moment=modified)
    for section in sections(text.unified(text.text), deepest=2):
        if file == "progress.md" and _TO_DO.search(section.heading):
            continue
        record = _record(section, file, about)
        harvest.add(file, text_key(section.heading or about), record, line=section.line, moment=modified)


def _record(section: Section, file: str, about: str) -> Record:
    heading = plain_text(section.heading)
    return Record(
        content=section.text,
        title=f"{about}: {heading}" if heading and heading.casefold() != about.casefold() else about,
        type=MemoryType.PROJECT,
        tags=["decision"] if file in _DECISIONS else (),
    )
