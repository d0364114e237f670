"""What the shell completes from the store. A store that can't be read completes nothing, in silence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from memdeck.cli.invocation import Invocation
from memdeck.memory.errors import MemdeckError
from memdeck.memory.query import MemoryQuery

if TYPE_CHECKING:
    from memdeck.deck import Deck

_MOST = 200
"""More than a shell shows; keeps completion quick on large stores."""


def names(context: click.Context, incomplete: str, *, deleted: bool = False) -> list[CompletionItem]:
    """Return the names that begin with what was typed, in list order."""
    found: dict[str, None] = {}
    for deck in _quietly(context):
        for batch in deck.scan(MemoryQuery(deleted=deleted)):
            for row in batch:
                name = row.head.rpartition("\n")[2]  # names are their own searchable form
                if name.startswith(incomplete):
                    found[name] = None
            if len(found) >= _MOST:
                break
    return [CompletionItem(name) for name in list(found)[:_MOST]]


def owners(context: click.Context, incomplete: str) -> list[CompletionItem]:
    """Return the owners that begin with what was typed."""
    return [
        CompletionItem(owner)
        for deck in _quietly(context)
        for owner in sorted(deck.facets().owners)
        if owner.startswith(incomplete)
    ]


def _quietly(context: click.Context) -> Iterator[Deck]:
    from memdeck.deck import Deck
    from memdeck.settings import load_settings

    invocation = context.find_object(Invocation) or Invocation()
    try:
        with Deck.open(invocation.home, load_settings(invocation.config), read_only=True) as deck:
            yield deck
    except (MemdeckError, OSError):
        return
