"""A program in a real pty, timed as a person sees it: from its start until a text is on the screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

_ESCAPES = re.compile(
    rb"\x1b(\[[0-9;?<>=$]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[@-Z\\-_=>])"
)
_QUESTIONS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62;c"}
"""What programs ask a terminal, and what a real one answers."""


class Terminal:
    """Runs one command at `with`; kills what is left of it afterwards."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 120,
        rows: int = 40,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> None:
        self._command = list(command)
        self._size = (rows, columns)
        self._env = dict(env or {})
        self._cwd = cwd
        self.seen = bytearray()
        """Every byte that the program wrote."""
        self.started = 0.0

    def __enter__(self) -> Self:
        self.started = time.perf_counter()
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            try:
                _set_size(0, *self._size)  # here, or the program may ask before the parent has said
                os.chdir(self._cwd or ".")
                os.execvpe(self._command[0], self._command, self._variables())  # noqa: S606 - our own command
            finally:
                os._exit(127)
        return self

    def _variables(self) -> dict[str, str]:
        """Return the environment of the program.

        It is given whole: libraries put COLUMNS and LINES where `os.environ` does not see them, and these
        would count for more than the size of this terminal.
        """
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        return kept | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"} | self._env

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass  # it ended by itself
        os.close(self._fd)

    def wait_for(self, text: str, limit: float = 30.0, *, since: int = 0) -> float:
        """Read until `text` was drawn after byte `since`; return the moment. Raise TimeoutError."""
        wanted = text.encode()
        deadline = time.perf_counter() + limit
        while time.perf_counter() < deadline:
            if not self._read(0.01):
                break
            if wanted in self.text(since):
                return time.perf_counter()
        raise TimeoutError(f"{self._command[0]} never showed {text!r}.")

    def settle(self, seconds: float) -> None:
        """Go on reading until nothing came for so long."""
        while self._read(seconds, quiet=True):
            continue

    def computed(self) -> float:
        """Return the milliseconds that the program computed so far; 0 where the system does not tell."""
        tasks = Path(f"/proc/{self._pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1_000_000

    def resize(self, columns: int, rows: int) -> None:
        """Make the terminal another size, as a person does with the mouse."""
        _set_size(self._fd, rows, columns)

    def send(self, keys: str) -> float:
        """Type `keys`; return the moment. A surrogate stands for a byte that is not UTF-8."""
        os.write(self._fd, keys.encode("utf-8", "surrogateescape"))
        return time.perf_counter()

    def text(self, since: int = 0) -> bytes:
        """Return what was written after byte `since`, without escape sequences."""
        return _ESCAPES.sub(b"", bytes(self.seen[since:]))

    def wait_end(self, limit: float = 10.0) -> int:
        """Read until the program ends; return its exit code. Raise TimeoutError."""
        deadline = time.perf_counter() + limit
        while time.perf_counter() < deadline:
            self._read(0.05)
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
        raise TimeoutError(f"{self._command[0]} did not end.")

    def _read(self, wait: float, *, quiet: bool = False) -> bool:
        """Read once; return False at the end of the output, or (when `quiet`) when nothing came."""
        ready, _, _ = select.select([self._fd], [], [], wait)
        if not ready:
            return not quiet
        try:
            data = os.read(self._fd, 65_536)
        except OSError:
            return False
        self.seen += data
        for question, answer in _QUESTIONS.items():
            if question in data:
                os.write(self._fd, answer)
        return bool(data)


def _set_size(terminal: int, rows: int, columns: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def python(*arguments: str) -> list[str]:
    """Return the command line of this Python."""
    return [sys.executable, *arguments]
