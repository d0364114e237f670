"""`memdeck bench`: hands over to the benches, which have options of their own."""

from __future__ import annotations

from importlib import import_module

import click

from memdeck.cli.deck_command import HELP_NAMES


@click.command("bench", context_settings={**HELP_NAMES, "ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> int:
    """Measure start, list, search and retrieval on stores of several sizes."""
    code: int = import_module("memdeck.bench.run").main(list(arguments))
    return code
