"""`memdeck sync`: keep memory folders and the store in step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import json_option, owner_completion
from memdeck.cli.place import Place
from memdeck.cli.sync_reporting import tell_sync
from memdeck.cli.watching import watch

if TYPE_CHECKING:
    from memdeck.exchange.sync_report import SyncReport


@click.command("sync", cls=DeckCommand)
@click.argument("folder", required=False, type=Place(path_type=Path), metavar="[DIR]")
@click.option("--claude-code", is_flag=True, help="Every memory folder of Claude Code on this machine.")
@click.option(
    "--owner",
    metavar="OWNER",
    shell_complete=owner_completion,
    help="Whose memories; default: as last time, else the folder's project, else yours.",
)
@click.option(
    "--prefer",
    type=click.Choice(["folder", "memdeck"]),
    help="Settle conflicts in favour of one side.",
)
@click.option("--dry-run", is_flag=True, help="Only say what would happen.")
@click.option("--check", is_flag=True, help="Like --dry-run; the exit code is not 0 when out of step.")
@click.option("--watch", "watching", is_flag=True, help="Stay, and sync again at each change, until ctrl+c.")
@json_option
@pass_invocation
def command(
    invocation: Invocation,
    folder: Path | None,
    claude_code: bool,
    owner: str | None,
    prefer: str | None,
    dry_run: bool,
    check: bool,
    watching: bool,
    as_json: bool,
) -> int:
    """Bring the memory folder DIR and the memories of its owner in step, both ways.

    What changed on one side goes to the other. What changed on both is a conflict: it stays on both sides,
    is named, and the exit code is 5. A folder that can't be read deletes nothing. Without DIR it is the
    folder of the setting storage.folder.
    """
    if claude_code and owner:
        raise click.UsageError("--owner does not go with --claude-code: each folder has its own owner.")
    if watching and (dry_run or check):
        raise click.UsageError("--watch does not go with --dry-run or --check.")
    only_look = dry_run or check

    with invocation.deck() as deck:

        def sync() -> Sequence[SyncReport]:
            if claude_code:
                return deck.sync_claude_code(folder, dry_run=only_look, prefer=prefer)
            if folder is None:
                return deck.sync_own_folder(dry_run=only_look, prefer=prefer)
            return [deck.sync_folder(folder, owner=owner, dry_run=only_look, prefer=prefer)]

        reports = _told(sync, as_json=as_json)
        if watching:
            watch(lambda: [Path(report.path) for report in reports], deck.last_change, sync)
    codes = {report.exit_code for report in reports}
    if dry_run and not check:
        codes.discard(1)
    return max(codes, default=0)


def _told(sync: Callable[[], Sequence[SyncReport]], *, as_json: bool) -> Sequence[SyncReport]:
    reports = sync()
    tell_sync(reports, as_json=as_json)
    if as_json:
        print_json([asdict(report) for report in reports])
    return reports
