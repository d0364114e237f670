"""`memdeck redo`: make an undone change again."""

from __future__ import annotations

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import json_option
from memdeck.cli.records import undone


@click.command("redo", cls=DeckCommand)
@json_option
@pass_invocation
def command(invocation: Invocation, as_json: bool) -> None:
    """Make the change again that 'memdeck undo' took back last."""
    with invocation.deck() as deck:
        change = deck.redo()
    narration.say(change.summary)
    if as_json:
        print_json(undone(change))
