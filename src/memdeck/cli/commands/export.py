"""`memdeck export`: write a memory folder, or one file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import STATUS, TYPE, json_option, owners_option
from memdeck.cli.place import Place
from memdeck.cli.reporting import tell_export

_FILES = ("agents-md", "memory-jsonl", "json")


@click.command("export", cls=DeckCommand)
@click.argument("dest", type=Place(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(["claude-code", "bytechef", *_FILES]),
    default="claude-code",
    show_default=True,
    help="The first two are folders, the others one file; claude-code and json hold everything.",
)
@owners_option
@click.option("--type", "types", type=TYPE, multiple=True, help="Only this type; may be repeated.")
@click.option("--status", "statuses", type=STATUS, multiple=True, help="Only this status; may be repeated.")
@click.option("--dry-run", is_flag=True, help="Only say what would be written.")
@click.option("--with-secrets", is_flag=True, help="Write secrets too; without it they are masked.")
@json_option
@pass_invocation
def command(invocation: Invocation, /, dest: Path, form: str, as_json: bool, **options: Any) -> int:
    """Write memories into the folder DEST, a file each, with a MEMORY.md, or into the file DEST.

    Exporting twice writes nothing the second time. Memories of several owners go into a folder for each.
    Files that this program did not write are left alone and named; the exit code is 3 then. Of an AGENTS.md
    only the block between its marks is changed ('agents-md'); 'memory-jsonl' is the file of the MCP memory
    server, and 'json' is read back by 'memdeck import' without loss.
    """
    asked = {field: value for field, value in options.items() if value}
    with invocation.deck() as deck:
        export = deck.export_file if form in _FILES else deck.export_folder
        report = export(dest, format=form, **asked)
    tell_export(report, as_json=as_json)
    if as_json:
        print_json(asdict(report))
    return report.exit_code
