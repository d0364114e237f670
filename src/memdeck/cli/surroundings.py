"""As whom a prompt is looked at or answered: from `--owner`, else from the folder of the session."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memdeck.cli import narration
from memdeck.cli.moments import Moment

if TYPE_CHECKING:
    from memdeck.cli.invocation import Invocation
    from memdeck.deck.giving import Giving


def prompt_options(function: Callable[..., None]) -> Callable[..., None]:
    """The prompt and whatever else its outcome depends on; `preview` and `inject` take the same."""
    for add in reversed(
        (
            click.argument("prompt", required=False),
            click.option("--as-of", type=Moment(), help="Judge by this day or time instead of now."),
            click.option("--budget", type=click.IntRange(1), metavar="N", help="Tokens of the whole block."),
            click.option(
                "--project",
                type=click.Path(path_type=Path, file_okay=False),
                metavar="DIR",
                help="The folder that the session is in; the current one when left out.",
            ),
            click.option(
                "--owner",
                "owners",
                multiple=True,
                metavar="OWNER",
                help="Look as this owner, whatever the folder; may be repeated.",
            ),
        )
    ):
        function = add(function)
    return function


def prompt_from(given: str | None) -> str:
    """Return the prompt; without one, or for `-`, what stands on stdin."""
    if given is not None and given != "-":
        return given
    if given is None and sys.stdin.isatty():
        raise click.UsageError("Missing the prompt.")
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def open_deck(invocation: Invocation, project: Path | None) -> Giving:
    """Open as much of the deck as a prompt needs, with the settings that hold in the session's folder."""
    from memdeck.deck.giving import Giving
    from memdeck.settings import load_settings

    settings = load_settings(invocation.config, cwd=project)
    for note in settings.notes:
        narration.complain(note)
    return Giving.open(invocation.home, settings, read_only=invocation.read_only)


def access_from(deck: Giving, owners: tuple[str, ...], project: Path | None) -> tuple[str, ...]:
    """Return the owners that may be seen.

    A folder that no project is registered for sees the person's own memories only; when it was named, that
    is said.
    """
    if owners and project is not None:
        raise click.UsageError("Give --project or --owner, not both.")
    if owners:
        return owners
    folder = project if project is not None else _here()
    access = deck.access_in(folder)
    if project is not None and len(access) == 1:
        narration.say(f"No project is registered for {project}: only your own memories are seen.")
    return access


def _here() -> Path | None:
    try:
        return Path.cwd()
    except OSError:  # the folder was deleted under our feet
        return None
