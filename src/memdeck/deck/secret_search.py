"""Secrets that stand in the store already: finding them, and masking them when the person wants that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from memdeck.deck.deep_secrets import deep_findings, prepare_deep_secrets
from memdeck.deck.editing import Editing
from memdeck.deck.guarding import Guard, guard_of, texts_of
from memdeck.memory.entry import Memory
from memdeck.memory.query import MemoryQuery
from memdeck.memory.revision import Action
from memdeck.memory.secrets import SecretLevel, find_secrets

_TOGETHER = 200
"""Entries that are read and looked through at one time."""
_BETWEEN = "\n\x00\n"


@dataclass(frozen=True, slots=True)
class SecretHolder:
    """An entry that holds what looks like a secret. Never the value."""

    id: str
    owner: str
    name: str
    kinds: tuple[str, ...]
    """What was found, each kind once."""
    removed: bool


class SecretSearch(Editing):
    """Old entries and their secrets."""

    def secret_kinds(self, memory: Memory) -> tuple[str, ...]:
        """Return the kinds of secrets in an entry, each once; nothing when looking is switched off."""
        guard = guard_of(self.settings)
        return tuple(dict.fromkeys(guard.kinds(memory))) if guard is not None else ()

    def secret_holders(self) -> list[SecretHolder]:
        """Return every live or removed entry that holds a secret; reads all of them once."""
        guard = guard_of(self.settings)
        if guard is None:
            return []
        prepare_deep_secrets(wait=True)
        level = SecretLevel(self.settings.secrets.level)
        return [
            SecretHolder(memory.id, memory.owner, memory.name, kinds, memory.deleted_at is not None)
            for memories in self._portions()
            if find_secrets(
                _BETWEEN.join(text for memory in memories for text in texts_of(memory)), level, deep_findings
            )
            for memory in memories
            if (kinds := tuple(dict.fromkeys(guard.kinds(memory))))
        ]

    def mask_secrets(self, refs: Iterable[str], *, reason: str = "mask secrets") -> list[Memory]:
        """Mask the secrets of entries, all or none, in one action; undo brings the values back.

        The history keeps the old text until the entry is purged. Entries without a secret stay as they are.
        """
        guard = guard_of(self.settings) or Guard(SecretLevel.BALANCED)
        ids = [self.get_any(ref).id for ref in refs]
        with self._batch(reason) as batch:
            changed = []
            for id_ in ids:
                before = batch.current(id_)
                after = guard.entry(before)
                if after != before:
                    after = replace(after, updated_at=batch.moment)
                    changed.append(batch.replace(before, after, Action.EDIT))
            return changed

    def _portions(self) -> Iterator[Sequence[Memory]]:
        for deleted in (False, True):
            ids = [row.id for rows in self.scan(MemoryQuery(deleted=deleted)) for row in rows]
            for start in range(0, len(ids), _TOGETHER):
                yield self.page(ids[start : start + _TOGETHER])
