"""Letta agent files (`.af`): the blocks that an agent kept. What it knows of its user is USER."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from memdeck.exchange.importers.harvest import Harvest, Record, SourceReading
from memdeck.exchange.importers.json_records import Mapped, mapping, objects, read_json, text_in, texts_in
from memdeck.exchange.importers.owners import integration_owner
from memdeck.exchange.importers.titles import words_of
from memdeck.memory.kinds import MemoryType

_OF_THE_USER = frozenset({"human", "user"})


def is_agent_file(value: object) -> bool:
    """Tell whether a JSON value is an agent file, of the present form or the older one."""
    found = mapping(value)
    return found is not None and (("agents" in found and "blocks" in found) or "core_memory" in found)


def read_letta(path: Path) -> SourceReading:
    """Read an agent file. Blocks about the user are the person's; the agent's own belong to the agent."""
    value, modified = read_json(path)
    harvest = Harvest(path.parent, modified)
    file = mapping(value) or {}
    first = next(filter(None, map(mapping, objects(file.get("agents")))), file)
    agent = text_in(first, "name") or path.stem
    for number, block in enumerate(_blocks(file), start=1):
        if block is None:
            harvest.fault(path.name, f"block {number} is no object.")
            continue
        label = text_in(block, "label") or f"block {number}"
        if not text_in(block, "value"):
            harvest.skip(path.name, f"block {number} is empty.")
            continue
        human = label.casefold() in _OF_THE_USER
        record = Record(
            content=text_in(block, "value"),
            title=f"{words_of(label)} ({agent})",
            description=text_in(block, "description"),
            type=MemoryType.USER if human else MemoryType.PROJECT,
            tags=texts_in(block, "tags"),
            owner=None if human else integration_owner(agent),
        )
        harvest.add(path.name, text_in(block, "id") or label, record)
    return SourceReading(harvest.reading())


def _blocks(file: Mapped) -> Iterator[Mapped | None]:
    for item in objects(file.get("blocks")) or objects(file.get("core_memory")):
        yield mapping(item)
