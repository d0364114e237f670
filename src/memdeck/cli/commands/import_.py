"""`memdeck import`: bring memory folders in."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import json_option, owner_completion
from memdeck.cli.reporting import tell_claude_import, tell_import


@click.command("import", cls=DeckCommand)
@click.argument("source", required=False, type=click.Path(path_type=Path))
@click.option("--claude-code", is_flag=True, help="Everything that Claude Code has on this machine.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["auto", "claude-code", "bytechef"]),
    default="auto",
    help="Form of the files; every form of markdown is recognised without it.",
)
@click.option(
    "--owner", metavar="OWNER", shell_complete=owner_completion, help="Whose they become; default: as found."
)
@click.option("--dry-run", is_flag=True, help="Only say what would happen.")
@click.option("--include-deleted", is_flag=True, help="Bring back what was deleted or purged here.")
@click.option("--overwrite", is_flag=True, help="Let the file win where it and its memory both changed.")
@click.option("--broken-as-body", is_flag=True, help="Take files with a broken header as plain text.")
@json_option
@pass_invocation
def command(
    invocation: Invocation,
    source: Path | None,
    claude_code: bool,
    form: str,
    owner: str | None,
    dry_run: bool,
    include_deleted: bool,
    overwrite: bool,
    broken_as_body: bool,
    as_json: bool,
) -> int:
    """Import the markdown memory folder SOURCE, or with --claude-code all of them.

    Importing twice changes nothing. A file that can't be read is named, with line and reason, and left
    alone; the others come in, and the exit code is 3. With --claude-code, SOURCE is the folder that holds
    'projects'; the default is CLAUDE_CONFIG_DIR or ~/.claude.
    """
    if source is None and not claude_code:
        raise click.UsageError("Give a folder, or --claude-code.")
    if claude_code and owner:
        raise click.UsageError("--owner does not go with --claude-code: each folder has its own owner.")
    with invocation.deck() as deck:
        if claude_code:
            found = deck.import_claude_code(
                source,
                dry_run=dry_run,
                include_deleted=include_deleted,
                overwrite=overwrite,
                broken_as_body=broken_as_body,
            )
            tell_claude_import(found, as_json=as_json)
            if as_json:
                print_json(asdict(found))
            return found.exit_code
        assert source is not None  # noqa: S101 - asked above
        report = deck.import_folder(
            source,
            owner=owner,
            dry_run=dry_run,
            include_deleted=include_deleted,
            overwrite=overwrite,
            broken_as_body=broken_as_body,
        )
    tell_import(report, as_json=as_json)
    if as_json:
        print_json(asdict(report))
    return report.exit_code
