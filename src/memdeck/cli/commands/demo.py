"""`memdeck demo`: the program on samples."""

from __future__ import annotations

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.program import no_screen, open_program
from memdeck.cli.slow_line import said_when_slow
from memdeck.cli.throw_away import throw_away_folder

_SLOW = "Preparing the samples; the first time on a machine this takes some seconds."


@click.command("demo", cls=DeckCommand)
@click.option("--fill-only", is_flag=True, help="Only fill the store given by --home, and print its folder.")
@pass_invocation
def command(invocation: Invocation, fill_only: bool) -> int:
    """Open the program on a throw-away store with samples; nothing of yours is touched.

    With --home the samples go into that folder, which must be new or empty, and stay there.
    """
    if not fill_only and (refusal := no_screen()):
        return refusal
    if invocation.home is not None:
        _fill(invocation)
        if fill_only:
            click.echo(str(invocation.home))
            return 0
        return open_program(invocation, where="samples")
    if fill_only:
        raise click.UsageError("--fill-only needs --home.")
    with throw_away_folder("memdeck-demo-") as home:
        invocation.home = home
        _fill(invocation)
        return open_program(invocation, where="samples")


def _fill(invocation: Invocation) -> None:
    from memdeck.deck.sample_injections import record_sample_injections
    from memdeck.deck.samples import load_samples
    from memdeck.memory.clock import utc_now
    from memdeck.memory.errors import MemdeckError

    home = invocation.home
    if home is not None and home.is_dir() and any(home.iterdir()):
        raise MemdeckError(f"{home} is not empty.", "The samples need a new folder.")
    writable = Invocation(home, invocation.config)
    with writable.deck() as deck, said_when_slow(_SLOW):
        moment = utc_now()
        count = load_samples(deck, moment)
        deck.scan_conflicts()
        record_sample_injections(deck, moment)
    narration.say(f"{count} sample memories.")
