"""As whom a prompt is looked at or answered: from `--owner`, else from the folder of the session.

Knows nothing of the command line's library: what stands before every prompt must not wait for it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from memdeck.cli import narration

if TYPE_CHECKING:
    from memdeck.cli.invocation import Invocation
    from memdeck.deck.giving import Giving


def write_block(text: str) -> None:
    """Write the block to stdout as UTF-8 and nothing else; on a terminal the line is ended."""
    end = "\n" if text and sys.stdout.isatty() else ""
    sys.stdout.flush()
    sys.stdout.buffer.write((text + end).encode("utf-8"))
    sys.stdout.buffer.flush()


def open_deck(invocation: Invocation, project: Path | None) -> Giving:
    """Open as much of the deck as a prompt needs, with the settings that hold in the session's folder."""
    from memdeck.deck.giving import Giving
    from memdeck.settings import load_settings

    settings = load_settings(invocation.config, cwd=project)
    for note in settings.notes:
        narration.complain(note)
    deck = Giving.open(invocation.home, settings, read_only=invocation.read_only)
    if deck.sealed_note:
        narration.complain(deck.sealed_note)
    return deck


def access_from(deck: Giving, owners: tuple[str, ...], project: Path | None) -> tuple[str, ...]:
    """Return the owners that may be seen.

    A folder that no project is registered for sees the person's own memories only; when it was named, that
    is said.
    """
    if owners:
        return owners
    folder = project if project is not None else here()
    access = deck.access_in(folder)
    if project is not None and len(access) == 1:
        narration.say(f"No project is registered for {project}: only your own memories are seen.")
    return access


def here() -> Path | None:
    """Return the current folder; None when it was deleted under our feet."""
    try:
        return Path.cwd()
    except OSError:
        return None
