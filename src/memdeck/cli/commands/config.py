"""`memdeck config`: show, check and start the configuration."""

from __future__ import annotations

from pathlib import Path

import click

from memdeck.cli import narration
from memdeck.cli.deck_command import HELP_NAMES, DeckCommand, global_options, pass_invocation
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import json_option


@click.group("config", context_settings=HELP_NAMES, params=global_options())
def command() -> None:
    """Show, check or start the configuration.

    The user's file is read first, then .memdeck.yaml of the repository, then MEMDECK_… variables;
    docs/configuration.md lists the keys.
    """


@command.command("show", cls=DeckCommand)
@click.argument("key", required=False)
@json_option
@pass_invocation
def show(invocation: Invocation, key: str | None, as_json: bool) -> None:
    """Print the settings in force, or those below KEY, with where each was set."""
    from memdeck.cli.configuration import part_of, settings_text

    settings = invocation.settings()
    part = part_of(settings, key)
    if as_json:
        print_json(part)
    else:
        click.echo(settings_text(settings, part, key or ""))


@command.command("path", cls=DeckCommand)
@click.argument("what", type=click.Choice(["config", "home", "cache", "log", "repository"]), default="config")
@pass_invocation
def path(invocation: Invocation, what: str) -> int | None:
    """Print where something lies: the configuration (default), the home folder, cache, log, or the
    .memdeck.yaml of the repository that this folder is in. It need not exist."""
    from memdeck.settings import places

    if what == "config":
        click.echo(str(invocation.config or places.config_file()))
    elif what == "home":
        click.echo(str(places.home_folder(invocation.home)))
    elif what == "cache":
        click.echo(str(places.cache_folder()))
    elif what == "log":
        click.echo(str(invocation.log()))
    else:
        found = places.repository_file(Path.cwd())
        if found is None:
            narration.say("There is no .memdeck.yaml here.")
            return 4
        click.echo(str(found))
    return None


@command.command("init", cls=DeckCommand)
@pass_invocation
def init(invocation: Invocation) -> None:
    """Write a configuration file with every key commented out, and print its path.

    A file that exists is left alone.
    """
    from memdeck.cli.configuration import write_example
    from memdeck.settings.places import config_file

    file = invocation.config or config_file()
    write_example(file)
    narration.say("Every key is commented out; the defaults hold until you change one.")
    click.echo(str(file))


@command.command("check", cls=DeckCommand)
@pass_invocation
def check(invocation: Invocation) -> None:
    """Check all sources of settings; say what is wrong and where.

    The models must be there and have the dimension of storage.embedding_dim. One at an address is not asked:
    'memdeck doctor' asks it.
    """
    from memdeck.deck.model_check import check_models, check_templates

    settings = invocation.settings()
    check_templates(settings)
    asked = check_models(settings)
    places = sorted(set(settings.origins.values()))
    narration.say("The configuration is right." if places else "Nothing is configured; the defaults hold.")
    for place in places:
        narration.say(f"  from {place}")
    if not asked:
        narration.say("The model lies at an address and was not asked; 'memdeck doctor' asks it.")
