"""How far a long command is: one line on stderr that writes over itself, and only for a person to see."""

from __future__ import annotations

import sys
import time
from types import TracebackType

_SECONDS = 0.1
"""Shown at most this often."""
_ERASE = "\r\x1b[K"


class ProgressLine:
    """A context whose line is gone when it ends, however it ends. Without a terminal it writes nothing."""

    def __init__(self) -> None:
        self._shown_at = 0.0
        self._shown = False

    def __call__(self, what: str, done: int, total: int) -> None:
        """Show `vectors 1,200 of 4,000`."""
        now = time.monotonic()
        if not _seen() or (now - self._shown_at < _SECONDS and done < total):
            return
        self._shown_at, self._shown = now, True
        self._write(f"{_ERASE}{what} {done:,} of {total:,}")

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._write(_ERASE)

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):  # nobody looks
            self._shown = False


def _seen() -> bool:
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # closed
        return False
