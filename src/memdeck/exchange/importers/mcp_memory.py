"""`memory.jsonl` of the MCP reference memory server: entities with observations, and relations between them.

An entity becomes one entry; its relations are lines of it, and kept in `extra` for the way back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from memdeck.exchange.importers.harvest import Harvest, Record, SourceReading
from memdeck.exchange.importers.json_records import Mapped, json_lines, mapping, text_in, texts_in
from memdeck.exchange.importers.titles import title_of, words_of
from memdeck.exchange.memory_jsonl import ENTITY_NAME, SUPERSEDED
from memdeck.exchange.problem import FileFault
from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import MemoryType
from memdeck.memory.naming import check_name

_PEOPLE = frozenset({"person", "user", "people", "human", "me", "preference", "preferences"})
_OWN_TYPES = {kind.value.casefold(): kind for kind in MemoryType}


@dataclass(slots=True)
class _Entity:
    line: int
    kind: str
    observations: list[str]
    relations: list[tuple[str, str]] = field(default_factory=list)


def read_mcp_memory(path: Path) -> SourceReading:
    """Read such a file; the older `memory.json` holds the same lines."""
    lines, modified = json_lines(path)
    harvest = Harvest(path.parent, modified)
    entities: dict[str, _Entity] = {}
    relations: list[tuple[int, str, str, str]] = []
    for number, value in lines:
        record = mapping(value)
        if isinstance(value, FileFault):
            harvest.caught(path.name, value)
        elif record is None or not _take(record, number, entities, relations):
            harvest.fault(path.name, "is neither an entity with a name nor a relation.", number)
    for number, start, word, end in relations:
        if start in entities:
            entities[start].relations.append((word, end))
        else:
            harvest.skip(path.name, "is a relation of something that has no entity.", number)
    for name, entity in entities.items():
        if not entity.observations and all(word == SUPERSEDED for word, _ in entity.relations):
            harvest.skip(path.name, "is an entity that says nothing.", entity.line)
            continue
        harvest.add(path.name, name, _record(name, entity), line=entity.line)
    return SourceReading(harvest.reading())


def _take(
    record: Mapped, number: int, entities: dict[str, _Entity], relations: list[tuple[int, str, str, str]]
) -> bool:
    if record.get("type") == "relation":
        start, word, end = (text_in(record, key) for key in ("from", "relationType", "to"))
        relations.append((number, start, word, end))
        return bool(start and word and end)
    name = text_in(record, "name")
    if record.get("type") != "entity" or not name:
        return False
    observations = texts_in(record, "observations")
    if name in entities:
        known = entities[name].observations
        known += [text for text in observations if text not in known]
    else:
        entities[name] = _Entity(number, text_in(record, "entityType"), observations)
    return True


def _record(name: str, entity: _Entity) -> Record:
    told = [f"{word} → {end}" for word, end in entity.relations if word != SUPERSEDED]
    lines = entity.observations + told
    content = lines[0] if len(lines) == 1 else "\n".join("- " + line.replace("\n", "\n  ") for line in lines)
    folded = entity.kind.casefold()
    kind = _OWN_TYPES.get(folded, MemoryType.USER if folded in _PEOPLE else MemoryType.PROJECT)
    extra: dict[str, object] = {"entityType": entity.kind} if entity.kind else {}
    if not _allowed(name):
        extra[ENTITY_NAME] = name
    if entity.relations:
        extra["relations"] = [{"to": end, "relationType": word} for word, end in entity.relations]
    return Record(
        content=content,
        title=title_of(words_of(name) if _allowed(name) else name),
        type=kind,
        tags=[entity.kind] if entity.kind and folded not in _OWN_TYPES else (),
        name=name if _allowed(name) else "",
        extra=extra,
    )


def _allowed(name: str) -> bool:
    try:
        check_name(name)
    except InvalidField:
        return False
    return True
