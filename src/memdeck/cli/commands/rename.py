"""`memdeck rename`: another name."""

from __future__ import annotations

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.listing import title_of
from memdeck.cli.options import name_argument, owner_option, version_option


@click.command("rename", cls=DeckCommand)
@name_argument
@click.argument("new_name")
@owner_option
@version_option
@pass_invocation
def command(invocation: Invocation, name: str, new_name: str, owner: str | None, version: int | None) -> None:
    """Give the memory NAME the name NEW_NAME and print it."""
    with invocation.deck() as deck:
        memory = deck.get(name, owner=owner)
        renamed = deck.rename(memory.id, new_name, version=version)
    narration.say(f"Renamed {memory.name} to {title_of(renamed)}.")
    click.echo(renamed.name)
