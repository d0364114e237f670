"""From an entry to the text of its file: the form of Claude Code, and the form of ByteChef."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum

from memdeck.exchange import own_keys
from memdeck.exchange.extra_keys import default_link, sorted_extra
from memdeck.exchange.header import needs_quotes
from memdeck.exchange.moments import written_moment
from memdeck.exchange.outside_type import outside_type
from memdeck.exchange.safe_file import file_stem
from memdeck.exchange.yaml_text import flow, is_bare_word, key_text, quoted
from memdeck.memory.entry import Memory
from memdeck.memory.errors import InvalidField


class FolderFormat(StrEnum):
    """The forms a folder can be written in."""

    CLAUDE_CODE = "claude-code"
    """Everything an entry is, in a header that Claude Code reads; importing it gives the same entry."""
    BYTECHEF = "bytechef"
    """Title, description, type in upper case and text; the rest of an entry is not in the files.

    A type, or a name, that files can't hold stands in a line of Memdeck's own.
    """


def folder_format(text: str) -> FolderFormat:
    """Read a format's name; raise InvalidField listing them."""
    try:
        return FolderFormat(text.strip().casefold().replace("_", "-"))
    except ValueError:
        known = " or ".join(FolderFormat)
        raise InvalidField("format", f"{text!r} is unknown.", f"Use {known}.") from None


def entry_text(memory: Memory, form: FolderFormat) -> str:
    """Return the whole text of an entry's file."""
    lines = _bytechef_header(memory) if form is FolderFormat.BYTECHEF else _claude_header(memory)
    return "\n".join(["---", *lines, "---", "", memory.content, ""])


def entry_file(memory: Memory) -> str:
    """Return the name of an entry's file."""
    return f"{file_stem(memory.name)}.md"


def _claude_header(memory: Memory) -> list[str]:
    extra = sorted_extra(memory)
    link = (
        extra.name
        if extra.name == default_link(memory.name) and _is_kebab(extra.name)
        else quoted(extra.name)
    )
    lines = [f"name: {link}", f"description: {quoted(memory.description)}", f"title: {quoted(memory.title)}"]
    if memory.tags:
        lines.append(f"tags: {flow(memory.tags)}")
    for key, value in extra.top.items():
        lines.append(f"{key_text(key)}: {flow(value)}")
    lines.append("metadata: ")
    kind = extra.type if is_bare_word(extra.type) else quoted(extra.type)
    metadata: dict[str, object] = dict(extra.metadata)
    node_type = metadata.pop("node_type", "memory")
    lines += [f"  node_type: {node_type if node_type == 'memory' else flow(node_type)}", f"  type: {kind}"]
    if memory.source.conversation is not None:
        lines.append(f"  originSessionId: {quoted(memory.source.conversation)}")
    lines.append(f"  modified: {quoted(written_moment(memory.updated_at))}")
    lines += [f"  {key_text(key)}: {flow(value)}" for key, value in metadata.items()]
    return lines + [
        f"  {own_keys.PREFIX}{key}: {quoted(value)}" for key, value in _own(memory, extra.rest).items()
    ]


def _own(memory: Memory, rest: Mapping[str, object]) -> dict[str, str]:
    own = own_keys.written(memory)
    if file_stem(memory.name) != memory.name:
        own[own_keys.NAME] = memory.name
    if rest:
        own[own_keys.EXTRA] = json.dumps(rest, sort_keys=True)
    return own


def _bytechef_header(memory: Memory) -> list[str]:
    lines = [f"title: {_plain(memory.title)}"]
    if memory.description:
        lines.append(f"description: {_plain(memory.description)}")
    kind = outside_type(memory.type)
    lines.append(f"type: {kind.value}")
    if kind is not memory.type:
        lines.append(f"{own_keys.PREFIX}{own_keys.TYPE}: {memory.type.value}")
    if file_stem(memory.name) != memory.name:
        lines.append(f"{own_keys.PREFIX}{own_keys.NAME}: {memory.name}")
    return lines


def _plain(text: str) -> str:
    return quoted(text) if needs_quotes(text) else text


def _is_kebab(text: str) -> bool:
    """Tell whether a link name can stand without quotes: it starts with a letter and holds a dash."""
    return "-" in text and text[0].isalpha() and not text.endswith("-")
