"""The exit codes. Errors of `memdeck.memory.errors` carry theirs; these are for everything else."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the number that a command ends with means."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    PARTLY = 3
    """Some of it was done; what was not is named on stderr."""
    NOT_FOUND = 4
    CONFLICT = 5
    UNAVAILABLE = 6
    INTERRUPTED = 130
    """Ctrl+C, as shells count it."""


MEANINGS: dict[ExitCode, str] = {
    ExitCode.DONE: "done",
    ExitCode.FAILED: "failed",
    ExitCode.USAGE: "wrong usage, field or configuration",
    ExitCode.PARTLY: "partly done; stderr names what was not",
    ExitCode.NOT_FOUND: "not found",
    ExitCode.CONFLICT: "conflict: a name is taken, or somebody changed the entry meanwhile",
    ExitCode.UNAVAILABLE: "memory is unavailable",
    ExitCode.INTERRUPTED: "stopped with ctrl+c",
}
