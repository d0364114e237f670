"""Open the full-screen program. This is the only place of the command line that knows it."""

from __future__ import annotations

import gc
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdeck.cli import narration, person
from memdeck.cli.exit_code import ExitCode
from memdeck.memory.errors import MemdeckError

if TYPE_CHECKING:
    from memdeck.cli.invocation import Invocation
    from memdeck.deck import Deck
    from memdeck.deck.reading import Reading


SAMPLE_PROJECT = "demo"
"""The project that most of the samples are about; no folder stands for it."""


def open_program(invocation: Invocation, *, where: str = "") -> int:
    """Open the program and return the exit code.

    Args:
        invocation: what the command line said.
        where: what the top bar says of a store of samples; such a one is connected to no assistant.
    """
    if refusal := no_screen():
        return refusal
    gc.disable()  # loading makes no garbage; looking for some costs 40 ms before the first frame
    app = make_program(invocation, where=where)
    try:
        app.run()
    finally:
        app.close()
    return int(app.return_code or 0)


def no_screen() -> int:
    """Say that the program can't be shown here, and return the exit code; 0 when it can."""
    if person.sees_a_screen():
        return ExitCode.DONE
    narration.complain("The program needs a terminal. 'memdeck list' prints plain text.")
    return ExitCode.USAGE


def make_program(invocation: Invocation, *, where: str = "") -> Any:
    """Return the program, ready to run (a `MemdeckApp`, which this front end may not import by name).

    A wrong configuration is raised; a store that can't be opened is shown by the program itself.
    """
    settings = invocation.settings()

    def open_deck() -> Reading:
        from memdeck.deck.reading import Reading  # half the deck: the program loads the rest after a frame

        return Reading.open(invocation.home, settings, read_only=invocation.read_only)

    program = import_module("memdeck.tui.app")
    return program.MemdeckApp(
        open_deck,
        keymap=settings.tui.keymap,
        connections=None if where else partial(_connections, invocation),
        where=where or "me",
        project=SAMPLE_PROJECT if where else None,
        locate=None if where else _whereabouts,
        greet=True,
        tend=True,
    )


def _connections(invocation: Invocation) -> Any:
    """Return the assistants that the store can be connected to: the doors stand beside both front ends."""
    doors = "memdeck.doors.install"
    running = import_module(f"{doors}.running_command").running_command(invocation.home, invocation.config)
    return import_module(f"{doors}.connections").Connections(running)


def _whereabouts(deck: Deck) -> str:
    """Return as whom and where this session is: `me @ parcel` in a project's folder."""
    try:
        key = deck.project_in(Path.cwd())
    except (MemdeckError, OSError):  # the screen says why; here it is only a label
        return "me"
    return f"me @ {key}" if key else "me"
