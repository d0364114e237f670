"""Options and arguments that several commands share, with their completion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from memdeck.cli.moments import Moment
from memdeck.memory.kinds import Importance, MemoryType, Status

_Function = TypeVar("_Function", bound=Callable[..., Any])

TYPE = click.Choice([kind.value for kind in MemoryType], case_sensitive=False)
STATUS = click.Choice([status.value for status in Status], case_sensitive=False)
IMPORTANCE = click.Choice([each.value for each in Importance], case_sensitive=False)


def name_completion(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    """Complete the names in the store; removed ones for commands that bring something back."""
    from memdeck.cli.completing import names

    return names(context, incomplete, deleted=context.info_name == "restore")


def owner_completion(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    """Complete the owners in the store."""
    from memdeck.cli.completing import owners

    return owners(context, incomplete)


name_argument = click.argument("name", shell_complete=name_completion)
names_argument = click.argument(
    "names", nargs=-1, required=True, metavar="NAME...", shell_complete=name_completion
)
owner_option = click.option(
    "--owner", metavar="OWNER", shell_complete=owner_completion, help="The owner, when a name is not unique."
)
owners_option = click.option(
    "--owner",
    "owners",
    multiple=True,
    metavar="OWNER",
    shell_complete=owner_completion,
    help="Only this owner; may be repeated.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
version_option = click.option(
    "--if-version",
    "version",
    type=click.IntRange(1),
    metavar="N",
    help="Refuse when the memory is no longer at this version.",
)
file_option = click.option(
    "--file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Read the content from a file.",
)
reason_option = click.option("--reason", default="", metavar="TEXT", help="Why, for the history.")


def field_options(function: _Function) -> _Function:
    """The fields that `add` and `edit` take alike."""
    options = (
        click.option("--description", metavar="TEXT", help="One line under the title."),
        click.option("--type", "type", type=TYPE, help="What it holds; a new one is PROJECT."),
        click.option("--status", type=STATUS, help="Where it stands; the last three are for TODO."),
        click.option("--importance", type=IMPORTANCE, help="How much it weighs."),
        click.option("--confidence", type=float, metavar="0..1", help="How sure it is."),
        click.option("--tag", "tags", multiple=True, metavar="WORD", help="A tag; may be repeated."),
        click.option("--valid-from", type=Moment(), help="Not used before this day or time."),
        click.option("--valid-to", type=Moment(), help="Not used after it."),
        click.option("--expires-at", type=Moment(), help="Archived after it."),
        reason_option,
    )
    for option in reversed(options):
        function = option(function)
    return function


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that stand on the command line; an empty text counts, it empties a field."""
    return {field: value for field, value in fields.items() if value is not None and value != ()}
