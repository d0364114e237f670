"""Where other programs keep what they remember, on this machine. Looks only; reads nothing into the store."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from memdeck.exchange.importers import cline, instructions, rules
from memdeck.exchange.problem import FileFault
from memdeck.exchange.safe_file import read_regular

_CONFIGS = (
    ".claude.json", ".cursor/mcp.json", ".codeium/windsurf/mcp_config.json", ".gemini/settings.json",
    ".config/Claude/claude_desktop_config.json",
    "Library/Application Support/Claude/claude_desktop_config.json",
    "AppData/Roaming/Claude/claude_desktop_config.json",
)  # fmt: skip
"""Files below the home folder in which MCP servers are registered."""
_PROJECT_CONFIGS = (".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json")
_VARIABLE = "MEMORY_FILE_PATH"
_CONFIG_LIMIT = 64 * 1024 * 1024

Place = tuple[str, Path]
"""Format and path."""


def places(home: Path, here: Path | None) -> Iterator[Place]:
    """Yield what there may be to import, each path once.

    Args:
        home: the person's home folder.
        here: the project somebody works in; None is none.
    """
    seen: set[Path] = set()
    for form, path in (*_personal(home), *_servers(home, here), *(_of_project(here) if here else ())):
        real = path.resolve()
        if real not in seen and path.exists():
            seen.add(real)
            yield form, path


def _personal(home: Path) -> Iterator[Place]:
    claude = Path(os.environ.get("CLAUDE_CONFIG_DIR") or home / ".claude")
    codex = Path(os.environ.get("CODEX_HOME") or home / ".codex")
    gemini = home / ".gemini"
    yield "instructions", claude / "CLAUDE.md"
    yield from (("instructions", codex / name) for name in ("AGENTS.override.md", "AGENTS.md"))
    yield "claude-mem", Path(os.environ.get("CLAUDE_MEM_DATA_DIR") or home / ".claude-mem") / "claude-mem.db"
    if (codex / "memories/MEMORY.md").exists():
        yield "codex", codex / "memories"
    yield "gemini", gemini
    yield "rules", home / ".codeium/windsurf/memories/global_rules.md"
    yield "basic-memory", home / "basic-memory"
    yield from (("markdown", folder) for folder in sorted(home.glob(".letta/agents/*/memory")))


def _of_project(here: Path) -> Iterator[Place]:
    if any((here / file).exists() for file in instructions.FILES):
        yield "instructions", here
    yield "cline", here / cline.FOLDER
    yield from (("rules", here / place) for place in (*rules.FOLDERS, *rules.WHOLE_FILES))


def _servers(home: Path, here: Path | None) -> Iterator[Place]:
    """Yield the files of MCP memory servers: as registered, and beside the server where `npx` put it."""
    configs = [home / name for name in _CONFIGS]
    configs += [here / name for name in _PROJECT_CONFIGS] if here else []
    for config in configs:
        for value in _values(_json(config)):
            yield "mcp-memory", Path(value).expanduser()
    pattern = ".npm/_npx/*/node_modules/@modelcontextprotocol/server-memory/dist/memory.json*"
    yield from (("mcp-memory", file) for file in sorted(home.glob(pattern)))


def _values(value: object) -> Iterator[str]:
    """Yield every path that stands under the variable's name, however deep."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            found = item.get(_VARIABLE)
            if isinstance(found, str) and found and "\0" not in found:
                yield found
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item


def _json(file: Path) -> object:
    try:
        return json.loads(read_regular(file, _CONFIG_LIMIT)[0])
    except (FileFault, ValueError, RecursionError):
        return None
