"""YAML in which every value is text: `no` stays "no", a date stays as it was written.

PyYAML is loaded at first use. Anchors, aliases and tags are refused: no memory tool writes them, and they
are how a small header becomes a large one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from memdeck.exchange.problem import FileFault

if TYPE_CHECKING:
    from yaml.nodes import MappingNode, Node

Value = str | list["Value"] | dict[str, "Value"]
"""What a header can hold."""

Path = tuple[str, ...]
"""Where a value stands: `("metadata", "type")`."""

_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_PLAIN_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_KEYWORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
_QUOTE_HINT = "Put the value in double quotes."


def quoted(text: str) -> str:
    """Return `text` as a double-quoted scalar that every YAML reader gives back exactly."""
    written = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match.group()):04x}", written)


def key_text(key: str) -> str:
    """Return a key as it is written: plain when that is safe, else quoted."""
    return key if _PLAIN_KEY.fullmatch(key) and key.casefold() not in _KEYWORDS else quoted(key)


def is_bare_word(text: str) -> bool:
    """Tell whether a text is a plain word to every YAML reader: no keyword, number or date."""
    words = text.replace("-", "_").split("_")
    return text.casefold() not in _KEYWORDS and all(word.isascii() and word.isalpha() for word in words)


def flow(value: object) -> str:
    """Return text, a list or a mapping of texts on one line, every scalar quoted."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quoted(str(key))}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(flow, value)) + "]"
    return quoted(str(value))


def root_mapping(text: str, first_line: int) -> MappingNode | None:
    """Return the mapping a header holds, or None for an empty header.

    Raises:
        FileFault: the text is not a mapping, is broken, or uses aliases or tags; with the line in the file.
    """
    import yaml

    try:
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    except RecursionError:
        raise FileFault("the header is nested too deeply.", first_line) from None
    except yaml.composer.ComposerError as error:
        raise FileFault(
            f"the header uses a YAML alias or a second document. {_QUOTE_HINT}", _line(error, first_line)
        ) from None
    except yaml.MarkedYAMLError as error:
        raise FileFault(_reason(error), _line(error, first_line)) from None
    except yaml.reader.ReaderError as error:
        line = first_line + text.count("\n", 0, error.position)
        raise FileFault(f"a control character (U+{_code(error):04X}) stands in the header.", line) from None
    if node is None:
        return None
    if not isinstance(node, yaml.MappingNode):
        raise FileFault("what stands between the --- lines is not a list of 'key: value' lines.", first_line)
    return node


def values(node: MappingNode, first_line: int) -> tuple[dict[str, Value], dict[Path, int]]:
    """Return a mapping's values as text, and the line in the file of each key."""
    lines: dict[Path, int] = {}
    return _mapping(node, first_line, (), lines, set()), lines


def _mapping(
    node: MappingNode, first_line: int, path: Path, lines: dict[Path, int], seen: set[int]
) -> dict[str, Value]:
    result: dict[str, Value] = {}
    for key_node, value_node in node.value:
        line = first_line + key_node.start_mark.line
        key = key_node.value
        if not isinstance(key, str):
            raise FileFault(f"a key of the header is a list or a mapping. {_QUOTE_HINT}", line)
        if key in result:
            raise FileFault("a key stands twice in the header. Remove one of them.", line)
        lines[(*path, key)] = line
        result[key] = _value(value_node, first_line, (*path, key), lines, seen)
    return result


def _value(node: Node, first_line: int, path: Path, lines: dict[Path, int], seen: set[int]) -> Value:
    import yaml

    line = first_line + node.start_mark.line
    if id(node) in seen:
        raise FileFault(f"the header uses a YAML alias. {_QUOTE_HINT}", lines.get(path, line))
    if node.tag not in _PLAIN_TAGS:
        raise FileFault(f"the header uses a YAML tag (!). {_QUOTE_HINT}", line)
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, first_line, path, lines, seen)
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, first_line, path, lines, seen) for item in node.value]
    return str(node.value)


_PLAIN_TAGS = frozenset(
    {"tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map", "!", None, ""}
)


def _line(error: object, first_line: int) -> int:
    """Return the line to blame: where an unclosed thing opens, else where reading stopped."""
    context = str(getattr(error, "context", "") or "")
    opened = getattr(error, "context_mark", None)
    stopped = getattr(error, "problem_mark", None)
    unclosed = "flow" in context or "quoted scalar" in context
    mark = (opened if unclosed else stopped) or opened or stopped
    return first_line + (mark.line if mark is not None else 0)


def _reason(error: object) -> str:
    problem = str(getattr(error, "problem", "") or "the YAML is broken")
    context = str(getattr(error, "context", "") or "")
    if problem == "mapping values are not allowed here":
        return f"the header holds a second ': ' in one value. {_QUOTE_HINT}"
    if "flow sequence" in context:
        return f"a '[' in the header starts a YAML list that isn't closed or goes on. {_QUOTE_HINT}"
    if "flow mapping" in context:
        return f"a '{{' in the header starts a YAML mapping that isn't closed or goes on. {_QUOTE_HINT}"
    if "quoted scalar" in context and "unexpected end" in problem:
        return "a quote in the header is never closed."
    if "alias" in context or "anchor" in context:
        return f"a value of the header starts with * or &. {_QUOTE_HINT}"
    if problem.startswith("could not find expected ':'"):
        return "a line of the header is not 'key: value'."
    if problem.startswith("expected <block end>"):
        return f"a value of the header goes on after its end. {_QUOTE_HINT}"
    if "cannot start any token" in problem:
        return f"a value of the header starts with a character that YAML reserves. {_QUOTE_HINT}"
    if "escape" in problem:
        return "a \\ in a double-quoted value of the header is not a known escape. Write \\\\ instead."
    return "the header is not valid YAML. Put its values in double quotes."


def _code(error: object) -> int:
    character = getattr(error, "character", 0)
    return ord(character) if isinstance(character, str) else int(character)
