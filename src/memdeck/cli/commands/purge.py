"""`memdeck purge`: delete for good."""

from __future__ import annotations

import click

from memdeck.cli import narration, person
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.listing import title_of
from memdeck.cli.lookup import found_anywhere
from memdeck.cli.options import names_argument, owner_option, reason_option
from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError
from memdeck.memory.printable import printable


@click.command("purge", cls=DeckCommand)
@names_argument
@owner_option
@click.option("--yes", is_flag=True, help="Do not ask.")
@reason_option
@pass_invocation
def command(
    invocation: Invocation, names: tuple[str, ...], owner: str | None, yes: bool, reason: str
) -> int | None:
    """Delete the memories NAME for good, live or removed.

    Their text leaves the store and the history, and an import does not bring them back. This can't be
    undone, so it asks; --yes is needed where nobody can answer.
    """
    with invocation.deck() as deck:
        wanted = (found_anywhere(deck, name, owner) for name in names)
        found = list({memory.id: memory for memory in wanted}.values())
        if not yes and not _confirmed(found):
            narration.say("Nothing was purged.")
            return None
        deck.purge_many([memory.id for memory in found], reason=reason)
        copies = deck.kept_copies
    what = title_of(found[0]) if len(found) == 1 else f"{len(found):,} memories"
    narration.say(f"Purged {what} for good.")
    for copy in copies:
        narration.say(f"A copy from before an update may hold it: {copy}. Delete that when all is well.")
    return None


def _confirmed(memories: list[Memory]) -> bool:
    if not person.answers():
        raise MemdeckError("purge can't be undone, and nobody is here to ask.", "Add --yes.")
    for memory in memories[:10]:
        narration.say(f"  {title_of(memory)}: {memory.title}")
    if len(memories) > 10:
        narration.say(f"  and {len(memories) - 10:,} more")
    count = "this memory" if len(memories) == 1 else f"these {len(memories):,} memories"
    return click.confirm(printable(f"Delete {count} for good?"), default=False, err=True)
