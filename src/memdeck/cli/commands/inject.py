"""`memdeck inject`: give the block for a prompt, then record that it was given.

This stands in front of every prompt of a session, so it loads neither SQLModel nor Chroma nor Textual; the
usual forms don't even come here (`before_prompt.py`).
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from memdeck.cli.before_prompt import Asked, give_and_record
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.prompt_options import check_whom, prompt_from, prompt_options


@click.command("inject", cls=DeckCommand)
@prompt_options
@click.option("--session", metavar="ID", help="The session; it gets an unchanged block only once.")
@pass_invocation
def command(
    invocation: Invocation,
    prompt: str | None,
    session_start: bool,
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
    check_whom(owners, project)
    asked = prompt_from(prompt, session_start=session_start)
    give_and_record(invocation, Asked(asked, as_of, budget, project, owners, session))
