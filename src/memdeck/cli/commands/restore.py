"""`memdeck restore`: bring a removed memory back."""

from __future__ import annotations

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.listing import title_of
from memdeck.cli.options import name_argument, owner_option
from memdeck.memory.errors import NotFound


@click.command("restore", cls=DeckCommand)
@name_argument
@owner_option
@click.option("--name", "new_name", metavar="NEW_NAME", help="Another name, when the old one was used again.")
@pass_invocation
def command(invocation: Invocation, name: str, owner: str | None, new_name: str | None) -> None:
    """Bring the removed memory NAME back and print its name; 'memdeck list --deleted' shows what there is."""
    with invocation.deck() as deck:
        try:
            memory = deck.get(name, owner=owner, deleted=True)
        except NotFound as fault:
            raise NotFound(fault.ref, "'memdeck list --deleted' shows what was removed.") from None
        restored = deck.restore(memory.id, name=new_name)
    narration.say(f"Restored {title_of(restored)}.")
    click.echo(restored.name)
