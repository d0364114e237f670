"""What a form holds: an entry's fields as text, and how they become changes to the entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import Importance, MemoryType, Status, default_status
from memdeck.memory.owner import ME
from memdeck.tui.merge import merged


@dataclass(frozen=True, slots=True, kw_only=True)
class FormValues:
    """The fields of the form, exactly as they are kept (symbols already turned back)."""

    name: str = ""
    title: str = ""
    description: str = ""
    type: str = MemoryType.PROJECT
    owner: str = ME
    status: str = Status.ACTIVE
    importance: str = Importance.NORMAL
    tags: str = ""
    """Separated by commas."""
    content: str = ""

    @classmethod
    def of(cls, memory: Memory) -> FormValues:
        """Return what the form shows for `memory`."""
        return cls(
            name=memory.name,
            title=memory.title,
            description=memory.description,
            type=memory.type.value,
            owner=memory.owner,
            status=memory.status.value,
            importance=memory.importance.value,
            tags=", ".join(memory.tags),
            content=memory.content,
        )

    @classmethod
    def new(cls, owner: str = ME, kind: MemoryType = MemoryType.PROJECT) -> FormValues:
        """Return an empty form for an entry of that owner and type."""
        return cls(owner=owner, type=kind.value, status=default_status(kind).value)

    @classmethod
    def from_mapping(cls, stored: Mapping[str, object]) -> FormValues:
        """Read what `as_mapping` gave; unknown keys are ignored, missing or wrong ones are empty."""
        known = {field.name for field in fields(cls)}
        return cls(**{key: text for key, text in stored.items() if key in known and isinstance(text, str)})

    def as_mapping(self) -> dict[str, str]:
        """Return the fields by name."""
        return {key: str(text) for key, text in asdict(self).items()}

    def changes(self, original: FormValues) -> dict[str, object]:
        """Return the fields that differ from `original`, in the form in which `Deck.edit` takes them."""
        mine, before = self.as_mapping(), original.as_mapping()
        changed: dict[str, object] = {
            key: text for key, text in mine.items() if text != before[key] and key != "name"
        }
        if "tags" in changed:
            changed["tags"] = split_tags(self.tags)
        return changed


def split_tags(text: str) -> tuple[str, ...]:
    """Read tags separated by commas (also the full-width ones)."""
    return tuple(tag for tag in (part.strip() for part in text.replace("，", ",").split(",")) if tag)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two people's changes to one entry in one form, for a person to look at before saving."""

    values: FormValues
    clashing: tuple[str, ...]
    """Fields that both changed differently: one-line fields hold mine, the content both between marks."""


def three_way(base: FormValues, mine: FormValues, theirs: FormValues) -> Suggestion:
    """Take each side's changes field by field, the content line by line."""
    joined: dict[str, str] = {}
    clashing = []
    old, ours, others = base.as_mapping(), mine.as_mapping(), theirs.as_mapping()
    for field, text in ours.items():
        if field == "content":
            outcome = merged(old[field], text, others[field])
            joined[field] = outcome.text
            if not outcome.clean:
                clashing.append(field)
            continue
        joined[field] = others[field] if text == old[field] else text
        if text != old[field] and others[field] not in (old[field], text):
            clashing.append(field)
    return Suggestion(replace(mine, **joined), tuple(clashing))
