"""What saving a form does to the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memdeck.memory.entry import Memory
from memdeck.tui.form_values import FormValues, split_tags

if TYPE_CHECKING:
    from memdeck.deck import Deck


@dataclass(frozen=True, slots=True)
class Saving:
    """One form to save."""

    deck: Deck
    memory: Memory | None
    """The entry to change; None adds a new one."""
    base: FormValues
    """What the changes are counted from."""
    values: FormValues
    version: int | None
    """The version the changes were made from."""

    def write(self) -> Memory:
        """Write the changes and return the entry as it stands then. Runs in a thread."""
        if self.memory is not None:
            changes: dict[str, Any] = self.values.changes(self.base)
            return self.deck.edit(self.memory.id, version=self.version, **changes)
        values = self.values
        return self.deck.add(
            values.title,
            values.content,
            description=values.description,
            type=values.type,
            owner=values.owner,
            name=values.name or None,
            status=values.status,
            importance=values.importance,
            tags=split_tags(values.tags),
        )
