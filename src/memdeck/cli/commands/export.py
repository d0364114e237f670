"""`memdeck export`: write a memory folder."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import STATUS, TYPE, json_option, owners_option
from memdeck.cli.reporting import tell_export


@click.command("export", cls=DeckCommand)
@click.argument("dest", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--format",
    type=click.Choice(["claude-code", "bytechef"]),
    default="claude-code",
    show_default=True,
    help="Form of the files; only claude-code holds everything a memory is.",
)
@owners_option
@click.option("--type", "types", type=TYPE, multiple=True, help="Only this type; may be repeated.")
@click.option("--status", "statuses", type=STATUS, multiple=True, help="Only this status; may be repeated.")
@click.option("--dry-run", is_flag=True, help="Only say what would be written.")
@json_option
@pass_invocation
def command(invocation: Invocation, /, dest: Path, dry_run: bool, as_json: bool, **filters: Any) -> int:
    """Write memories into the folder DEST, a file each, with a MEMORY.md.

    Exporting twice writes nothing the second time. Memories of several owners go into a folder for each.
    Files that this program did not write are left alone and named; the exit code is 3 then.
    """
    asked = {field: value for field, value in filters.items() if value}
    with invocation.deck() as deck:
        report = deck.export_folder(dest, dry_run=dry_run, **asked)
    tell_export(report, as_json=as_json)
    if as_json:
        print_json(asdict(report))
    return report.exit_code
