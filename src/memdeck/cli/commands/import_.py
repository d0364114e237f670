"""`memdeck import`: bring in what other programs remember."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.moments import Moment
from memdeck.cli.options import TYPE, json_option, owner_completion
from memdeck.cli.progress_line import ProgressLine
from memdeck.cli.reporting import tell_claude_import, tell_found_sources, tell_import

FORMATS = (
    "auto", "claude-code", "bytechef", "markdown", "instructions", "claude-mem", "mcp-memory", "codex",
    "gemini", "basic-memory", "mem0", "cline", "rules", "bytechef-json", "letta", "json",
)  # fmt: skip
"""As `exchange/importers/catalogue.py` has them; written here so that `--help` loads nothing."""


@click.command("import", cls=DeckCommand)
@click.argument("source", required=False, type=click.Path(path_type=Path))
@click.option("--claude-code", is_flag=True, help="Everything that Claude Code has on this machine.")
@click.option("--list", "listing", is_flag=True, help="Say what there is to import on this machine.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="auto",
    help="What SOURCE is; told by itself without.",
)
@click.option(
    "--owner", metavar="OWNER", shell_complete=owner_completion, help="Whose they become; default: as found."
)
@click.option("--type", "types", type=TYPE, multiple=True, help="Only this type; may be repeated.")
@click.option(
    "--only-owner",
    "owners",
    metavar="OWNER",
    multiple=True,
    help="Only what would be this owner's; may be repeated.",
)
@click.option("--since", type=Moment(), help="Only what was written on this day or later.")
@click.option(
    "--limit",
    type=click.IntRange(0),
    metavar="N",
    help="At most so many, the newest; 0 is all (claude-mem: 1,000).",
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
    listing: bool,
    form: str,
    owner: str | None,
    types: tuple[str, ...],
    owners: tuple[str, ...],
    since: datetime | None,
    limit: int | None,
    dry_run: bool,
    include_deleted: bool,
    overwrite: bool,
    broken_as_body: bool,
    as_json: bool,
) -> int:
    """Import SOURCE, a file or folder that another program wrote.

    Read are markdown memory folders, CLAUDE.md and its like, claude-mem, memory.jsonl, Codex, Gemini,
    basic-memory, mem0, Cline, Cursor and Windsurf rules, ByteChef, Letta and Memdeck's own JSON
    (docs/importers.md). Importing twice changes nothing. What can't be read is named with file and line; the
    others come in, and the exit code is 3. Secrets are masked. With --claude-code, SOURCE is the folder that
    holds 'projects'; the default is CLAUDE_CONFIG_DIR or ~/.claude.
    """
    if listing:
        return _list(invocation, as_json=as_json)
    if source is None and not claude_code:
        raise click.UsageError("Give a file or folder, --claude-code, or --list.")
    if claude_code and (owner or types or owners or since or limit is not None):
        raise click.UsageError("--owner and filters do not go with --claude-code: each folder has its owner.")
    reading = ProgressLine()
    how: dict[str, Any] = {
        "progress": lambda done, total: reading("file", done, total),
        "dry_run": dry_run,
        "include_deleted": include_deleted,
        "overwrite": overwrite,
        "broken_as_body": broken_as_body,
    }
    with invocation.deck() as deck:
        if claude_code:
            with reading:
                found = deck.import_claude_code(source, **how)
            if not dry_run:
                deck.make_ready_beside()  # the first prompt on this machine should not wait for it
            tell_claude_import(found, as_json=as_json)
            if as_json:
                print_json(asdict(found))
            return found.exit_code
        assert source is not None  # noqa: S101 - asked above
        with reading:
            report = deck.import_source(
                source, format=form, owner=owner, types=types, owners=owners, since=since, limit=limit, **how
            )
        if not dry_run:
            deck.make_ready_beside()
    tell_import(report, as_json=as_json)
    if as_json:
        print_json(asdict(report))
    return report.exit_code


def _list(invocation: Invocation, *, as_json: bool) -> int:
    from memdeck.deck.import_finding import found_sources

    with invocation.deck() as deck:
        found = found_sources(deck, Path.cwd())
    if as_json:
        print_json([asdict(each) for each in found])
    else:
        tell_found_sources(found)
    return 0
