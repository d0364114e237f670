"""`memdeck undo`: take a change back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import json_option
from memdeck.cli.records import undone

if TYPE_CHECKING:
    from memdeck.deck import Deck


@click.command("undo", cls=DeckCommand)
@click.argument("number", required=False, metavar="[NO]")
@click.option("--name", metavar="NEW_NAME", help="Another name, when the old one was used again.")
@json_option
@pass_invocation
def command(invocation: Invocation, number: str | None, name: str | None, as_json: bool) -> None:
    """Take the last change by anyone back, or change NO of 'memdeck history'.

    An undo is itself a change: 'memdeck redo' makes it again, and the history keeps all of it.
    """
    with invocation.deck() as deck:
        change = deck.undo(_batch(deck, number), name=name)
    narration.say(change.summary)
    if as_json:
        print_json(undone(change))


def _batch(deck: Deck, number: str | None) -> str | None:
    """Return the action that a number of the history, or an action's own id, means."""
    return deck.revision(int(number)).batch if number and number.isdecimal() else number
