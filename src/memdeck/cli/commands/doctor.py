"""`memdeck doctor`: is everything well?"""

from __future__ import annotations

from dataclasses import asdict

import click

from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import json_option
from memdeck.memory.printable import printable


@click.command("doctor", cls=DeckCommand)
@json_option
@pass_invocation
def command(invocation: Invocation, as_json: bool) -> int:
    """Check configuration, home folder and store; change nothing.

    Each line is ok, warn or fail. The exit code is 1 when something fails.
    """
    from memdeck.cli.examining import State, findings

    found = list(findings(invocation))
    if as_json:
        print_json([asdict(each) for each in found])
    else:
        for each in found:
            click.echo(f"{each.state:<5} {each.subject:<14} {printable(each.words)}")
    return int(any(each.state is State.FAIL for each in found))
