"""`memdeck rm`: remove so that it can be restored."""

from __future__ import annotations

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.options import names_argument, owner_option, reason_option


@click.command("rm", cls=DeckCommand)
@names_argument
@owner_option
@reason_option
@pass_invocation
def command(invocation: Invocation, names: tuple[str, ...], owner: str | None, reason: str) -> None:
    """Remove the memories NAME: all of them, or none when one can't be found.

    'memdeck undo' brings back what was removed last, 'memdeck restore' any of it.
    """
    with invocation.deck() as deck:
        ids = list(dict.fromkeys(deck.get(name, owner=owner).id for name in names))
        removed = deck.remove_many(ids, reason=reason)
    one = len(removed) == 1
    what, it = (removed[0].name, "it") if one else (f"{len(removed):,} memories", "them")
    narration.say(f"Removed {what}. 'memdeck undo' brings {it} back.")
