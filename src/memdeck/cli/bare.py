"""`memdeck` without arguments: straight to the program, without the command line's own machinery."""

from __future__ import annotations

from memdeck.cli.invocation import Invocation
from memdeck.cli.outcome import outcome
from memdeck.cli.program import open_program


def open_without_arguments() -> int:
    """Open the program on the usual store and return the exit code."""
    invocation = Invocation()
    return outcome(lambda: open_program(invocation), invocation.log)
