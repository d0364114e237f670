"""`memdeck inject`: give the block for a prompt, then record that it was given.

This stands in front of every prompt of a session, so it loads neither SQLModel nor Chroma nor Textual.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from memdeck.cli import narration
from memdeck.cli.commands.preview import print_block
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.surroundings import access_from, open_deck, prompt_from, prompt_options
from memdeck.memory.errors import StoreFault


@click.command("inject", cls=DeckCommand)
@prompt_options
@click.option(
    "--session", metavar="ID", help="The assistant's session; it gets an unchanged block only once."
)
@pass_invocation
def command(
    invocation: Invocation,
    prompt: str | None,
    as_of: datetime | None,
    budget: int | None,
    project: Path | None,
    owners: tuple[str, ...],
    session: str | None,
) -> None:
    """Print the block for PROMPT, and nothing else, and record it: exact text, entries, session.

    The use counts of the entries move only here and in the hooks. Without PROMPT, or with -, it is read
    from stdin.
    """
    asked = prompt_from(prompt)
    given = False

    def give(text: str) -> None:
        nonlocal given
        print_block(text)
        given = True

    with open_deck(invocation, project) as deck:
        try:
            deck.inject(
                asked,
                session=session,
                access=access_from(deck, owners, project),
                as_of=as_of,
                budget=budget,
                client="memdeck inject",
                give=lambda made: give(made.text),
            )
        except StoreFault as fault:
            if not given:
                raise
            narration.complain(str(fault))  # the assistant has its block: that is what counts
