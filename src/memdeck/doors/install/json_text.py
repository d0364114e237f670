"""Changing single values of a JSON text; every other byte stays as it is.

Each function takes the text and returns it changed. New text follows the style around it: indentation, line
ends, and one line where the container stands on one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from memdeck.doors.install.json_parsing import Node, gap_end, parsed, plain

Path = Sequence[str | int]

_INDENT = re.compile(r"^[ \t]+(?=[\"\]}\[{])", re.MULTILINE)
_REMARK = re.compile(r"(,?)([ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/))")
_REST_OF_LINE = re.compile(r"[ \t]*(?://[^\r\n]*)?(?:\r?\n)?[ \t]*")
_USUAL_INDENT = "  "


def found(text: str, path: Path) -> Node | None:
    """Return the value at a path, or None."""
    node: Node | None = parsed(text)
    for part in path:
        if node is None:
            return None
        if isinstance(part, str):
            node = node.members.get(part)
        else:
            node = node.items[part] if part < len(node.items) else None
    return node


def value_at(text: str, path: Path) -> object:
    """Return the value at a path as ordinary values, or None."""
    node = found(text, path)
    return plain(node) if node is not None else None


def with_value(text: str, path: Sequence[str], value: object) -> str:
    """Put a value at a path of keys; objects on the way are made when they are missing."""
    node = found(text, path)
    if node is not None:
        if plain(node) == value:
            return text
        return text[: node.start] + _written(text, value, _indent_at(text, node.start)) + text[node.end :]
    parent, rest = parsed(text), list(path)
    while len(rest) > 1 and rest[0] in parent.members:
        parent = parent.members[rest.pop(0)]
    for key in reversed(rest[1:]):
        value = {key: value}
    return _added(text, parent, value, f"{json.dumps(rest[0], ensure_ascii=False)}: ")


def with_item(text: str, path: Sequence[str], value: object) -> str:
    """Append an item to the list at a path; the list is made when it is missing."""
    node = found(text, path)
    return with_value(text, path, [value]) if node is None else _added(text, node, value, "")


def without(text: str, path: Path) -> str:
    """Take the value at a path away, with its key; one that is not there changes nothing."""
    node = found(text, path)
    if node is None:
        return text
    parent = found(text, path[:-1])
    assert parent is not None  # noqa: S101 - its child was found
    children = parent.children()
    place = next(number for number, (_, end) in enumerate(children) if end == node.end)
    start, end = children[place]
    if place + 1 < len(children):
        after = gap_end(text, end) + 1  # behind the comma
        match = _REST_OF_LINE.match(text, after)
        return text[:start] + text[match.end() if match is not None else after :]
    if place:
        before = children[place - 1][1]
        comma = gap_end(text, before)
        kept = (text[before:comma] + text[comma + 1 : start]).rstrip()  # comments of what stays
        return text[:before] + kept + text[end:]
    inside = text[parent.start + 1 : start] + text[end : parent.end - 1].replace(",", "", 1)
    return text[: parent.start + 1] + (inside if inside.strip() else "") + text[parent.end - 1 :]


def _added(text: str, parent: Node, value: object, key: str) -> str:
    children = parent.children()
    own = _indent_at(text, parent.start)
    newline = "\r\n" if "\r\n" in text else "\n"
    if not children:
        inner = own + _unit(text)
        inside = text[parent.start + 1 : parent.end - 1].rstrip()
        head = text[: parent.start + 1] + inside
        return (
            f"{head}{newline}{inner}{key}{_written(text, value, inner)}{newline}{own}{text[parent.end - 1 :]}"
        )
    start, end = children[-1]
    head, tail = text[:end], text[end:]
    if "\n" not in text[parent.start : start]:
        return f"{head}, {key}{json.dumps(value, ensure_ascii=False)}{tail}"
    inner = _indent_at(text, start)
    remark = _REMARK.match(tail)
    if remark is not None:  # it belongs to what stands before it
        head, tail = f"{head},{remark[2]}", remark[1] + tail[remark.end() :]
        return f"{head}{newline}{inner}{key}{_written(text, value, inner)}{tail}"
    return f"{head},{newline}{inner}{key}{_written(text, value, inner)}{tail}"


def _written(text: str, value: object, indent: str) -> str:
    lines = json.dumps(value, ensure_ascii=False, indent=_unit(text)).split("\n")
    newline = "\r\n" if "\r\n" in text else "\n"
    return newline.join([lines[0], *(indent + line for line in lines[1:])])


def _indent_at(text: str, at: int) -> str:
    """Return the white space at the beginning of the line on which a value begins."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    """Return one step of the text's indentation."""
    match = _INDENT.search(text)
    return match.group() if match is not None else _USUAL_INDENT
