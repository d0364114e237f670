"""How one server was started."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memdeck.doors.memory_tool.whose import FixedOwners, FolderOwners, Nobody, Whose
from memdeck.memory.owner import canonical_owner

PROJECT_VARIABLE = "CLAUDE_PROJECT_DIR"
"""Set by Claude Code for the servers it starts."""

TRIAL = "this is a trial run, which must not touch real memory"
NO_OWNER = "no owner was given for this session"


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The choices of the command line."""

    home: Path | None = None
    config: Path | None = None
    read_only: bool = False
    dialect: str = "anthropic"
    owners: tuple[str, ...] | None = None
    """None when none was named; texts that are empty count as "no owner"."""
    project: Path | None = None
    trial: bool = False

    def folder(self, environment: Mapping[str, str] = os.environ) -> Path | None:
        """Return the folder of the session: the one named, the client's, else the current one."""
        if self.project is not None:
            return self.project
        given = environment.get(PROJECT_VARIABLE, "").strip()
        if given:
            return Path(given)
        try:
            return Path.cwd()
        except OSError:  # it was deleted under our feet
            return None

    def whose(self) -> Whose:
        """Return whose memory the sessions use; raise InvalidField for an owner that is none."""
        if self.trial:
            return Nobody(TRIAL)
        if self.owners is None:
            return FolderOwners(self.folder())
        named = tuple(canonical_owner(owner) for owner in self.owners if owner.strip())
        return FixedOwners(named) if named else Nobody(NO_OWNER)
