"""The text of an entry's file: as the assistant wrote it, patched where fields changed elsewhere since.

What was written is kept beside the entry (`AS_WRITTEN` in its `extra`): the raw header, the line end that
closed the file, and the fields as they were then. A field that differs now was changed by somebody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memdeck.doors.memory_tool.file_reading import Said
from memdeck.exchange.extra_keys import AS_WRITTEN, default_link
from memdeck.exchange.file_text import of
from memdeck.exchange.header import Header, needs_quotes, read_header, split
from memdeck.exchange.patch import Change, patch_header
from memdeck.exchange.problem import FileFault
from memdeck.exchange.yaml_text import Path, quoted
from memdeck.memory.entry import Memory
from memdeck.memory.kinds import default_status

_FIELDS = ("title", "description", "type", "status")


def written_text(memory: Memory) -> str:
    """Return the text of an entry's file."""
    kept = memory.extra.get(AS_WRITTEN)
    if not isinstance(kept, Mapping):
        return own_header(memory) + memory.content + "\n"
    head, tail = str(kept.get("head", "")), str(kept.get("tail", ""))
    changed = [field for field in _FIELDS if kept.get(field) != str(getattr(memory, field))]
    moved = _other_link(kept.get("link"), memory.name)
    tags = kept.get("tags")
    if isinstance(tags, list) and tags != list(memory.tags):
        changed.append("tags")
    if not changed and moved is None:
        return head + memory.content + tail
    return _patched(head, memory, changed, moved) + memory.content + tail


def kept_form(said: Said, fields: Mapping[str, object], tags: Sequence[str]) -> dict[str, object]:
    """Return what is kept of a file beside its entry.

    Args:
        said: the text that was written.
        fields: title, description, type and status that the entry has from now on.
        tags: its tags.
    """
    form: dict[str, object] = {"head": said.head, "tail": said.tail}
    form.update({field: str(fields[field]) for field in _FIELDS})
    if said.link is not None:
        form["link"] = said.link
    if said.tags:
        form["tags"] = list(tags)
    return form


def own_header(memory: Memory) -> str:
    """Return the header of an entry that no assistant wrote: name, title, description and type."""
    lines = [("name", memory.name), ("title", memory.title), ("type", memory.type.value)]
    if memory.description:
        lines.insert(2, ("description", memory.description))
    if memory.status is default_status(memory.type):
        written = [f"{key}: {quoted(text) if needs_quotes(text) else text}" for key, text in lines]
    else:
        # One more key makes it YAML, where a text may need quotes.
        texts = {"title", "description"}
        written = [f"{key}: {quoted(text) if key in texts else text}" for key, text in lines]
        written.append(f"status: {memory.status.value}")
    return "\n".join(["---", *written, "---", "", ""])


def _patched(head: str, memory: Memory, changed: list[str], link: str | None) -> str:
    if not head.strip("\ufeff"):
        return own_header(memory)
    try:
        file = of(head.removeprefix("\ufeff"))
        header = read_header(file, split(file))
        changes: dict[str | Path, Change] = dict(_change(header, memory, field) for field in changed)
        if link is not None:
            changes["name",] = link
        return patch_header(head, changes)
    except FileFault:  # this header has no place for that value
        return own_header(memory)


def _change(header: Header, memory: Memory, field: str) -> tuple[Path, Change]:
    if field == "tags":
        return ("tags",), list(memory.tags) or None
    value = str(getattr(memory, field))
    if field == "status":
        return ("status",), value if memory.status is not default_status(memory.type) else None
    if field == "type":
        inner = header.values.get("metadata", "")
        path = ("metadata", "type") if isinstance(inner, dict) and "type" in inner else ("type",)
        word = inner.get("type", "") if isinstance(inner, dict) else ""
        word = word or header.values.get("type", "")
        return path, value if isinstance(word, str) and word.isupper() else value.lower()
    return (field,), value or None


def _other_link(kept: object, name: str) -> str | None:
    """Return the header's `name` for a file that was renamed since; None when it still fits."""
    if not isinstance(kept, str) or default_link(kept.removesuffix(".md")) == default_link(name):
        return None
    return default_link(name) if "-" in kept and "_" not in kept else name
