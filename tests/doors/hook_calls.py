"""Calls a hook as an assistant does: a process of its own, the event on stdin."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class HookAnswer:
    """What came back."""

    code: int
    out: bytes
    err: str

    @property
    def output(self) -> dict[str, Any]:
        """The part that the client reads; empty when nothing was given."""
        if not self.out:
            return {}
        whole = json.loads(self.out)
        assert set(whole) == {"hookSpecificOutput"}
        assert set(whole["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
        return whole["hookSpecificOutput"]

    @property
    def text(self) -> str:
        return self.output.get("additionalContext", "")


class Hooks:
    """The hooks of one store."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def __call__(self, client: str, event: str, *options: str, **fields: Any) -> HookAnswer:
        """Send an event with these fields."""
        fields = {"session_id": "s1", "hook_event_name": event, **fields}
        return self.raw(client, event, *options, data=json.dumps(fields).encode())

    def raw(self, *words: str, data: bytes) -> HookAnswer:
        done = subprocess.run(
            [sys.executable, "-m", "memdeck", "hook", *words],
            env={**os.environ, "MEMDECK_HOME": str(self.home)},
            input=data,
            capture_output=True,
            check=False,
            timeout=60,
        )
        return HookAnswer(done.returncode, done.stdout, done.stderr.decode())

    @property
    def log(self) -> list[str]:
        """The lines of the log."""
        file = self.home / "memdeck.log"
        return file.read_text().splitlines() if file.exists() else []
