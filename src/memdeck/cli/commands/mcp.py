"""`memdeck mcp`: serve the memory to an assistant over MCP. The only command that knows the doors' server."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.options import owner_completion
from memdeck.settings.places import home_folder

_DOOR = "memdeck.doors.mcp"


@click.command("mcp", cls=DeckCommand)
@click.option(
    "--owner",
    "owners",
    multiple=True,
    metavar="OWNER",
    shell_complete=owner_completion,
    help="Whose memory is served, whatever the folder; may be repeated, as with user:me and one project.",
)
@click.option(
    "--project",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="The folder of the session; without it CLAUDE_PROJECT_DIR, else the current one.",
)
@click.option(
    "--dialect",
    type=click.Choice(["anthropic", "spring"]),
    default="anthropic",
    show_default=True,
    help="Names, paths and strings of the tools.",
)
@click.option("--trial", is_flag=True, help="Every tool answers that memory is unavailable; for trying out.")
@click.option("--http", is_flag=True, help="Serve many clients over HTTP instead of one over stdio.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on, with --http.")
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=8765, show_default=True, help="Port, with --http."
)
@click.option("--no-token", is_flag=True, help="Let every program of this machine in, with --http.")
@click.option("--show-token", is_flag=True, help="Print the token that HTTP clients need, and end.")
@pass_invocation
def command(
    invocation: Invocation,
    owners: tuple[str, ...],
    project: Path | None,
    dialect: str,
    trial: bool,
    http: bool,
    host: str,
    port: int,
    no_token: bool,
    show_token: bool,
) -> None:
    """Serve the memory to an assistant: six memory tools, search, and what matters for a prompt.

    A client starts this command by itself and speaks over stdio; docs/mcp.md has the lines for each. New
    memories go to the project of the folder, and those about the person to the person.
    """
    if owners and project is not None:
        raise click.UsageError("Give --project or --owner, not both.")
    if show_token:
        click.echo(_token(invocation))
        return
    options = import_module(f"{_DOOR}.options").ServeOptions(
        home=invocation.home,
        config=invocation.config,
        read_only=invocation.read_only,
        dialect=dialect,
        owners=owners or None,
        project=project,
        trial=trial,
    )
    import_module("memdeck.deck.deep_secrets").prepare_deep_secrets()
    if not http:
        if sys.stdin.isatty():
            narration.say("Serving MCP over stdio: an assistant starts this command. ctrl+d ends it.")
        import_module(f"{_DOOR}.stdio").serve_stdio(options)
        return
    door = import_module(f"{_DOOR}.http")
    token = None if no_token else _token(invocation)
    door.serve_http(options, door.Address(host, port), token, _ready)


def _token(invocation: Invocation) -> str:
    token: str = import_module(f"{_DOOR}.token").read_or_make_token(home_folder(invocation.home))
    return token


def _ready(url: str) -> None:
    narration.say(f"Serving MCP at {url}. ctrl+c ends it.")
