"""`memdeck show`: one memory, whole."""

from __future__ import annotations

import click

from memdeck.cli.conflict_words import conflict_lines, version_lines
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import json_option, name_argument, owner_option
from memdeck.cli.portrait import portrait
from memdeck.cli.records import change, whole
from memdeck.cli.timeline import print_changes

_ALL = 2**31 - 1


@click.command("show", cls=DeckCommand)
@name_argument
@owner_option
@click.option("--deleted", is_flag=True, help="Among what was removed.")
@click.option("--history", is_flag=True, help="With its line of versions and every change to it.")
@json_option
@pass_invocation
def command(
    invocation: Invocation, name: str, owner: str | None, deleted: bool, history: bool, as_json: bool
) -> None:
    """Show the memory NAME: its data and its content.

    Control characters are shown as symbols; --json and export give the text exactly as it is.
    """
    with invocation.deck() as deck:
        memory = deck.get(name, owner=owner, deleted=deleted)
        changes = deck.history(memory.id, limit=_ALL) if history else []
        line = deck.line_of(memory.id) if history and not deleted else []
        conflicts = deck.conflicts(of=memory.id, catch_up=False)
    if as_json:
        record = {**whole(memory), "conflicts": [each.id for each in conflicts]}
        if history:
            record["versions"] = [each.id for each in line]
            record["history"] = [change(each) for each in changes]
        print_json(record)
        return
    for words in conflict_lines(memory, conflicts):
        click.echo(words)
    click.echo(portrait(memory))
    if len(line) > 1:
        click.echo("\n" + "\n".join(version_lines(line)))
    if history:
        click.echo()
        print_changes(changes)
