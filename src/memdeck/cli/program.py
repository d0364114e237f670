"""Open the full-screen program. This is the only place of the command line that knows it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from memdeck.cli import narration
from memdeck.cli.exit_code import ExitCode
from memdeck.memory.errors import MemdeckError

if TYPE_CHECKING:
    from memdeck.cli.invocation import Invocation
    from memdeck.deck import Deck
    from memdeck.settings import Settings

    class _Program(Protocol):
        @property
        def deck(self) -> Deck: ...


def open_program(invocation: Invocation, *, where: str = "") -> int:
    """Open the program and return the exit code; `where` is what its top bar says of the store."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        narration.complain("The program needs a terminal. 'memdeck list' prints plain text.")
        return ExitCode.USAGE
    settings = invocation.settings()

    def open_deck() -> Deck:
        from memdeck.deck import Deck

        return Deck.open(invocation.home, settings, read_only=invocation.read_only)

    return _run(open_deck, settings, where)


def _whereabouts(app: _Program) -> str:
    """Return as whom and where this session is: `me @ parcel` in a project's folder."""
    try:
        key = app.deck.project_in(Path.cwd())
    except (MemdeckError, OSError):  # the screen says why; here it is only a label
        return "me"
    return f"me @ {key}" if key else "me"


def _run(open_deck: object, settings: Settings, where: str) -> int:
    # By name, because neither front end may lean on the other (pyproject, import contracts).
    program = import_module("memdeck.tui.app")
    app = program.MemdeckApp(open_deck, keymap=settings.tui.keymap)
    app.where = where or _whereabouts(app)
    app.run()
    return int(app.return_code or 0)
