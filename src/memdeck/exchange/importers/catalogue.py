"""The one table of sources, and telling which one a path is. A source's module is loaded when it is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, cast

from memdeck.exchange.importers.harvest import SourceReading
from memdeck.exchange.problem import FileFault
from memdeck.memory.errors import MemdeckError

MARKDOWN = "markdown"
"""A folder with one file a memory, read by `exchange/folder.py`."""


class Importer(NamedTuple):
    """One source."""

    format: str
    label: str
    module: str
    function: str
    projects: bool = False
    """True when the function takes the known projects too."""
    cap: int | None = None
    """Most entries of one import, when nobody says otherwise: the newest."""

    def read(self, path: Path, known: Mapping[str, str]) -> SourceReading:
        """Read a path; raise FileFault or MemdeckError when nothing of it can be read."""
        function = getattr(import_module(f"memdeck.exchange.importers.{self.module}"), self.function)
        if self.projects:
            return cast(Callable[[Path, Mapping[str, str]], SourceReading], function)(path, known)
        return cast(Callable[[Path], SourceReading], function)(path)


IMPORTERS: tuple[Importer, ...] = (
    Importer("instructions", "CLAUDE.md, AGENTS.md, GEMINI.md", "instructions", "read_instructions"),
    Importer("claude-mem", "claude-mem database or export", "claude_mem", "read_claude_mem", cap=1_000),
    Importer("mcp-memory", "memory.jsonl of the MCP memory server", "mcp_memory", "read_mcp_memory"),
    Importer("codex", "Codex memories", "codex", "read_codex", projects=True),
    Importer("gemini", "Gemini CLI memories", "gemini", "read_gemini", projects=True),
    Importer("basic-memory", "basic-memory notes", "basic_memory", "read_basic_memory"),
    Importer("mem0", "mem0 or OpenMemory export", "mem0", "read_mem0"),
    Importer("cline", "Cline memory bank", "cline", "read_cline"),
    Importer("rules", "Cursor, Windsurf or Cline rules", "rules", "read_rules"),
    Importer("bytechef-json", "ByteChef JSON files", "bytechef_json", "read_bytechef"),
    Importer("letta", "Letta agent file", "letta", "read_letta"),
    Importer("json", "Memdeck's own JSON", "memdeck_json", "read_own_export"),
)
BY_FORMAT = {importer.format: importer for importer in IMPORTERS}
_HEAD = 65_536
"""Bytes of a file that are looked at to tell what it is."""


def detect(path: Path) -> str:
    """Return the format of what lies at `path`; raise MemdeckError when it is none of those known."""
    if path.is_dir():
        return _folder(path)
    if not path.is_file():
        raise MemdeckError(
            f"{path}: there is no such file or folder.", "'memdeck import --list' shows what is here."
        )
    found = _by_name(path) or _by_content(path)
    if found is None:
        raise MemdeckError(
            f"{path}: it can't be told what this is.",
            "Give --format " + ", ".join(BY_FORMAT) + ", or a folder of markdown files.",
        )
    return found


def _folder(path: Path) -> str:
    from memdeck.exchange.importers import basic_memory, bytechef_json, cline, instructions, rules

    if (path / "memory_summary.md").is_file() or (path / "memories/memory_summary.md").is_file():
        return "codex"
    if (path / "claude-mem.db").is_file():
        return "claude-mem"
    if path.name == ".gemini" or (path.name == "memory" and (path.parent / ".project_root").is_file()):
        return "gemini"
    if cline.is_bank(path):
        return "cline"
    if path.name == bytechef_json.FOLDER or (path / bytechef_json.FOLDER).is_dir():
        return "bytechef-json"
    if path.name == ".clinerules" or (path.name == "rules" and path.parent.name in {".cursor", ".windsurf"}):
        return "rules"
    if (path / "MEMORY.md").is_file():
        return MARKDOWN
    notes = sorted(path.glob("*.md"))[:20] or sorted(path.glob("*/*.md"))[:20]
    if any(basic_memory.is_note(_head(file)) for file in notes):
        return "basic-memory"
    if any((path / file).is_file() for file in instructions.FILES):
        return "instructions"
    if any((path / folder).is_dir() for folder in rules.FOLDERS):
        return "rules"
    return "rules" if any(path.glob("*.mdc")) else MARKDOWN


def _by_name(path: Path) -> str | None:
    from memdeck.exchange.importers import instructions, rules

    name = path.name.casefold()
    if name in instructions.NAMES:
        return "instructions"
    if name.endswith(".mdc") or name in {*rules.WHOLE_FILES, rules.GLOBAL}:
        return "rules"
    if name.endswith(".af"):
        return "letta"
    if name.endswith((".zip", ".jsonl.gz")):
        return "mem0"
    return None


def _by_content(path: Path) -> str | None:
    from memdeck.exchange.importers import basic_memory
    from memdeck.exchange.importers.foreign_database import is_database

    if is_database(path):
        return "claude-mem"
    head = _head(path)
    if path.suffix == ".md":
        if basic_memory.is_note(head):
            return "basic-memory"
        return "instructions" if not head.startswith(b"---") else None
    first = _value(head.lstrip().partition(b"\n")[0])
    if isinstance(first, dict) and first.get("type") in {"entity", "relation"}:
        return "mcp-memory"
    if isinstance(first, dict) and path.suffix == ".jsonl" and ("memory" in first or "content" in first):
        return "mem0"
    return _by_json(path)


def _by_json(path: Path) -> str | None:
    from memdeck.exchange.importers import bytechef_json, letta, memdeck_json
    from memdeck.exchange.importers.json_records import read_json

    try:
        value, _ = read_json(path)
    except FileFault as fault:
        raise MemdeckError(f"{path}: {fault.reason}", f"Line {fault.line}." if fault.line else "") from None
    if memdeck_json.is_own_export(value):
        return "json"
    if letta.is_agent_file(value):
        return "letta"
    if bytechef_json.is_bytechef(value):
        return "bytechef-json"
    if isinstance(value, dict):
        if "observations" in value and "summaries" in value:
            return "claude-mem"
        if "results" in value or "memories" in value:
            return "mem0"
    if (
        isinstance(value, list)
        and value
        and isinstance(value[0], dict)
        and ("memory" in value[0] or "content" in value[0])
    ):
        return "mem0"
    return None


def _value(line: bytes) -> object:
    try:
        return cast(object, json.loads(line))
    except (ValueError, RecursionError):
        return None


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""
