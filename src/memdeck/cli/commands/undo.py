"""`memdeck undo`: take a change back."""

from __future__ import annotations

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import json_option
from memdeck.cli.records import undone


@click.command("undo", cls=DeckCommand)
@click.argument("action", required=False)
@click.option("--name", metavar="NEW_NAME", help="Another name, when the old one was used again.")
@json_option
@pass_invocation
def command(invocation: Invocation, action: str | None, name: str | None, as_json: bool) -> None:
    """Take the last change by anyone back, or the one ACTION of 'memdeck history'.

    An undo is itself a change: 'memdeck redo' makes it again, and the history keeps all of it.
    """
    with invocation.deck() as deck:
        change = deck.undo(action, name=name)
    narration.say(change.summary)
    if as_json:
        print_json(undone(change))
