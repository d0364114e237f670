"""What a person is told who saves something that looks like a secret. The value is never shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from memdeck.cli import narration

if TYPE_CHECKING:
    from memdeck.deck import Deck
    from memdeck.memory.entry import Memory

mask_option = click.option("--mask", is_flag=True, help="Mask what looks like a secret before it is saved.")


def masked_fields(fields: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    """Return fields as they are to be saved with --mask."""
    from memdeck.deck.guarding import GUARDED_FIELDS, Guard
    from memdeck.memory.secrets import SecretLevel

    level = SecretLevel(deck.settings.secrets.level)
    guard = Guard(SecretLevel.BALANCED if level is SecretLevel.OFF else level)
    return {
        field: guard.value(value) if field in GUARDED_FIELDS else value for field, value in fields.items()
    }


def warn_of_secrets(deck: Deck, memory: Memory) -> None:
    """Tell that a saved entry looks as if it held a secret, and how to mask it."""
    kinds = deck.secret_kinds(memory)
    if kinds:
        narration.complain(
            f"{memory.name!r} holds what looks like a secret ({', '.join(kinds)}). It was saved as you wrote "
            f"it; 'memdeck edit {memory.name} --mask' masks it."
        )
