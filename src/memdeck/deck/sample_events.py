"""What happened in the sample store, read from `fixtures/memories/*.yaml` (form: `fixtures/README.md`).

Ages in the files count back from an anchor, so that a demo looks as if it had been used until just now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

from memdeck.memory.author import Author
from memdeck.memory.entry import Source
from memdeck.memory.errors import SettingsError
from memdeck.memory.kinds import Writer
from memdeck.memory.revision import Action

Fields = dict[str, object]
"""Fields of an entry as an edit or an addition takes them."""

_UNITS = {"m": "minutes", "h": "hours", "d": "days"}
_AGE = re.compile(r"(\d+)([mhd])")
_AGES = ("valid_from", "valid_to")
_NOT_FIELDS = frozenset(
    {"ago", "by", "conversation", "file", "reason", "earlier", "updated", "uses", "used", "deleted"}
)
_LABELS = {
    Writer.PERSON: "you",
    Writer.ASSISTANT: "claude-code",
    Writer.EXTRACTION: "extraction",
    Writer.IMPORT: "import ~/notes",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleEvent:
    """One addition, edit or removal, with the moment at which it seems to have been made."""

    at: datetime
    action: Action
    owner: str
    name: str
    author: Author
    reason: str = ""
    fields: Fields


@dataclass(frozen=True, slots=True)
class SampleUse:
    """How often an entry seems to have reached a prompt."""

    owner: str
    name: str
    count: int
    last: datetime


def sample_events(folder: Path, anchor: datetime) -> list[SampleEvent]:
    """Return everything that happened before `anchor`, oldest first."""
    events = [event for owner, entry in _entries(folder) for event in _events_of(owner, entry, anchor)]
    return sorted(events, key=lambda event: (event.at, event.action is not Action.ADD))


def sample_uses(folder: Path, anchor: datetime) -> list[SampleUse]:
    """Return how often each entry was used."""
    return [
        SampleUse(
            owner, str(entry["name"]), int(str(entry["uses"])), anchor - age_of(entry.get("used", "0m"))
        )
        for owner, entry in _entries(folder)
        if entry.get("uses")
    ]


def _entries(folder: Path) -> Iterator[tuple[str, Fields]]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for path in sorted(folder.glob("*.yaml")):
        page = yaml.load(path.read_bytes(), loader)  # noqa: S506  (both are safe loaders)
        for section in page.get("sections", [page]):
            for entry in (*section["memories"], *section.get("deleted", ())):
                yield section["owner"], entry


def _events_of(owner: str, entry: Fields, anchor: datetime) -> Iterator[SampleEvent]:
    earlier = cast("list[Fields]", entry.get("earlier", []))
    final = {"ago": entry["updated"], **{key: entry[key] for key in entry if key != "earlier"}}
    for number, state in enumerate((*earlier, final)):
        merged = final | {"by": "person", "reason": ""} | state
        author = _author(merged)
        yield SampleEvent(
            at=anchor - age_of(state["ago"]),
            action=Action.EDIT if number else Action.ADD,
            owner=owner,
            name=str(entry["name"]),
            author=author,
            reason=str(merged["reason"]),
            fields=_fields(merged, author.writer, anchor),
        )
    if "deleted" in entry:
        at = anchor - age_of(entry["deleted"])
        yield SampleEvent(
            at=at, action=Action.REMOVE, owner=owner, name=str(entry["name"]), author=Author(), fields={}
        )


def _author(state: Mapping[str, object]) -> Author:
    writer = Writer(str(state["by"]))
    return Author(writer, _LABELS[writer])


def _fields(state: Fields, writer: Writer, anchor: datetime) -> Fields:
    fields = {key: value for key, value in state.items() if key not in _NOT_FIELDS}
    for key in _AGES:
        if fields.get(key) is not None:
            fields[key] = anchor - age_of(fields[key])
    conversation, file = state.get("conversation"), state.get("file")
    fields["source"] = Source(
        writer, str(conversation) if conversation else None, str(file) if file else None
    )
    return fields


def age_of(text: object) -> timedelta:
    """Return the time that `4m`, `3h` or `28d` stands for; raise SettingsError for anything else."""
    match = _AGE.fullmatch(str(text))
    if match is None:
        raise SettingsError(
            f"The sample age {text!r} is not a number and m, h or d.", "Write for example 3h."
        )
    return timedelta(**{_UNITS[match[2]]: int(match[1])})
