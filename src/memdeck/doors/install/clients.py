"""The assistants that can be installed into, and which files of theirs hold what."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from memdeck.doors.install.entries import HookForm, server_entry
from memdeck.doors.install.parts import JsonHooks, JsonServer, Part
from memdeck.doors.install.running_command import RunningCommand
from memdeck.doors.install.toml_server import TomlServer

_CLAUDE_CODE = HookForm(
    "claude-code", {"SessionStart": 10, "UserPromptSubmit": 10, "PostCompact": 10, "SessionEnd": 5}
)
_CODEX = HookForm("codex", {"SessionStart": 10, "UserPromptSubmit": 10, "PostCompact": 10, "SessionEnd": 3})
_GEMINI = HookForm(
    "gemini", {"SessionStart": 10_000, "BeforeAgent": 10_000, "SessionEnd": 5_000}, {"name": "memdeck"}
)
_OPEN_FOLDER = ("--project", "${workspaceFolder}")
"""How Cursor and VS Code tell a server of a project where it is."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting that switches a client's hooks off."""

    path: Path
    keys: tuple[str, ...]
    off: object
    """The value that does it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What one installation consists of."""

    server: Part
    hooks: JsonHooks | None = None
    switches: tuple[Switch, ...] = ()
    plugins: tuple[Path, ...] = ()
    """Settings files that say which plugins of Claude Code are on."""
    elsewhere: Path | None = None
    """The person's own file of hooks, for an installation into a project: both would run."""
    advice: str = ""
    """What is left for the person to do."""
    hook_advice: str = ""
    """The same, where hooks are written."""


@dataclass(frozen=True, slots=True)
class InstallClient:
    """One assistant."""

    name: str
    title: str
    layout: Callable[[RunningCommand, Path | None], Layout]
    """From the command, and the project's folder (None: for everything this person does)."""
    program: str
    """What starts it in a shell: one sign that it is on this machine."""


def _claude_code(command: RunningCommand, project: Path | None) -> Layout:
    given = os.environ.get("CLAUDE_CONFIG_DIR")
    config = Path(given).expanduser() if given else Path.home() / ".claude"
    settings = config / "settings.json"
    server = (config if given else Path.home()) / ".claude.json"
    files: tuple[Path, ...] = (settings,)
    advice = "Start Claude Code anew to load it."
    target = settings
    if project is not None:
        server = project / ".mcp.json"
        target = project / ".claude" / "settings.local.json"  # not shared: it names this machine's program
        advice = "Claude Code asks once whether .mcp.json may be used."
        files = (settings, project / ".claude" / "settings.json", target)
    return Layout(
        JsonServer(server, "mcpServers", server_entry(command)),
        JsonHooks(target, _CLAUDE_CODE, command),
        tuple(Switch(file, ("disableAllHooks",), True) for file in files),
        plugins=files,
        elsewhere=settings if project is not None else None,
        advice=advice,
    )


def _codex(command: RunningCommand, project: Path | None) -> Layout:
    given = os.environ.get("CODEX_HOME")
    home = Path(given).expanduser() if given else Path.home() / ".codex"
    folder = home if project is None else project / ".codex"
    entry = {**server_entry(command), "startup_timeout_sec": 20}
    return Layout(
        TomlServer(folder / "config.toml", entry),
        JsonHooks(folder / "hooks.json", _CODEX, command),
        tuple(
            Switch(home / "config.toml", ("features", name), False) for name in ("hooks", "codex_hooks")
        ),
        elsewhere=home / "hooks.json" if project is not None else None,
        hook_advice="Codex runs hooks only when you trust them: open /hooks in it once.",
    )  # fmt: skip


def _gemini(command: RunningCommand, project: Path | None) -> Layout:
    own = Path.home() / ".gemini" / "settings.json"
    target = own if project is None else project / ".gemini" / "settings.json"
    files = dict.fromkeys((own, target))
    return Layout(
        JsonServer(target, "mcpServers", server_entry(command)),
        JsonHooks(target, _GEMINI, command),
        tuple(Switch(file, ("hooksConfig", "enabled"), False) for file in files),
        elsewhere=own if project is not None else None,
    )


def _cursor(command: RunningCommand, project: Path | None) -> Layout:
    folder = Path.home() if project is None else project
    arguments = () if project is None else _OPEN_FOLDER
    entry = server_entry(command, arguments=arguments)
    return Layout(JsonServer(folder / ".cursor" / "mcp.json", "mcpServers", entry))


def _vscode(command: RunningCommand, project: Path | None) -> Layout:
    arguments = () if project is None else _OPEN_FOLDER
    entry = {"type": "stdio", **server_entry(command, arguments=arguments)}
    file = _vscode_user() / "mcp.json" if project is None else project / ".vscode" / "mcp.json"
    return Layout(JsonServer(file, "servers", entry))


def _vscode_user() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Code" / "User"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming")) / "Code" / "User"
    given = os.environ.get("XDG_CONFIG_HOME", "")
    return (Path(given) if given.startswith("/") else Path.home() / ".config") / "Code" / "User"


CLIENTS: Mapping[str, InstallClient] = MappingProxyType(
    {
        client.name: client
        for client in (
            InstallClient("claude-code", "Claude Code", _claude_code, "claude"),
            InstallClient("codex", "Codex", _codex, "codex"),
            InstallClient("cursor", "Cursor", _cursor, "cursor"),
            InstallClient("gemini", "Gemini CLI", _gemini, "gemini"),
            InstallClient("vscode", "VS Code", _vscode, "code"),
        )
    }
)
