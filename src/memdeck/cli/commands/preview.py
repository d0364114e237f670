"""`memdeck preview`: what the assistant would be given before a prompt, and why. Changes nothing."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.options import json_option
from memdeck.cli.prompt_options import check_whom, prompt_from, prompt_options
from memdeck.cli.slow_line import said_when_slow
from memdeck.cli.surroundings import access_from, open_deck, write_block
from memdeck.memory.errors import MemdeckError
from memdeck.memory.nothing_given import why_nothing
from memdeck.memory.printable import printable

if TYPE_CHECKING:
    from memdeck.deck.giving import Giving
    from memdeck.memory.injection import Injection

_EMBEDDING_SECONDS = 10.0
"""What is not embedded by then is told as a note; 'memdeck reindex' does it all."""
_NOT_READY = "Making search by meaning ready: some seconds, at its first use on a machine or after an import."


@click.command("preview", cls=DeckCommand)
@prompt_options
@click.option("--explain", is_flag=True, help="Add why each entry is in, and what just missed and why.")
@json_option
@pass_invocation
def command(
    invocation: Invocation,
    prompt: str | None,
    session_start: bool,
    as_of: datetime | None,
    budget: int | None,
    project: Path | None,
    owners: tuple[str, ...],
    explain: bool,
    as_json: bool,
) -> None:
    """Show what would be injected before PROMPT, byte for byte. Changes nothing and counts no use.

    Without PROMPT, or with -, it is read from stdin. The text goes to stdout as a hook would give it; its
    size goes to stderr.
    """
    check_whom(owners, project)
    asked = prompt_from(prompt, session_start=session_start)
    with open_deck(invocation, project) as deck:
        access = access_from(deck, owners, project)
        if asked is not None:
            _make_ready(deck)
        made = deck.preview(asked, access=access, as_of=as_of, budget=budget)
    if as_json:
        from memdeck.cli.json_text import print_json

        print_json(made.as_dict())
        _tell_lanes(made)
        return
    write_block(made.text)
    narration.say(summary(made))
    _tell_lanes(made)
    if explain:
        click.echo(explanation(made))


def _tell_lanes(made: Injection) -> None:
    for note in made.lane_notes():
        narration.complain(note)


def _make_ready(deck: Giving) -> None:
    """Wait for the model: a person asked for what would be injected, not for what is quickly found."""
    with said_when_slow(_NOT_READY), suppress(MemdeckError):  # a lane's note says what is wrong with it
        deck.make_ready(seconds=_EMBEDDING_SECONDS)


def summary(made: Injection) -> str:
    """Return the size of the block in one line."""
    if not made.items:
        return why_nothing(made)
    count = f"{len(made.items)} {'entry' if len(made.items) == 1 else 'entries'}"
    return f"{count} · ≈{made.tokens:,} of {made.budget:,} tokens · {made.bytes:,} bytes"


def explanation(made: Injection) -> str:
    """Return why each entry is in and why the near misses are out, as aligned lines."""
    lines = ["", "IN"] if made.items else [""]
    for item in made.items:
        lines.append(f"{item.rank:3}  {item.score:6.3f}  {item.type.value:9}  {printable(item.memory.title)}")
        lines.append(f"             {item.name} · {item.reason}")
    if made.dropped:
        lines.append("OUT")
    for near in made.dropped:
        lines.append(f"  –  {near.score:6.3f}  {near.memory.type.value:9}  {printable(near.memory.title)}")
        lines.append(f"             {near.memory.name} · {printable(str(near.reason))}")
    return "\n".join(lines)
