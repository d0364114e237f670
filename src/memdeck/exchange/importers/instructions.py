"""CLAUDE.md, AGENTS.md, GEMINI.md and their like: what people write for their assistants.

Every list item becomes an entry; a section without items becomes one. The key is the text itself, so that
items may move; an item that was reworded is a new entry.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from memdeck.exchange.importers.bullets import Piece, read_document
from memdeck.exchange.importers.harvest import Harvest, Record, SourceReading, text_key
from memdeck.exchange.importers.titles import plain_text
from memdeck.memory.kinds import MemoryType

FILES = (
    "CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "AGENTS.override.md", "GEMINI.md",
    ".github/copilot-instructions.md",
)  # fmt: skip
"""The files of a project's folder, in the order of reading."""
NAMES = frozenset(Path(file).name.casefold() for file in FILES)
RULES = ".claude/rules"
ADDED_MEMORIES = "Gemini Added Memories"
"""The section in which Gemini CLI kept what it was told to remember."""
_PERSONAL = frozenset({".claude", ".codex", ".gemini", ".config"})


def read_instructions(path: Path) -> SourceReading:
    """Read one such file, or all those of a project's folder."""
    if path.is_dir():
        files = [file for file in FILES if (path / file).is_file()]
        rules = sorted((path / RULES).rglob("*.md")) if (path / RULES).is_dir() else []
        files += [str(file.relative_to(path)) for file in rules]
        root = path
    else:
        root, files = path.parent, [path.name]
    personal = is_personal(root)
    harvest = Harvest(root, datetime.now(UTC))
    for file in files:
        if _is_inner_link(root, file):
            harvest.skip(file, "is a link to another file of this folder.")
            continue
        read_file(harvest, file, personal=personal)
    return SourceReading(harvest.reading(), None if personal else root)


def _is_inner_link(root: Path, file: str) -> bool:
    """Tell whether a file is only another name for one beside it, as CLAUDE.md often is for AGENTS.md."""
    path = root / file
    return path.is_symlink() and path.resolve().is_relative_to(root.resolve())


def read_file(
    harvest: Harvest, file: str, *, personal: bool, kind: MemoryType | None = None, section: str | None = None
) -> None:
    """Take the items of one file in.

    Args:
        harvest: what is gathered; `file` lies below its path.
        file: the file.
        personal: it is the person's own and not a project's.
        kind: the type of its entries; None: USER in a person's file, else PROJECT.
        section: only what stands under this heading.
    """
    read = harvest.text(file)
    if read is None:
        return
    text, modified = read
    document = read_document(text)
    for line, name in document.imports:
        harvest.skip(file, f"{name} names another file, which is not followed.", line)
    for piece in document.pieces:
        if section is not None and section not in piece.headings:
            continue
        told = kind or (
            MemoryType.USER if personal or ADDED_MEMORIES in piece.headings else MemoryType.PROJECT
        )
        harvest.add(file, text_key(piece.text), record_of(piece, told), line=piece.line, moment=modified)


def record_of(piece: Piece, kind: MemoryType) -> Record:
    """Return a piece as a record: an item's title is its first line, a section's its heading."""
    where = " › ".join(filter(None, map(plain_text, piece.headings)))
    title = piece.text if piece.item or not piece.heading else piece.heading
    return Record(
        content=piece.text,
        title=title,
        description=where,
        type=kind,
    )


def is_personal(folder: Path) -> bool:
    """Tell whether a folder holds a person's own settings, or is the person's home."""
    home = Path.home()
    if folder.resolve() == home.resolve():
        return True
    return folder.name in _PERSONAL and folder.parent.resolve() == home.resolve()
