"""`memdeck list`: list or search memories."""

from __future__ import annotations

from typing import Any

import click

from memdeck.cli import person
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.environments import EnvironmentName
from memdeck.cli.invocation import Invocation
from memdeck.cli.listing import print_memories, tell_how_many
from memdeck.cli.options import IMPORTANCE, STATUS, TYPE, json_option, owners_option
from memdeck.memory.query import Sort


@click.command("list", cls=DeckCommand)
@click.argument("query", nargs=-1)
@click.option("--type", "types", type=TYPE, multiple=True, help="Only this type; may be repeated.")
@owners_option
@click.option("--status", "statuses", type=STATUS, multiple=True, help="Only this status; may be repeated.")
@click.option("--importance", type=IMPORTANCE, multiple=True, help="Only this importance.")
@click.option("--tag", "tags", multiple=True, metavar="WORD", help="Only with this tag; all given must hold.")
@click.option(
    "--env",
    "environment",
    type=EnvironmentName(),
    metavar="ENV",
    help="Only deployments of this environment: development (dev), staging (stage), production (prod).",
)
@click.option("--deleted", is_flag=True, help="What was removed instead.")
@click.option("--sort", type=click.Choice([each.value for each in Sort]), help="Order; default: updated.")
@click.option("--reverse", is_flag=True, help="Turn the order round.")
@click.option("--limit", type=click.IntRange(0), metavar="N", help="At most so many; default: all.")
@click.option("--offset", type=click.IntRange(0), default=0, metavar="N", help="Pass over so many.")
@json_option
@pass_invocation
def command(
    invocation: Invocation,
    /,
    query: tuple[str, ...],
    limit: int | None,
    offset: int,
    as_json: bool,
    **filters: Any,
) -> None:
    """List memories, newest first; with QUERY the best matches first.

    QUERY is looked for in title, description and name, then in the content. Every character stands
    for itself.
    """
    text = " ".join(query)
    asked = {field: value for field, value in filters.items() if value}
    with invocation.deck() as deck:
        found = deck.list(text, limit=limit, offset=offset, **asked)
        marked = deck.conflicts_of([each.id for each in found]) if person.reads() and not as_json else set()
        print_memories(found, as_json=as_json, marked=marked)
        if not as_json:
            tell_how_many(deck, found, text, asked, cut=offset > 0 or len(found) == limit)
