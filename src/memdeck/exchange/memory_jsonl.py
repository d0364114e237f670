"""`memory.jsonl`, as the MCP reference memory server keeps it: one entity an entry, and their relations."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from memdeck.exchange.importers.json_records import lines_of, mapping, texts_in
from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError

ENTITY_NAME = "entityName"
"""The key of `extra` that keeps an entity's own name, which may be none of ours."""
SUPERSEDED = "superseded_by"
"""The relation that stands for an entry's `superseded_by`."""


def graph_text(memories: Sequence[Memory]) -> str:
    """Return entries as lines: entities first, as the server itself writes them."""
    ordered = sorted(memories, key=lambda memory: (memory.owner, memory.name))
    names = _names(ordered)
    entities, relations = [], []
    for memory in ordered:
        own = _relations(memory)
        entities.append(
            {
                "type": "entity",
                "name": names[memory.id],
                "entityType": str(memory.extra.get("entityType") or memory.type.value.lower()),
                "observations": _observations(memory, own),
            }
        )
        relations += [{"type": "relation", "from": names[memory.id], **relation} for relation in own]
        if memory.superseded_by in names:
            relations.append(_relation(names[memory.id], names[memory.superseded_by], SUPERSEDED))
    lines = [json.dumps(record, ensure_ascii=False) for record in (*entities, *relations)]
    return "".join(line + "\n" for line in dict.fromkeys(lines))


def check_covered(present: bytes, wanted: str, once: Callable[[str], Sequence[Memory]]) -> None:
    """Raise MemdeckError when a file says something that neither the new text nor the store ever said.

    Args:
        present: what the file holds.
        wanted: what it is to hold.
        once: gives every version that an entry of a name ever had.
    """
    new = _said(wanted.encode())
    missing = set()
    for name, facts in _said(present).items():
        if lacking := facts - new.get(name, set()):
            for memory in once(name):
                relations = _relations(memory)
                lacking -= {*_observations(memory, relations), *map(_words, relations)}
                lacking = {fact for fact in lacking if not fact.startswith(f"{SUPERSEDED} → ")}
        if lacking:
            missing.add(name)
    if missing:
        count = "an entity" if len(missing) == 1 else f"{len(missing):,} entities"
        raise MemdeckError(
            f"The file holds {count} of which this export says less.",
            "Nothing was written. Import it first, or give another file.",
        )


def _said(data: bytes) -> dict[str, set[str]]:
    said: dict[str, set[str]] = {}
    for _, value in lines_of(data):
        record = mapping(value)
        if record is None:
            said.setdefault("", set()).add("a line that can't be read")
        elif record.get("type") == "relation":
            words = _words(record)
            said.setdefault(str(record.get("from")), set()).add(words)
        else:
            said.setdefault(str(record.get("name")), set()).update(texts_in(record, "observations"))
    return said


def _names(memories: Sequence[Memory]) -> dict[str, str]:
    """Give each entry an entity's name; where two owners have one name, the owner is added."""
    wanted = {memory.id: str(memory.extra.get(ENTITY_NAME) or memory.name) for memory in memories}
    often = Counter(wanted.values())
    return {
        memory.id: wanted[memory.id]
        if often[wanted[memory.id]] == 1
        else f"{wanted[memory.id]} ({memory.owner})"
        for memory in memories
    }


def _relations(memory: Memory) -> list[dict[str, str]]:
    kept = memory.extra.get("relations")
    found = kept if isinstance(kept, list) else []
    return [
        {"to": str(item["to"]), "relationType": str(item["relationType"])}
        for item in found
        if isinstance(item, Mapping) and item.get("to") and item.get("relationType")
    ]


def _relation(start: str, end: str, word: str) -> dict[str, str]:
    return {"type": "relation", "from": start, "to": end, "relationType": word}


def _words(relation: Mapping[str, object]) -> str:
    return f"{relation.get('relationType')} → {relation.get('to')}"


def _observations(memory: Memory, relations: Sequence[Mapping[str, str]]) -> list[str]:
    """Return an entry's text as observations: its list items, when it is nothing but a list."""
    items: list[str] = []
    for line in memory.content.strip().split("\n"):
        if line.startswith("- "):
            items.append(line[2:])
        elif items and line.startswith("  "):
            items[-1] += "\n" + line[2:]
        else:
            items = [memory.content.strip()]
            break
    told = set(map(_words, relations))
    return [item for item in items if item not in told]
