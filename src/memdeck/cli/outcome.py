"""The outermost edge: whatever a call does, one line on stderr at most, and an exit code."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

from memdeck.cli import narration
from memdeck.cli.exit_code import ExitCode
from memdeck.memory.errors import MemdeckError


def outcome(call: Callable[[], int | None], log: Callable[[], Path]) -> int:
    """Run `call` and return its exit code; `log` says where details of a surprise go."""
    try:
        return call() or ExitCode.DONE
    except MemdeckError as error:
        return narration.failed(error)
    except KeyboardInterrupt:
        return narration.stopped()
    except OSError as error:
        if error.errno == errno.EPIPE:
            silence_stdout()  # the reader went away (`| head`); it had what it wanted
            return ExitCode.DONE
        return narration.system_failed(error)
    except Exception as error:  # noqa: BLE001 - nobody is helped by a traceback
        return narration.surprised(error, log)


def silence_stdout() -> None:
    """Point stdout at nothing, so that the flush at the end can't fail."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):  # not a real file, as in tests
        pass
    finally:
        os.close(nothing)
