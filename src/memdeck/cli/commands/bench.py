"""`memdeck bench`: hands over to the benches, which have options of their own."""

from __future__ import annotations

from importlib import import_module

import click

from memdeck.cli.deck_command import HELP_NAMES


@click.command("bench", context_settings={**HELP_NAMES, "ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> int:
    """Measure start, list, search and retrieval on stores of several sizes.

    \b
    --json          print one JSON object instead of tables
    --sizes N,…     entries (1000,10000,100000)
    --only PART,…   start, list, search, retrieval, commands
    --runs N        rounds of whole processes (9)

    The stores are made at the first run, which takes minutes, and kept in the cache folder. Ends with 1
    when a target was missed.
    """
    code: int = import_module("memdeck.bench.run").main(list(arguments))
    return code
