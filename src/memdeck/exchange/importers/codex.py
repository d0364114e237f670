"""Codex: `~/.codex/memories`, which Codex writes itself.

The bullets of MEMORY.md come in, by their section: preferences as USER, failures as FEEDBACK, knowledge as
PROJECT; a rollout's summary as SUMMARY. The short summary and the raw memories are made from the same, and
are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from memdeck.exchange.importers.bullets import read_document
from memdeck.exchange.importers.harvest import Harvest, Record, SourceReading, text_key
from memdeck.exchange.importers.titles import plain_text
from memdeck.memory.kinds import MemoryType
from memdeck.memory.owner import canonical_owner
from memdeck.memory.project import project_key

SUMMARY, INDEX, RAW, ROLLOUTS = "memory_summary.md", "MEMORY.md", "raw_memories.md", "rollout_summaries"
_GROUP = re.compile(r"#[ \t]+Task Group:[ \t]*(.*)")
_FOLDER = re.compile(r"applies_to:.*?\bcwd=([^;\n]+)")
_KINDS = (
    ("user preference", MemoryType.USER),
    ("failure", MemoryType.FEEDBACK),
    ("do differently", MemoryType.FEEDBACK),
    ("reusable knowledge", MemoryType.PROJECT),
)
_BY_MACHINE = frozenset({"rollout_summary_files", "keywords"})


def read_codex(path: Path, known: Mapping[str, str] = {}) -> SourceReading:
    """Read the memories folder, or the folder that holds it."""
    root = path / "memories" if (path / "memories").is_dir() else path
    harvest = Harvest(root, datetime.now(UTC))
    roots: dict[str, str] = {}
    if (root / INDEX).is_file():
        _index(harvest, known, roots)
    folder = root / ROLLOUTS
    for file in sorted(folder.glob("*.md")) if folder.is_dir() else ():
        _rollout(harvest, f"{ROLLOUTS}/{file.name}")
    for name in (SUMMARY, RAW):
        if (root / name).is_file():
            harvest.skip(name, f"is made from the same as {INDEX}.")
    return SourceReading(harvest.reading(), roots=roots)


def _index(harvest: Harvest, known: Mapping[str, str], roots: dict[str, str]) -> None:
    read = harvest.text(INDEX)
    if read is None:
        return
    text, modified = read
    owners = _owners(text.unified(text.text), known, roots)
    for piece in read_document(text).pieces:
        if not piece.item or piece.heading in _BY_MACHINE:
            continue
        folded = piece.heading.casefold()
        kind = next((kind for words, kind in _KINDS if words in folded), None)
        if kind is None:
            continue
        group = piece.headings[0].removeprefix("Task Group:").strip()
        record = Record(
            content=piece.text,
            description=plain_text(f"{group}: {piece.heading}"),
            type=kind,
            owner=None if kind is MemoryType.USER else owners.get(piece.headings[0]),
        )
        harvest.add(INDEX, text_key(f"{group}\0{piece.text}"), record, line=piece.line, moment=modified)


def _owners(text: str, known: Mapping[str, str], roots: dict[str, str]) -> dict[str, str]:
    """Return whose the entries of each task group are: of the project of its folder, when it names one."""
    owners: dict[str, str] = {}
    heading = ""
    for line in text.split("\n"):
        group = _GROUP.fullmatch(line.rstrip())
        if group:
            heading = line.rstrip().lstrip("# ").rstrip()
        folder = _FOLDER.search(line)
        if folder and heading and heading not in owners and folder[1].strip().startswith("/"):
            root = folder[1].strip().rstrip("/") or "/"
            key = project_key(root, {**known, **roots})
            if root not in known:
                roots[root] = key
            owners[heading] = canonical_owner(f"project:{key}")
    return owners


def _rollout(harvest: Harvest, file: str) -> None:
    read = harvest.text(file)
    if read is None:
        return
    text, modified = read
    content = text.unified(text.text).strip()
    if content:
        record = Record(content=content, type=MemoryType.SUMMARY, description=f"From {file}")
        harvest.add(file, "rollout", record, moment=modified)
