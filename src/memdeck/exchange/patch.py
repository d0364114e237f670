"""Change single values of a header and leave every other byte of the file as it is.

A header is never written anew: comments, order, unknown keys, quoting style and line ends belong to
whoever wrote the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from memdeck.exchange.file_text import BOM, LINE_END, FileText, of
from memdeck.exchange.header import Header, Split, needs_quotes, plain_values, read_header, split
from memdeck.exchange.problem import FileFault
from memdeck.exchange.yaml_text import Path, flow, is_bare_word, key_text, root_mapping

if TYPE_CHECKING:
    from yaml.nodes import MappingNode, Node

_YAML_BREAK = re.compile("[\x85\u2028\u2029]")

Change = str | Sequence[str] | None
"""A new value: text, a list of texts, or None to take the key away."""


def patch_header(text: str, changes: Mapping[str | Path, Change]) -> str:
    """Return the file's text with only the asked header values changed.

    Args:
        text: the whole file as it lies on the disk, with its byte order mark if it has one.
        changes: new values by key; a tuple such as `("metadata", "type")` reaches into a mapping. A value
            that already stands there changes nothing, so patching twice equals patching once.

    Raises:
        FileFault: the header can't be understood; such a file must be left alone.
    """
    bom = text.startswith(BOM)
    file = of(text[1:] if bom else text, bom=bom)
    for key, value in changes.items():
        path = (key,) if isinstance(key, str) else tuple(key)
        file = of(_patched(file, path, value), bom=bom)
    return (BOM if bom else "") + file.text


def _patched(file: FileText, path: Path, value: Change) -> str:
    parts = split(file)
    header = read_header(file, parts)
    if parts.header is None:
        if value is None:
            return file.text
        lines = ["---", *_new_lines(path, value, 0), "---", ""]
        return file.newline.join([*lines, file.text])
    if _same(header, path, value):
        return file.text
    fresh = (
        _patched_plain(file, parts, path, value) if header.plain else _patched_yaml(file, parts, path, value)
    )
    patched = file.text[: parts.start] + fresh + file.text[parts.start + len(parts.header) :]
    _check(of(patched, bom=file.bom), path, value, header)
    return patched


def _same(header: Header, path: Path, value: Change) -> bool:
    return _at(header.values, path) == (list(value) if isinstance(value, list | tuple) else value)


def _at(values: object, path: Path) -> object:
    for key in path:
        if not isinstance(values, Mapping) or key not in values:
            return None
        values = values[key]
    return values


def _check(file: FileText, path: Path, value: Change, before: Header) -> None:
    """Read the patched header back: the asked value stands there and the others are what they were."""
    after = read_header(file, split(file))
    if not _same(after, path, value) or _without(after.values, path) != _without(before.values, path):
        raise FileFault("the header can't be changed safely at this key. Change it by hand.", 1)


def _without(values: object, path: Path) -> object:
    """Return the values without the one at `path`, and without mappings that it leaves empty."""
    if not isinstance(values, Mapping) or not path:
        return values
    rest = {key: item for key, item in values.items() if key != path[0]}
    inner = values.get(path[0])
    if len(path) > 1 and isinstance(inner, Mapping) and (kept := _without(inner, path[1:])):
        rest[path[0]] = kept
    return rest


def _patched_plain(file: FileText, parts: Split, path: Path, value: Change) -> str:
    assert parts.header is not None  # noqa: S101 - a plain header was read
    if len(path) != 1 or not (value is None or isinstance(value, str)):
        raise FileFault("this header holds only one line of text for each key.", 1)
    line = None if value is None else f"{path[0]}: {flow(value) if needs_quotes(value) else value}"
    kept, done = [], False
    for old in _split_lines(parts.header):
        if old.partition(":")[0] != path[0] or done:
            kept.append(old)
            continue
        done = True
        if line is not None:
            kept.append(line + (_end_of(old) or file.newline))
    if not done and line is not None:
        kept.append(line + file.newline)
    fresh = "".join(kept)
    if plain_values(LINE_END.sub("\n", fresh)) is None:
        raise FileFault("this header has no place for that key or value.", 1)
    return fresh


def _patched_yaml(file: FileText, parts: Split, path: Path, value: Change) -> str:
    assert parts.header is not None  # noqa: S101 - a header was read
    if _YAML_BREAK.search(parts.header):
        raise FileFault("the header holds a Unicode line separator; change it by hand.", 1)
    lines = _split_lines(parts.header)
    if lines and not _end_of(lines[-1]):
        lines[-1] += file.newline
    root = root_mapping(parts.header, 2)
    if root is None:
        return "".join(lines) + _joined(_new_lines(path, value, 0), file)
    place = _place(parts.header, root, path)
    if value is None:
        first, last = place.lines
        return "".join(lines[:first] + lines[last + 1 :])
    if place.rest:
        first = place.lines[1] + 1
        fresh = _joined(_new_lines(place.rest, value, place.indent), file)
        return "".join([*lines[:first], fresh, *lines[first:]])
    assert place.found is not None  # noqa: S101 - nothing is missing of the path
    return _replaced(parts.header, lines, place, value, file)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a key stands, or where it would be added."""

    found: tuple[Node, Node] | None
    lines: tuple[int, int]
    """First and last line (0-based) of the key and its value; of what it goes behind when it is missing."""
    rest: Path
    """The part of the path that does not exist yet."""
    indent: int


