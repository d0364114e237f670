"""`memdeck completion`: the script that a shell needs."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from memdeck.cli.deck_command import DeckCommand

SHELLS = ("bash", "zsh", "fish")
_SET_UP = {
    "bash": 'eval "$(memdeck completion bash)"    in ~/.bashrc',
    "zsh": 'eval "$(memdeck completion zsh)"    in ~/.zshrc, after compinit',
    "fish": "memdeck completion fish > ~/.config/fish/completions/memdeck.fish",
}


@click.command("completion", cls=DeckCommand, epilog="Set up: " + "; ".join(_SET_UP.values()))
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the completion script of SHELL: commands, options, names and owners in the store."""
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - click has all three
    completion = kind(context.find_root().command, {}, "memdeck", "_MEMDECK_COMPLETE")
    click.echo(completion.source_template % completion.source_vars())
