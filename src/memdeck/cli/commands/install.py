"""`memdeck install`: write Memdeck into an assistant's settings, or take it out."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from pathlib import Path

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.place import Place
from memdeck.memory.errors import MemdeckError, ReadOnly
from memdeck.memory.printable import printable

_CLIENTS = ["claude-code", "codex", "cursor", "gemini", "vscode"]


@click.command("install", cls=DeckCommand)
@click.argument("client", type=click.Choice(_CLIENTS))
@click.option(
    "--project",
    type=Place(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Only for this project, in its own files.",
)
@click.option("--dry-run", is_flag=True, help="Only show the difference.")
@click.option("--uninstall", is_flag=True, help="Take it out again.")
@pass_invocation
def command(
    invocation: Invocation, client: str, project: Path | None, dry_run: bool, uninstall: bool
) -> None:
    """Write the MCP server and the hooks into the settings of CLIENT, and keep everything else there.

    Doing it twice changes nothing. Beside each changed file a copy of the old one is kept. A file that
    can't be understood is named with its line, and nothing is touched.
    """
    doors = "memdeck.doors.install"  # by name: the doors stand beside the command line
    running = import_module(f"{doors}.running_command").running_command(invocation.home, invocation.config)
    installing = import_module(f"{doors}.installing")
    plan = installing.plan_install(client, running, project=project, uninstall=uninstall)
    if dry_run:
        click.echo(printable(plan.difference(), one_line=False), nl=False)
    elif invocation.read_only and plan.changes:
        raise ReadOnly
    else:
        copies = installing.carry_out(plan)
        for change in plan.changes:
            click.echo(printable(str(change.path)))
        for copy in copies:
            narration.say(f"The old file is kept as {copy}.")
        if plan.changes and not uninstall:
            _make_ready_beside(invocation)
    if not plan.changes:
        gone = "is not in the settings of" if uninstall else "stands already in the settings of"
        narration.say(f"Memdeck {gone} {plan.title}; nothing to change.")
    for note in plan.notes:
        narration.say(note)
    if dry_run and plan.changes:
        narration.say("Nothing was written (--dry-run).")


def _make_ready_beside(invocation: Invocation) -> None:
    """Have the model's tables made: the first prompt of the assistant should not wait for them."""
    from memdeck.deck.search_parts import load_beside

    with suppress(MemdeckError):  # wrong settings: the first call of the assistant says so, and doctor
        load_beside(invocation.settings())
