"""`memdeck add`: a new memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from memdeck.cli import narration, person
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.document import EMPTY_DOCUMENT, fields_from
from memdeck.cli.drafting import in_editor
from memdeck.cli.incoming import content_from
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.listing import title_of
from memdeck.cli.options import field_options, file_option, given, json_option, owner_completion
from memdeck.cli.records import whole
from memdeck.cli.secret_warning import mask_option, masked_fields, warn_of_secrets
from memdeck.cli.surroundings import here
from memdeck.memory.entry import Memory
from memdeck.memory.errors import InvalidField


@click.command("add", cls=DeckCommand)
@click.argument("title", required=False)
@click.argument("content", required=False)
@click.option("--title", "title_option", metavar="TEXT", help="The title, instead of TITLE.")
@click.option("--content", "content_option", metavar="TEXT", help="The content; '-' reads stdin.")
@file_option
@click.option("--name", metavar="NAME", help="File name for assistants; default: made from the title.")
@click.option(
    "--owner", metavar="OWNER", shell_complete=owner_completion, help="Who it belongs to; default: user:me."
)
@field_options
@mask_option
@json_option
@pass_invocation
def command(
    invocation: Invocation,
    /,
    title: str | None,
    content: str | None,
    title_option: str | None,
    content_option: str | None,
    file: Path | None,
    mask: bool,
    as_json: bool,
    **fields: Any,
) -> None:
    """Add a memory and print its name.

    TITLE is one line; CONTENT is markdown, '-' reads it from stdin. Without both, $EDITOR opens.
    """
    title, content = _one("title", title, title_option), _one("content", content, content_option)
    content = content_from(content, file)
    entry = given(fields)
    with invocation.deck() as deck:

        def add(**more: Any) -> Memory:
            given_now = {**entry, **more}
            return deck.add(**(masked_fields(given_now, deck) if mask else given_now))

        if title is None and content is None:
            if not person.answers():
                raise InvalidField("title", "is required.", "Write: memdeck add TITLE CONTENT")
            memory = in_editor(
                EMPTY_DOCUMENT, lambda text: add(**fields_from(text.rstrip() + "\n")), deck.home
            )
        else:
            memory = add(title=title or "", content=content or "")
        if memory is not None:
            warn_of_secrets(deck, memory)
            if (folder := here()) is not None:
                deck.claim_project(memory.owner, folder)
            deck.make_ready_beside()  # the first prompt on this machine should not wait for it
    if memory is None:
        narration.say("Nothing was added.")
        return
    narration.say(f"Added {title_of(memory)}.")
    if as_json:
        print_json(whole(memory))
    else:
        click.echo(memory.name)


def _one(field: str, argument: str | None, option: str | None) -> str | None:
    if argument is not None and option is not None:
        raise InvalidField(field, "was given twice.", f"Give {field.upper()} or --{field}, not both.")
    return argument if option is None else option
