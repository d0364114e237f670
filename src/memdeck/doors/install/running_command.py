"""How an assistant can start this very program."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess  # only its quoting for Windows is used
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memdeck.memory.path_text import path_text
from memdeck.settings.places import CONFIG_VARIABLE, HOME_VARIABLE


@dataclass(frozen=True, slots=True)
class RunningCommand:
    """The program and what stands before its subcommand, and behind it."""

    words: tuple[str, ...]
    """An absolute path, and what Python needs when there is no script."""
    options: tuple[str, ...] = ()
    """Which store and configuration, when they are not the usual ones."""

    def arguments(self, *subcommand: str) -> list[str]:
        """Return everything behind the program's path."""
        return [*self.words[1:], *subcommand, *self.options]

    def line(self, *subcommand: str) -> str:
        """Return one line for a shell.

        Older versions of the clients know only this form for hooks, and would run the bare program otherwise.
        """
        words = [self.words[0], *self.arguments(*subcommand)]
        return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def running_command(
    home: Path | None = None,
    config: Path | None = None,
    *,
    arguments: Sequence[str] = sys.argv,
    environment: Mapping[str, str] = os.environ,
) -> RunningCommand:
    """Return the absolute path of the program that runs now.

    A link on the way (as pipx makes them) stays: it outlives an update, its target may not. What was chosen
    by an option or a variable is written as an option, because the assistant is started elsewhere.
    """
    options: list[str] = []
    for option, given, variable in (("--home", home, HOME_VARIABLE), ("--config", config, CONFIG_VARIABLE)):
        chosen = given or environment.get(variable)
        if chosen:
            options += [option, path_text(os.path.abspath(Path(chosen).expanduser()))]  # noqa: PTH100 - links stay
    return RunningCommand(_program(arguments), tuple(options))


def _program(arguments: Sequence[str]) -> tuple[str, ...]:
    name = arguments[0] if arguments else ""
    if Path(name).stem == "memdeck":
        found = name if Path(name).is_absolute() or os.sep in name else shutil.which(name)
        if found and Path(found).is_file():
            return (os.path.abspath(found),)  # noqa: PTH100 - links stay
    beside = Path(sys.executable).with_name("memdeck.exe" if os.name == "nt" else "memdeck")
    if beside.is_file():
        return (str(beside),)
    return (sys.executable, "-m", "memdeck")
