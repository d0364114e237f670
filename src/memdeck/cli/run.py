"""Run one command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from memdeck.cli.group import memdeck


def run(arguments: Sequence[str]) -> int:
    """Run and return the exit code. Nothing is raised; every failure is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")  # a terminal without UTF-8 must not stop a list
    return int(memdeck.main(list(arguments), standalone_mode=False))
