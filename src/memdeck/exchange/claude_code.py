"""Finding the memory folders that Claude Code keeps on this machine, and whose they are.

A project's folder is named by its path with every other character turned into `-`, which can't be turned
back. The real path stands in the project's transcripts (`cwd`). Those are swept after some weeks; then a path
that is known otherwise (from `.claude.json`, or because it was imported before) is taken when it is the only
one that gives this name.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from memdeck.exchange.problem import FileFault
from memdeck.exchange.safe_file import read_regular
from memdeck.memory.errors import MemdeckError

_SLUG_LIMIT = 200
_NOT_IN_SLUG = re.compile(r"[^a-zA-Z0-9]")
_TRANSCRIPTS, _LINES, _BYTES = 50, 500, 4 * 1024 * 1024
"""How much of the transcripts is read to learn a path: newest files, lines and bytes of each."""
_SETTINGS_LIMIT = 32 * 1024 * 1024


class FolderKind(StrEnum):
    """What a memory folder belongs to."""

    PROJECT = "project"
    AGENT = "agent"
    """A subagent's own memory, which the main assistant doesn't see."""
    CUSTOM = "custom"
    """The folder that the setting `autoMemoryDirectory` names."""


@dataclass(frozen=True, slots=True)
class ClaudeFolder:
    """One memory folder."""

    path: Path
    kind: FolderKind
    label: str
    """The project folder's name, or the agent's."""
    root: str | None = None
    """The project's real folder; None when no transcript tells it, and for the person's own agents."""
    note: str = ""
    """What was odd about it."""


def config_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Return the folder where Claude Code keeps its data: CLAUDE_CONFIG_DIR, else `~/.claude`."""
    given = (os.environ if environment is None else environment).get("CLAUDE_CONFIG_DIR")
    return Path(given).expanduser() if given else Path.home() / ".claude"


def find_folders(root: Path | None = None, known: Iterable[str] = ()) -> list[ClaudeFolder]:
    """Return every memory folder below Claude Code's data folder, in the order of their paths.

    Args:
        root: the data folder (the one that holds `projects/`), or `projects` itself; None looks where
            Claude Code does. Programs with the same layout work too (`~/.codebuddy`).
        known: real folders of projects that are known already.

    Raises:
        MemdeckError: there is no such folder.
    """
    config = (root or config_folder()).expanduser()
    if not config.is_dir():
        raise MemdeckError(
            f"{config}: there is no such folder.",
            "Set CLAUDE_CONFIG_DIR, or give the folder with 'projects'.",
        )
    config = config.resolve()
    projects = config if config.name == "projects" else config / "projects"
    paths = _known_paths(projects, known)
    all_projects = [_project(folder, paths) for folder in _folders(projects)]
    found = [folder for folder in all_projects if folder.path.is_dir()]
    found += _agents(config / "agent-memory", None)
    for place in sorted({folder.root for folder in all_projects if folder.root}):
        for name in ("agent-memory", "agent-memory-local"):
            found += _agents(Path(place) / ".claude" / name, place)
    custom = _custom(config)
    if custom is not None and custom.path not in {folder.path for folder in found}:
        found.append(custom)
    return found


def is_data_folder(path: Path) -> bool:
    """Tell whether a folder is Claude Code's data folder (or its `projects`), not one project's memory."""
    projects = path if path.name == "projects" else path / "projects"
    return any((folder / "memory").is_dir() for folder in _folders(projects))


def project_of(memory_folder: Path, known: Iterable[str] = ()) -> ClaudeFolder | None:
    """Return what is known of one project's memory folder, or None when the folder is no such one."""
    folder = memory_folder.resolve()
    if folder.name != "memory" or folder.parent.parent.name != "projects" or not folder.is_dir():
        return None
    found = _project(folder.parent, _known_paths(folder.parent.parent, known))
    named = folder.parent.name.startswith("-")
    return found if named or found.root is not None or next(_transcripts(folder.parent), None) else None


def slug(path: str) -> str:
    """Return the folder name that Claude Code gives a project; cut at 200 characters, without its hash."""
    return _NOT_IN_SLUG.sub("-", unicodedata.normalize("NFC", path))[:_SLUG_LIMIT]


