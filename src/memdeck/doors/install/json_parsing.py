"""Reading JSON with the place of every value, so that a value can be changed where it stands.

Comments (`//`, `/* */`) and a comma after the last value are accepted: the settings of several assistants
allow them. What is kept is the text; values are made by the standard library.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

_GAP = re.compile(r"(?:[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_DEEPEST = 200


class JsonFault(Exception):
    """The text is not JSON."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


@dataclass(slots=True)
class Node:
    """One value of a text."""

    start: int
    end: int
    value: object
    """The value; of an object or a list, see `members` and `items`."""
    members: dict[str, Node] = field(default_factory=dict)
    key_starts: dict[str, int] = field(default_factory=dict)
    items: list[Node] = field(default_factory=list)

    @property
    def is_object(self) -> bool:
        """True for `{…}`."""
        return isinstance(self.value, dict)

    @property
    def is_list(self) -> bool:
        """True for `[…]`."""
        return isinstance(self.value, list)

    def children(self) -> list[tuple[int, int]]:
        """Return where each member (with its key) or item begins and ends, in order."""
        if self.is_object:
            return [(self.key_starts[key], node.end) for key, node in self.members.items()]
        return [(node.start, node.end) for node in self.items]


def parsed(text: str) -> Node:
    """Read a whole text; raise JsonFault with the line."""
    reader = _Reader(text)
    start = reader.gap(0)
    node = reader.value(start, 0)
    end = reader.gap(node.end)
    if end != len(text):
        raise reader.fault("there is more after the end", end)
    return node


def gap_end(text: str, at: int) -> int:
    """Return where white space and comments that begin at a place end."""
    match = _GAP.match(text, at)
    return match.end() if match is not None else at


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text

    def fault(self, reason: str, at: int) -> JsonFault:
        return JsonFault(f"{reason}.", self._text.count("\n", 0, at) + 1)

    def gap(self, at: int) -> int:
        return gap_end(self._text, at)

    def value(self, at: int, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self.fault("it is nested too deeply", at)
        sign = self._text[at : at + 1]
        if sign == "{":
            return self._object(at, depth)
        if sign == "[":
            return self._list(at, depth)
        match = (_STRING if sign == '"' else _SCALAR).match(self._text, at)
        if match is None:
            raise self.fault("a value is missing or broken here", at)
        try:
            return Node(at, match.end(), json.loads(match.group()))
        except ValueError:
            raise self.fault("a value is broken here", at) from None

    def _object(self, start: int, depth: int) -> Node:
        node = Node(start, start, {})
        at = self.gap(start + 1)
        while self._text[at : at + 1] != "}":
            match = _STRING.match(self._text, at)
            if match is None:
                raise self.fault("a key in double quotes or '}' is missing here", at)
            try:
                key = json.loads(match.group())
            except ValueError:
                raise self.fault("a key is broken here", at) from None
            if key in node.members:
                raise self.fault(f"the key {key[:60]!r} stands here twice", at)
            colon = self.gap(match.end())
            if self._text[colon : colon + 1] != ":":
                raise self.fault("a colon is missing here", colon)
            node.key_starts[key] = at
            node.members[key] = self.value(self.gap(colon + 1), depth + 1)
            at = self._next(node.members[key].end, "}")
        node.end = at + 1
        return node

    def _list(self, start: int, depth: int) -> Node:
        node = Node(start, start, [])
        at = self.gap(start + 1)
        while self._text[at : at + 1] != "]":
            item = self.value(at, depth + 1)
            node.items.append(item)
            at = self._next(item.end, "]")
        node.end = at + 1
        return node

    def _next(self, end: int, closing: str) -> int:
        at = self.gap(end)
        if self._text[at : at + 1] == ",":
            return self.gap(at + 1)
        if self._text[at : at + 1] != closing:
            raise self.fault(f"a comma or {closing!r} is missing here", at)
        return at


def plain(node: Node) -> object:
    """Return a node as ordinary values."""
    if node.is_object:
        return {key: plain(member) for key, member in node.members.items()}
    return [plain(item) for item in node.items] if node.is_list else node.value
