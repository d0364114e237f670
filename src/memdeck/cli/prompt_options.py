"""What `preview` and `inject` take alike: the prompt, and whatever else its outcome depends on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from memdeck.cli.moments import Moment


def prompt_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the argument and the options to a command."""
    for add in reversed(
        (
            click.argument("prompt", required=False),
            click.option("--session-start", is_flag=True, help="Instead of a prompt: how a session begins."),
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


def prompt_from(given: str | None, *, session_start: bool = False) -> str | None:
    """Return the prompt; without one, or for `-`, what stands on stdin; None for the start of a session."""
    if session_start:
        if given is not None:
            raise click.UsageError("Give a prompt or --session-start, not both.")
        return None
    if given is not None and given != "-":
        return given
    if sys.stdin is None:
        raise click.UsageError("Missing the prompt: stdin is closed.")
    if given is None and sys.stdin.isatty():
        raise click.UsageError("Missing the prompt.")
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def check_whom(owners: tuple[str, ...], project: Path | None) -> None:
    """Refuse two answers to one question."""
    if owners and project is not None:
        raise click.UsageError("Give --project or --owner, not both.")
