"""Syncing again at each change of a folder or of the store, until ctrl+c."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memdeck.cli import narration
from memdeck.cli.sync_reporting import tell_sync
from memdeck.memory.errors import MemdeckError

if TYPE_CHECKING:
    from memdeck.exchange.sync_report import SyncReport

STORE_MILLISECONDS = 1_000
"""How often the store is asked whether another program wrote to it."""


def watch(
    folders: Callable[[], Sequence[Path]],
    last_change: Callable[[], int],
    sync: Callable[[], Sequence[SyncReport]],
) -> None:
    """Sync at each change. A sync that fails is said, and the next change tries again.

    Args:
        folders: what is watched.
        last_change: the store's newest change.
        sync: does it.
    """
    from watchfiles import watch as changes_of

    logging.getLogger("watchfiles").setLevel(logging.ERROR)  # it would remark on ctrl+c
    narration.say("Watching; ctrl+c ends it.")
    known = -1  # once more at the beginning: something may have changed before the system watches
    present = [folder for folder in folders() if folder.is_dir()]
    if not present:
        return
    for changed in changes_of(
        *present,
        watch_filter=lambda _, path: path.endswith(".md"),
        rust_timeout=STORE_MILLISECONDS,
        yield_on_timeout=True,
        raise_interrupt=False,
    ):
        if not changed and last_change() == known:
            continue
        # Read before the sync: what another program writes meanwhile must bring the next one.
        known = last_change()
        try:
            reports = sync()
        except MemdeckError as error:
            narration.complain(str(error))
            reports = []
        if any(report.changes or report.conflicts or report.problems for report in reports):
            tell_sync(reports, as_json=False)
