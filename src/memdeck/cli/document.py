"""An entry as the text that `$EDITOR` opens: `field: value` lines, a fence, the content as it is.

The value is everything after the first colon and blank, so no quoting is needed and nothing of an
entry's text can be taken for another field.
"""

from __future__ import annotations

from typing import Any

from memdeck.memory.entry import Memory
from memdeck.memory.errors import InvalidField

_FENCE = "---"
_FIELDS = ("title", "description", "type", "status", "importance", "owner", "tags")

EMPTY_DOCUMENT = f"title: \ndescription: \ntype: PROJECT\nowner: user:me\ntags: \n{_FENCE}\n"
"""What `memdeck add` opens."""


def document(memory: Memory) -> str:
    """Return the text to edit."""
    values = {
        "title": memory.title,
        "description": memory.description,
        "type": memory.type,
        "status": memory.status,
        "importance": memory.importance,
        "owner": memory.owner,
        "tags": ", ".join(memory.tags),
    }
    head = "".join(f"{field}: {values[field]}\n" for field in _FIELDS)
    return f"{head}{_FENCE}\n{memory.content}"


def fields_from(text: str) -> dict[str, Any]:
    """Read the fields back; raise InvalidField naming the line that can't be read."""
    head, fence, content = text.partition(f"\n{_FENCE}\n")
    if not fence:
        head, fence, content = text.replace("\r\n", "\n").partition(f"\n{_FENCE}\n")
    if not fence:
        raise InvalidField("content", f"the line {_FENCE!r} above it is missing.", "Put it back.")
    fields: dict[str, Any] = {"content": content}
    for number, line in enumerate(head.split("\n"), 1):
        name, colon, value = line.partition(":")
        name = name.strip().casefold()
        if not line.strip():
            continue
        if not colon or name not in _FIELDS:
            raise InvalidField(f"line {number}", "is not a field.", "Use " + ", ".join(_FIELDS) + ".")
        fields[name] = value.strip()
    if "tags" in fields:
        fields["tags"] = tuple(tag.strip() for tag in fields["tags"].split(",") if tag.strip())
    return fields