def _place(header: str, root: MappingNode, path: Path) -> _Place:
    mapping = root
    whole: tuple[int, int] | None = None
    for depth, key in enumerate(path):
        if mapping.flow_style:
            raise FileFault(
                "the header is written as one {…}; change it by hand.", 2 + mapping.start_mark.line
            )
        found = next(((k, v) for k, v in mapping.value if k.value == key), None)
        if found is None:
            last = mapping.value[-1]
            return _Place(None, _line_range(header, last), path[depth:], mapping.start_mark.column)
        # Taking away the only key of a mapping takes the mapping away with it.
        whole = (
            whole if whole is not None and len(mapping.value) == 1 and depth else _line_range(header, found)
        )
        rest = path[depth + 1 :]
        if not rest:
            return _Place(found, whole, (), mapping.start_mark.column)
        inner = found[1]
        if isinstance(inner.value, str) or not _is_mapping(inner):
            if inner.value:
                raise FileFault("a value stands where a mapping is needed.", 2 + inner.start_mark.line)
            return _Place(None, _line_range(header, found), rest, mapping.start_mark.column + 2)
        mapping = cast("MappingNode", inner)
    raise FileFault("no key was given.", 1)


def _replaced(header: str, lines: list[str], place: _Place, value: Change, file: FileText) -> str:
    assert place.found is not None  # noqa: S101 - the caller looked
    key, old = place.found
    first, last = _line_range(header, place.found)
    start, end = old.start_mark.index, old.end_mark.index
    written = _written(value, old)
    if start == end:  # an empty value: written behind its colon
        at = header.index(":", key.end_mark.index) + 1
        after = header[at:]
        blank = after[:1] if after[:1] in {" ", "\t"} else " "
        return header[:at] + blank + written + (after[1:] if after[:1] in {" ", "\t"} else after)
    if old.start_mark.line == old.end_mark.line:
        return header[:start] + written + header[end:]
    fresh = " " * place.indent + header[key.start_mark.index : key.end_mark.index] + ": " + written
    return "".join([*lines[:first], fresh + file.newline, *lines[last + 1 :]])


def _line_range(header: str, pair: tuple[Node, Node]) -> tuple[int, int]:
    key, value = pair
    return key.start_mark.line, max(key.end_mark.line, _last_line(header, value))


def _last_line(header: str, node: Node) -> int:
    """Return the last line that holds text of a value; blank lines and comments after it don't count."""
    if node.start_mark.index == node.end_mark.index:
        return 0
    if isinstance(node.value, list) and node.value and not getattr(node, "flow_style", False):
        last = node.value[-1]
        return (
            _line_range(header, last)[1]
            if isinstance(last, tuple)
            else max(_last_line(header, last), last.start_mark.line)
        )
    if getattr(node, "style", None) in {"|", ">"}:
        text = header[node.start_mark.index : node.end_mark.index]
        return int(node.start_mark.line) + len(LINE_END.findall(text.rstrip()))
    return int(node.end_mark.line)


def _is_mapping(node: Node) -> bool:
    import yaml

    return isinstance(node, yaml.MappingNode)


def _written(value: Change, old: Node | None = None) -> str:
    """Return a value in the file's own style where that is safe: a bare word stays a bare word."""
    bare = old is not None and getattr(old, "style", "") in {None, ""} and isinstance(value, str)
    return str(value) if bare and is_bare_word(str(value)) else flow(value)


def _new_lines(path: Path, value: Change, indent: int) -> list[str]:
    lines = [" " * (indent + 2 * level) + f"{key_text(key)}: " for level, key in enumerate(path)]
    return [*lines[:-1], lines[-1] + _written(value)]


def _joined(lines: Sequence[str], file: FileText) -> str:
    return file.newline.join([*lines, ""])


def _split_lines(text: str) -> list[str]:
    lines, start = [], 0
    for end in LINE_END.finditer(text):
        lines.append(text[start : end.end()])
        start = end.end()
    return [*lines, text[start:]] if start < len(text) else lines


def _end_of(line: str) -> str:
    match = LINE_END.search(line)
    return match.group() if match else ""