def has_slug(path: str, name: str) -> bool:
    """Tell whether a project's path gives this folder name."""
    wide = re.sub(r"[^\x00-\uffff]", "--", unicodedata.normalize("NFC", path))
    for text in (path, wide):  # a character outside the basic plane counts once or twice
        wanted = slug(text)
        if name == wanted or (len(wanted) == _SLUG_LIMIT and name.startswith(f"{wanted}-")):
            return True
    return False


def _project(folder: Path, known: Iterable[str]) -> ClaudeFolder:
    memory = folder / "memory"
    first: str | None = None
    for path in _working_folders(folder):
        real = os.path.realpath(path)
        for candidate in (path, real, *map(str, Path(real).parents)):
            if has_slug(candidate, folder.name):
                root = unicodedata.normalize("NFC", os.path.realpath(candidate))
                return ClaudeFolder(memory, FolderKind.PROJECT, folder.name, root)
        first = first or unicodedata.normalize("NFC", real)
    if first is not None:
        note = "its name does not follow from the path in its transcripts; the path is taken as it stands."
        return ClaudeFolder(memory, FolderKind.PROJECT, folder.name, first, note)
    fitting = {os.path.realpath(path) for path in known if has_slug(path, folder.name)}
    if len(fitting) == 1:
        root = unicodedata.normalize("NFC", fitting.pop())
        return ClaudeFolder(memory, FolderKind.PROJECT, folder.name, root)
    note = "no transcript tells the project's path; the owner is made from the folder's name."
    return ClaudeFolder(memory, FolderKind.PROJECT, folder.name, None, note)


def _known_paths(projects: Path, known: Iterable[str]) -> list[str]:
    """Return the paths of projects that are known without their transcripts."""
    config = projects.parent
    paths = list(known)
    for file in (config / ".claude.json", config.parent / ".claude.json"):
        listed = _settings(file).get("projects")
        paths += [path for path in listed if Path(path).is_absolute()] if isinstance(listed, dict) else []
    return paths


def _working_folders(folder: Path) -> Iterator[str]:
    """Yield the absolute paths that the newest transcripts name, newest first, each once."""
    seen: set[str] = set()
    for number, transcript in enumerate(_transcripts(folder)):
        if number >= _TRANSCRIPTS:
            return
        for path in _paths_in(transcript):
            if path not in seen:
                seen.add(path)
                yield path


def _transcripts(folder: Path) -> Iterator[Path]:
    def age(path: Path) -> tuple[float, str]:
        try:
            return -path.stat().st_mtime, path.name
        except OSError:
            return 0.0, path.name

    try:
        yield from sorted(folder.glob("*.jsonl"), key=age)
    except OSError:
        return


def _paths_in(transcript: Path) -> Iterator[str]:
    try:
        with transcript.open("rb") as file:
            lines = file.read(_BYTES).split(b"\n", _LINES)[:_LINES]
    except OSError:
        return
    for line in lines:
        if b'"cwd"' not in line:
            continue
        try:
            path = json.loads(line).get("cwd")
        except (ValueError, AttributeError, RecursionError):
            continue
        if isinstance(path, str) and "\0" not in path and Path(path).is_absolute():
            yield path


def _agents(folder: Path, root: str | None) -> list[ClaudeFolder]:
    return [
        ClaudeFolder(agent, FolderKind.AGENT, agent.name, root)
        for agent in _folders(folder)
        if not agent.is_symlink()
    ]


def _custom(config: Path) -> ClaudeFolder | None:
    given = _settings(config / "settings.json").get("autoMemoryDirectory")
    if not isinstance(given, str) or not given.startswith(("/", "~")):
        return None
    path = Path(given).expanduser()
    if not path.is_dir():
        return None
    note = "is the autoMemoryDirectory of settings.json, shared by all projects; its entries are yours."
    return ClaudeFolder(path.resolve(), FolderKind.CUSTOM, path.name, None, note)


def _settings(file: Path) -> dict[str, object]:
    try:
        value = json.loads(read_regular(file, _SETTINGS_LIMIT)[0])
    except (FileFault, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _folders(folder: Path) -> list[Path]:
    try:
        return sorted(item for item in folder.iterdir() if item.is_dir() and not item.name.startswith("."))
    except OSError:
        return []
