"""`memdeck reindex`: build the index for search by meaning anew."""

from __future__ import annotations

from dataclasses import asdict

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import json_option
from memdeck.cli.progress_line import ProgressLine


@click.command("reindex", cls=DeckCommand)
@click.option("--vectors", is_flag=True, help="Make all vectors anew before; takes longest.")
@json_option
@pass_invocation
def command(invocation: Invocation, vectors: bool, as_json: bool) -> int:
    """Build the index for search by meaning anew from the store.

    Nothing is lost by it, and search by words and the old index work meanwhile. Vectors that are missing
    are made first; those of other models than the configured one are dropped after. Stopped half-way, the
    next call goes on from there.
    """
    with invocation.deck() as deck, ProgressLine() as progress:
        health = deck.reindex(progress, vectors=vectors)
    if as_json:
        print_json(asdict(health))
    elif health.index is None:
        narration.say("There is nothing to index yet.")
    else:
        index = health.index
        plural = "" if index.count == 1 else "s"
        narration.say(f"Indexed {index.count:,} vector{plural} of {health.model} in {index.place}")
    return 0
