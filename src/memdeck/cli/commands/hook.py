"""`memdeck hook`: what an assistant calls at its own moments. The usual calls don't come here.

`doors/hooks/at_once.py` serves them without click; this is for help, and for global options in front.
"""

from __future__ import annotations

from importlib import import_module

import click

from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation


@click.command("hook", cls=DeckCommand)
@click.argument("client", default="")
@click.argument("event", default="")
@click.option("--seconds", default="", metavar="N", help="How long it may take; the default fits the event.")
@pass_invocation
def command(invocation: Invocation, client: str, event: str, seconds: str) -> None:
    """Answer EVENT of CLIENT (claude-code, codex, gemini), given as JSON on stdin.

    At SessionStart and UserPromptSubmit (Gemini: BeforeAgent) the block for the session or the prompt is
    printed in the form that the client takes; PostCompact and SessionEnd put the conversation into the queue
    for extraction. Whatever goes wrong, nothing is printed, the exit code is 0, and memdeck.log has a line.
    """
    hooks = import_module("memdeck.doors.hooks.serving")  # by name: the doors stand beside the command line
    at_once = import_module("memdeck.doors.hooks.at_once")
    hooks.serve(
        hooks.HookCall(
            client,
            event,
            invocation.home,
            invocation.config,
            invocation.read_only,
            at_once.seconds_from(seconds),
        )
    )
