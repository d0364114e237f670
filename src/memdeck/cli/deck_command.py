"""The global options, which every command takes too, so that their place does not matter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from memdeck.cli.invocation import Invocation
from memdeck.cli.place import Place

pass_invocation = click.make_pass_decorator(Invocation, ensure=True)
"""Hands the Invocation to a command as its first argument."""
HELP_NAMES = {"help_option_names": ["-h", "--help"]}


def global_options() -> list[click.Parameter]:
    """Return --home, --config and --read-only; what is given later on the line wins."""
    return [
        click.Option(
            ["--home"],
            type=_PlaceOrNone(path_type=Path, file_okay=False),
            metavar="DIR",
            expose_value=False,
            callback=_keep("home"),
            help="Folder of the store (or MEMDECK_HOME).",
        ),
        click.Option(
            ["--config"],
            type=_PlaceOrNone(path_type=Path, dir_okay=False),
            metavar="FILE",
            expose_value=False,
            callback=_keep("config"),
            help="Configuration file (or MEMDECK_CONFIG).",
        ),
        click.Option(
            ["--read-only"],
            is_flag=True,
            expose_value=False,
            callback=_keep("read_only"),
            help="Refuse every change.",
        ),
    ]


class _PlaceOrNone(Place):
    """A path; an empty one (`--home "$UNSET"`) counts as not given, and not as the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(value, param, ctx) if value else None


class DeckCommand(click.Command):
    """A command with the global options and `-h`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("context_settings", HELP_NAMES)
        super().__init__(*args, **kwargs)
        self.params += global_options()


def _keep(field: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    def keep(context: click.Context, _: click.Parameter, value: Any) -> None:
        if value:
            setattr(context.ensure_object(Invocation), field, value)

    return keep
