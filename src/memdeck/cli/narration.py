"""All words on stderr. stdout belongs to the data.

Every line passes `printable`, so that no entry, file name or argument can drive the terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from memdeck.cli.exit_code import ExitCode
from memdeck.memory.errors import MemdeckError
from memdeck.memory.printable import printable

PREFIX = "memdeck: "


def say(words: str) -> None:
    """Write one line for the person."""
    if sys.stderr is None:  # print would take stdout instead
        return
    try:
        print(printable(words), file=sys.stderr, flush=True)  # noqa: T201 - this is the place for it
    except (OSError, ValueError):  # nobody listens
        return


def complain(words: str) -> None:
    """Write one line about something that went wrong."""
    say(PREFIX + words)


def failed(error: MemdeckError) -> int:
    """Say an expected failure in one line and return its exit code."""
    complain(str(error))
    return error.exit_code


def misused(message: str, command: str) -> int:
    """Say a wrong use of the command line, with where its help is."""
    message = message.replace("(Did", "Did").replace("?)", "?").rstrip(".")  # click's suggestions
    message += "" if message.endswith("?") else "."
    complain(f"{message} '{command} --help' shows what there is.")
    return ExitCode.USAGE


def system_failed(error: OSError) -> int:
    """Say what the operating system refused, naming the file."""
    where = f"{error.filename}: " if error.filename else ""
    complain(f"{where}{error.strerror or type(error).__name__}.")
    return ExitCode.FAILED


def surprised(error: Exception, log: Callable[[], Path]) -> int:
    """Say an unexpected failure in one line; the traceback goes to the log file, which is private."""
    kind = type(error).__name__  # its message may hold text of an entry
    try:
        file = log()
        _append(file, error)
    except OSError:
        complain(f"This should not happen ({kind}). No log could be written.")
    else:
        complain(f"This should not happen ({kind}). Details: {file}")
    return ExitCode.FAILED


def stopped() -> int:
    """Say that ctrl+c was heard."""
    complain("Stopped.")
    return ExitCode.INTERRUPTED


def _append(file: Path, error: Exception) -> None:
    import traceback  # 2 ms that no prompt need wait for

    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace") as stream:
        stream.write(f"{datetime.now(UTC).isoformat()} memdeck {' '.join(sys.argv[1:2])}\n")
        traceback.print_exception(error, file=stream)
