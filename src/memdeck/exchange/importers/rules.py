"""Rules of Cursor and Windsurf: one file a rule. They say how to work, so they become FEEDBACK."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from memdeck.exchange.file_text import FileText
from memdeck.exchange.importers.harvest import Harvest, Record, SourceReading
from memdeck.exchange.importers.instructions import is_personal, read_file
from memdeck.exchange.importers.titles import words_of
from memdeck.memory.kinds import MemoryType

FOLDERS = (".cursor/rules", ".windsurf/rules", ".clinerules")
WHOLE_FILES = (".cursorrules", ".windsurfrules")
"""Older files that hold all rules; their items come in one by one."""
GLOBAL = "global_rules.md"
_HEADER = re.compile(r"\A---[ \t]*\r?\n(?P<lines>.*?)^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_LINE = re.compile(r"([A-Za-z][A-Za-z_-]{0,40}):[ \t]*(.*)")


def read_rules(path: Path) -> SourceReading:
    """Read a rule, a folder of rules, or all of a project's."""
    if not path.is_dir():
        root, files = path.parent, [path.name]
    else:
        root, files = path, _files(path)
    harvest = Harvest(root, datetime.now(UTC))
    place = _project(root)
    for file in files:
        if Path(file).name in {*WHOLE_FILES, GLOBAL}:
            read_file(harvest, file, personal=place is None, kind=MemoryType.FEEDBACK)
        else:
            _rule(harvest, file)
    return SourceReading(harvest.reading(), place)


def _files(root: Path) -> list[str]:
    folders = [root / folder for folder in FOLDERS if (root / folder).is_dir()]
    found = [file for folder in folders or [root] for file in folder.rglob("*") if _is_rule(file)]
    found += [root / name for name in WHOLE_FILES if (root / name).is_file()]
    return sorted(str(file.relative_to(root)) for file in found)


def _is_rule(file: Path) -> bool:
    return file.suffix in {".mdc", ".md"} and file.is_file() and not file.is_symlink()


def _project(root: Path) -> Path | None:
    """Return the folder whose rules these are: above `.cursor/rules`; None for the person's own."""
    for folder in (root, *root.parents):
        if folder.name in {".cursor", ".windsurf", ".clinerules"}:
            return None if folder.parent.resolve() == Path.home().resolve() else folder.parent
        if folder.name in {".codeium", "windsurf"}:
            return None
    return None if is_personal(root) else root


def _rule(harvest: Harvest, file: str) -> None:
    read = harvest.text(file)
    if read is None:
        return
    text, modified = read
    header, body = _parts(text)
    if not body.strip():
        harvest.skip(file, "is a rule without text.")
        return
    description = header.pop("description", "")
    record = Record(
        content=body,
        title=description or words_of(Path(file).stem),
        description=description,
        type=MemoryType.FEEDBACK,
        extra={key: value for key, value in header.items() if value},
    )
    harvest.add(file, "rule", record, moment=modified)


def _parts(text: FileText) -> tuple[dict[str, str], str]:
    """Split a rule. Its header is no YAML: `globs: **/*.ts` stands there without quotes."""
    whole = text.unified(text.text)
    match = _HEADER.match(whole)
    if match is None:
        return {}, whole.strip("\n")
    found = (_LINE.fullmatch(line.rstrip()) for line in match["lines"].split("\n"))
    header = {line[1]: line[2].strip().strip("\"'") for line in found if line}
    return header, whole[match.end() :].strip("\n")
