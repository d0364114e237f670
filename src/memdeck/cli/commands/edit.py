"""`memdeck edit`: change a memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from memdeck.cli import narration, person
from memdeck.cli.deck_command import DeckCommand, pass_invocation
from memdeck.cli.document import document, fields_from
from memdeck.cli.drafting import in_editor
from memdeck.cli.incoming import content_from
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.listing import title_of
from memdeck.cli.options import (
    field_options,
    file_option,
    given,
    json_option,
    name_argument,
    owner_completion,
    owner_option,
    version_option,
)
from memdeck.cli.records import whole
from memdeck.cli.secret_warning import mask_option, masked_fields, warn_of_secrets
from memdeck.memory.entry import Memory
from memdeck.memory.errors import InvalidField


@click.command("edit", cls=DeckCommand)
@name_argument
@owner_option
@click.option("--title", metavar="TEXT", help="One line.")
@click.option("--content", metavar="TEXT", help="The content; '-' reads stdin.")
@file_option
@click.option("--new-owner", metavar="OWNER", shell_complete=owner_completion, help="Move it to this owner.")
@field_options
@click.option("--no-tags", is_flag=True, help="Take all tags away.")
@mask_option
@version_option
@json_option
@pass_invocation
def command(
    invocation: Invocation,
    /,
    name: str,
    owner: str | None,
    new_owner: str | None,
    file: Path | None,
    no_tags: bool,
    mask: bool,
    reason: str,
    version: int | None,
    as_json: bool,
    **fields: Any,
) -> None:
    """Change the memory NAME.

    Without options for fields $EDITOR opens with the whole memory; --mask alone masks the secrets that stand
    in it. Its name changes by 'memdeck rename'.
    """
    fields["content"] = content_from(fields["content"], file)
    changes = given({**fields, "owner": new_owner})
    if no_tags:
        changes["tags"] = ()
    with invocation.deck() as deck:
        before = deck.get(name, owner=owner)
        if mask and not changes:
            changes = _texts_of(before)
        if mask:
            changes = masked_fields(changes, deck)
        if changes:
            after: Memory | None = deck.edit(before.id, version=version, reason=reason, **changes)
        elif person.answers():

            def save(text: str) -> Memory:
                expected = version or before.version
                return deck.edit(before.id, version=expected, reason=reason, **fields_from(text))

            after = in_editor(document(before), save, deck.home)
        else:
            raise InvalidField("edit", "nothing to change was given.", "Give --title, --content or the like.")
        if after is not None and after.version != before.version:
            warn_of_secrets(deck, after)
    if after is None or after.version == before.version:
        narration.say("Nothing was changed.")
    else:
        narration.say(f"Changed {title_of(after)}. 'memdeck undo' takes it back.")
    if as_json:
        print_json(whole(after or before))


def _texts_of(memory: Memory) -> dict[str, Any]:
    from memdeck.deck.guarding import GUARDED_FIELDS

    return {field: getattr(memory, field) for field in GUARDED_FIELDS}
