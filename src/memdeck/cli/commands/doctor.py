"""`memdeck doctor`: is everything well?"""

from __future__ import annotations

from dataclasses import asdict

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import json_option
from memdeck.memory.printable import printable


@click.command("doctor", cls=DeckCommand)
@click.option(
    "--fix", is_flag=True, help="Mask the secrets that were found, in one action; undo takes it back."
)
@json_option
@pass_invocation
def command(invocation: Invocation, fix: bool, as_json: bool) -> int:
    """Check configuration, home folder and store; without --fix, change nothing.

    Each line is ok, warn or fail. The exit code is 1 when something fails. Memories that hold what looks like
    a secret are named with its kind, never with its value.
    """
    from memdeck.cli.examining import State, findings

    if fix:
        _mask(invocation)

    found = list(findings(invocation))
    if as_json:
        print_json([asdict(each) for each in found])
    else:
        for each in found:
            click.echo(f"{each.state:<5} {each.subject:<14} {printable(each.words)}")
    return int(any(each.state is State.FAIL for each in found))


def _mask(invocation: Invocation) -> None:
    with invocation.deck() as deck:
        holders = deck.secret_holders()
        changed = deck.mask_secrets([each.id for each in holders]) if holders else []
    if changed:
        many = "1 memory" if len(changed) == 1 else f"{len(changed):,} memories"
        narration.say(
            f"Masked the secrets of {many}. 'memdeck undo' takes it back; the history keeps the old text "
            "until a memory is purged."
        )
