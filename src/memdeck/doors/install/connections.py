"""How each assistant of this machine stands to Memdeck, for the screen that offers to connect them."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from memdeck.doors.install.clients import CLIENTS, InstallClient, Layout
from memdeck.doors.install.installing import InstallPlan, carry_out, plan_install
from memdeck.doors.install.running_command import RunningCommand
from memdeck.memory.errors import MemdeckError

Standing = Literal["connected", "partly", "possible", "absent", "faulty"]
"""`partly`: something of ours stands there, but not what would be written now. `faulty`: see `note`."""


@dataclass(frozen=True, slots=True)
class Connection:
    """One assistant."""

    client: str
    title: str
    standing: Standing
    gets: str
    """What it has, or would have, of Memdeck."""
    note: str = ""
    """What is wrong, or what was left out; one line."""


class Connections:
    """The assistants of this person; projects have their own files, which only the command line writes."""

    def __init__(self, command: RunningCommand) -> None:
        """Make it; `command` is how an assistant starts this program."""
        self._command = command

    def all(self) -> list[Connection]:
        """Look at the settings of every assistant; changes nothing."""
        return [self._connection(client) for client in CLIENTS.values()]

    def plan(self, client: str, *, uninstall: bool) -> InstallPlan:
        """Return what connecting an assistant, or taking Memdeck out, would write; raise MemdeckError."""
        return plan_install(client, self._command, uninstall=uninstall)

    def carry_out(self, plan: InstallPlan) -> list[Path]:
        """Write it, all files or none; return the copies of the old ones; raise MemdeckError."""
        return carry_out(plan)

    def _connection(self, client: InstallClient) -> Connection:
        layout = client.layout(self._command, None)
        gets = "memory tools" if layout.hooks is None else "memory tools, hooks"
        try:
            coming = self.plan(client.name, uninstall=False)
            going = self.plan(client.name, uninstall=True)
        except MemdeckError as fault:
            return Connection(client.name, client.title, "faulty", gets, fault.message)
        if not coming.changes:
            return Connection(client.name, client.title, "connected", gets, " ".join(coming.notes))
        if going.changes:
            return Connection(client.name, client.title, "partly", gets)
        here = _is_here(client, layout)
        return Connection(client.name, client.title, "possible" if here else "absent", gets)


def _is_here(client: InstallClient, layout: Layout) -> bool:
    """Tell whether an assistant is on this machine: it has a folder for its settings, or can be started."""
    folder = (layout.hooks or layout.server).path.parent
    return folder.is_dir() or shutil.which(client.program) is not None
