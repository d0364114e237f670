"""What is written: the entry of the MCP server and the handlers of the hooks, and how ours are recognised."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from memdeck.doors.install.running_command import RunningCommand

NAME = "memdeck"
_OWN = re.compile(
    r"""(?:^|[/\\\s"'])memdeck(?:\.exe)?["']?\s+(?:-\S+\s+\S+\s+)*hook\s+(?:claude-code|codex|gemini)\s"""
)
_OWN_PROGRAM = re.compile(r"""(?:^|[/\\])memdeck(?:\.exe)?$""")


@dataclass(frozen=True, slots=True)
class HookForm:
    """How a client wants its hooks."""

    client: str
    """The word behind `memdeck hook`."""
    timeouts: Mapping[str, int]
    """Each event with how long the client waits, in the client's unit."""
    extra: Mapping[str, str] = field(default_factory=dict)
    """More keys of a handler."""

    def group(self, event: str, command: RunningCommand) -> dict[str, object]:
        """Return what stands in the list of an event."""
        line = command.line("hook", self.client, event)
        handler = {**self.extra, "type": "command", "command": line, "timeout": self.timeouts[event]}
        return {"hooks": [handler]}


def server_entry(command: RunningCommand, *, arguments: tuple[str, ...] = ()) -> dict[str, object]:
    """Return how a client starts the MCP server."""
    return {"command": command.words[0], "args": command.arguments("mcp", *arguments)}


def is_own_handler(handler: object) -> bool:
    """Tell whether a handler of a hook is ours, of whatever version and place."""
    if not isinstance(handler, dict):
        return False
    command, arguments = handler.get("command"), handler.get("args")
    if not isinstance(command, str):
        return False
    words = " ".join(map(str, arguments)) if isinstance(arguments, list) else ""
    return bool(_OWN.search(f"{command} {words} "))


def is_own_server(entry: object) -> bool:
    """Tell whether the entry of an MCP server starts this program."""
    if not isinstance(entry, dict):
        return False
    command, arguments = entry.get("command"), entry.get("args")
    if not isinstance(command, str) or not isinstance(arguments, list) or "mcp" not in arguments:
        return False
    return bool(_OWN_PROGRAM.search(command)) or arguments[:2] == ["-m", "memdeck"]
