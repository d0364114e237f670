"""Keeping secrets out of what is stored without a person looking at it.

Everything that an assistant, an import, an extraction or a sync writes passes a `Guard`, at one place: the
batch that writes it (`store/batch.py`). What a person typed is theirs to decide; they are warned instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from memdeck.deck.deep_secrets import deep_findings
from memdeck.memory.author import Author
from memdeck.memory.entry import Memory
from memdeck.memory.kinds import Writer
from memdeck.memory.rules import checked
from memdeck.memory.secrets import SecretLevel, mask_secrets
from memdeck.settings import Settings

GUARDED_FIELDS = ("title", "description", "content", "tags", "extra")
"""Fields that hold free text."""


class Guard:
    """Masks the secrets of entries, and remembers nothing."""

    def __init__(self, level: SecretLevel) -> None:
        self._level = level

    def words(self, text: str) -> str:
        """Return a text with its secrets masked."""
        return mask_secrets(text, self._level, deep_findings).text

    def entry(self, after: Memory, before: Memory | None = None, *, limited: bool = True) -> Memory:
        """Return an entry with the secrets of its text masked.

        Args:
            after: the entry.
            before: what stands there; text in it is left, for a change that doesn't touch it brings none.
            limited: raise InvalidField when the masks make a text longer than its limit.
        """
        changed: dict[str, object] = {}
        for field in GUARDED_FIELDS:
            value = getattr(after, field)
            if before is not None and value == getattr(before, field):
                continue
            masked = self.value(value)
            if masked != value:
                changed[field] = masked
        if not changed:
            return after
        masked = replace(after, **changed)  # type: ignore[arg-type]
        return checked(masked) if limited else masked

    def kinds(self, memory: Memory) -> tuple[str, ...]:
        """Return the kinds of secrets in an entry, in the order of its fields."""
        return tuple(
            kind for text in texts_of(memory) for kind in mask_secrets(text, self._level, deep_findings).kinds
        )

    def value(self, value: object) -> object:
        """Return a field's value with the secrets of its texts masked."""
        if isinstance(value, str):
            return self.words(value)
        if isinstance(value, Mapping):
            return {key: self.value(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(self.value(item) for item in value)
        return value


def guard_of(settings: Settings) -> Guard | None:
    """Return the guard that the settings ask for; None when it is switched off."""
    level = SecretLevel(settings.secrets.level)
    return None if level is SecretLevel.OFF else Guard(level)


def guard_for(author: Author, settings: Settings) -> Guard | None:
    """Return the guard for what this author writes; a person has none."""
    return None if author.writer is Writer.PERSON else guard_of(settings)


def texts_of(memory: Memory) -> list[str]:
    """Return every text of an entry in which a secret may stand."""
    return [text for field in GUARDED_FIELDS for text in _texts(getattr(memory, field))]


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for item in value.values() for text in _texts(item)]
    if isinstance(value, list | tuple):
        return [text for item in value for text in _texts(item)]
    return []
