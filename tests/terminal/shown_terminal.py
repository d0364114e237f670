"""The real program in a real pseudo terminal, with what it draws read back from the bytes."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pyte

from memdeck.bench.terminal import Terminal

LIMIT = 30.0
"""Seconds after which something will not come any more; nothing waits so long when all is well."""
_UNKNOWN_TO_PYTE = re.compile(rb"\x1b\[[<>=?]?[0-9;]*[$]?[puqt]")
_UNFINISHED = re.compile(rb"\x1b[^\x1b]{0,40}\Z")
_FINISHED = re.compile(rb"\x1b(\[[0-9;?<>=$]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_=>78])")


class Shown(Terminal):
    """A terminal of 80×24, or as big as is asked for, that knows what stands on it."""

    def __init__(
        self,
        *arguments: str,
        env: Mapping[str, str],
        columns: int = 80,
        rows: int = 24,
        cwd: Path | None = None,
        under: tuple[str, ...] = (),
    ) -> None:
        """Run the program in it, or a program that runs it: `under` is that one's command line up to ours."""
        command = [*under, sys.executable, "-m", "memdeck", *arguments]
        super().__init__(command, columns=columns, rows=rows, env=env, cwd=cwd)
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._fed = 0

    @property
    def lines(self) -> list[str]:
        """What stands on the screen now."""
        end = len(self.seen)
        tail = _UNFINISHED.search(self.seen, self._fed)
        if tail and not _FINISHED.match(tail[0]):
            end = tail.start()  # the other half of the sequence comes with the next bytes
        self._stream.feed(_UNKNOWN_TO_PYTE.sub(b"", bytes(self.seen[self._fed : end])))
        self._fed = end
        return list(self._screen.display)

    @property
    def shown(self) -> str:
        """The same as one text."""
        return "\n".join(self.lines)

    def until(self, *wanted: str, gone: str = "") -> str:
        """Read until all of `wanted` is on the screen and `gone` is not; return the screen."""
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            text = self.shown
            if all(part in text for part in wanted) and not (gone and gone in text):
                return text
            assert self._read(0.05), f"the program ended; the last screen was:\n{self.shown}"
        raise AssertionError(f"{wanted} (without {gone!r}) never came; on the screen was:\n{self.shown}")

    def hang_up(self) -> None:
        """Close the window while the program runs."""
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, self._fd)
        os.close(nothing)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        _ = self.lines
        self._screen.resize(rows, columns)
        super().resize(columns, rows)
