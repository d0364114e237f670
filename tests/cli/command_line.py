"""Runs commands as a person would, in this process or in a real one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from memdeck.cli.group import memdeck


@dataclass(frozen=True)
class Answer:
    """What a command wrote and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class CommandLine:
    """`memdeck` on one store."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def __call__(self, *arguments: str, stdin: str | bytes = "") -> Answer:
        """Run in this process; there is no terminal."""
        done = CliRunner().invoke(memdeck, ["--home", str(self.home), *arguments], input=stdin)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return Answer(done.exit_code, done.stdout, done.stderr)

    def done(self, *arguments: str, stdin: str | bytes = "") -> Answer:
        """Run and expect success."""
        answer = self(*arguments, stdin=stdin)
        assert answer.code == 0, answer.err
        return answer

    def process(self, *arguments: str, **env: str) -> Answer:
        """Run as a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "memdeck", *arguments],
            env={**os.environ, "MEMDECK_HOME": str(self.home), **env},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return Answer(done.returncode, done.stdout, done.stderr)
