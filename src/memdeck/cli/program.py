"""Open the full-screen program. This is the only place of the command line that knows it."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from memdeck.cli import narration
from memdeck.cli.exit_code import ExitCode

if TYPE_CHECKING:
    from memdeck.cli.invocation import Invocation
    from memdeck.deck import Deck
    from memdeck.settings import Settings


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


def _run(open_deck: object, settings: Settings, where: str) -> int:
    # By name, because neither front end may lean on the other (pyproject, import contracts).
    program = import_module("memdeck.tui.app")
    app = program.MemdeckApp(open_deck, keymap=settings.tui.keymap, where=where or "me")
    app.run()
    return int(app.return_code or 0)
