"""`memdeck history`: every change by anyone."""

from __future__ import annotations

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.lookup import found_anywhere
from memdeck.cli.options import json_option, name_completion, owner_option
from memdeck.cli.records import change
from memdeck.cli.timeline import print_changes
from memdeck.memory.revision import Action


@click.command("history", cls=DeckCommand)
@click.argument("name", required=False, shell_complete=name_completion)
@owner_option
@click.option(
    "--action",
    "actions",
    type=click.Choice([each.value for each in Action]),
    multiple=True,
    help="Only these; may be repeated.",
)
@click.option("--limit", type=click.IntRange(1), default=100, show_default=True, metavar="N", help="At most.")
@click.option("--before", type=click.IntRange(1), metavar="NO", help="Go on from this number.")
@json_option
@pass_invocation
def command(
    invocation: Invocation,
    name: str | None,
    owner: str | None,
    actions: tuple[str, ...],
    limit: int,
    before: int | None,
    as_json: bool,
) -> None:
    """Show changes by anyone, newest first; with NAME only those to one memory.

    'memdeck undo NO' takes one back, by the number in front.
    """
    with invocation.deck() as deck:
        ref = found_anywhere(deck, name, owner).id if name is not None else None
        wanted = [Action(each) for each in actions]
        found = deck.history(ref, limit=limit + 1, before=before, actions=wanted, owner=owner)
    shown = found[:limit]
    if as_json:
        print_json([change(each) for each in shown])
    else:
        print_changes(shown)
    if len(found) > limit:
        narration.say(f"There are older changes: add --before {shown[-1].seq}.")
    elif not shown and not as_json:
        narration.say("No changes.")
