"""How an entry of each type is written: the built-in templates, and those of the configuration.

`injection.templates` maps a type to a line; a line above it, when there is one, is the heading:

    injection:
      templates:
        TODO: "- [ ] {text} <{date}>"
        USER: |
          [House rules]
          - {title}: {content}

A template is filled by plain replacement, never evaluated, and its own words can close no block either.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from memdeck.inject.phrases import Phrases
from memdeck.memory.errors import SettingsError
from memdeck.memory.kinds import MemoryType
from memdeck.memory.printable import printable

FIELDS = ("text", "title", "description", "content", "code", "date", "name", "tags", "type")
"""What may stand between braces. `text` is title and content without saying anything twice."""

CONTENT_FIELDS = frozenset({"text", "content", "code"})
"""Those that hold the entry's content, whatever length it has."""

_FIELD = re.compile(r"\{([a-z_]*)\}")
_BRACES = re.compile(r"\{([^{}]*)\}")
_BULLET = "- "


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Template:
    """One type's heading and line."""

    heading: str
    line: str


def built_in(kind: MemoryType, phrases: Phrases) -> Template:
    """Return the template that the program ships with."""
    date = phrases.dated
    if kind is MemoryType.TODO:
        line = f"- [ ] {{text}}{date}"
    elif kind is MemoryType.SNIPPET:
        line = f"- {{title}}{date}{{code}}"
    else:
        line = f"- {{text}}{date}"
    return Template(phrases.headings[kind], line)


def templates(phrases: Phrases, own: Mapping[str, str]) -> Mapping[MemoryType, Template]:
    """Return every type's template, the configuration's in place of the built-in ones.

    Raises:
        SettingsError: a type or field is unknown, or a template can't hold the entry's text.
    """
    made = {kind: built_in(kind, phrases) for kind in MemoryType}
    for key, value in own.items():
        kind = _kind(key)
        made[kind] = _own(kind, value, made[kind])
    return made


def fill(line: str, values: Mapping[str, str]) -> str:
    """Return `line` with its fields replaced, in one pass: what an entry holds is not looked at again."""
    return _FIELD.sub(lambda found: values.get(found.group(1), found.group()), line)


def fields_of(line: str) -> frozenset[str]:
    """Return the names between braces in `line`."""
    return frozenset(_FIELD.findall(line))


def _kind(key: str) -> MemoryType:
    wanted = str(key).strip().upper()
    if wanted not in set(MemoryType):
        raise SettingsError(
            f"injection.templates: there is no type {key!r}.", _nearest(wanted, list(MemoryType))
        )
    return MemoryType(wanted)


def _own(kind: MemoryType, text: str, base: Template) -> Template:
    where = f"injection.templates.{kind}"
    lines = [printable(line.strip()) for line in text.strip().splitlines()]
    if not 1 <= len(lines) <= 2 or not all(lines):
        raise SettingsError(f"{where}: must be one line, or a heading and a line.", "See docs/injection.md.")
    if len(lines) == 2 and (named := fields_of(lines[0]) & set(FIELDS)):
        raise SettingsError(
            f"{where}: the heading stands above many entries and can't hold {{{min(named)}}}.",
            "Put it into the line below.",
        )
    changed = replace(base, line=_checked_line(where, lines[-1]))
    return replace(changed, heading=lines[0]) if len(lines) == 2 else changed


def _checked_line(where: str, line: str) -> str:
    for name in sorted(fields_of(line)):
        if name not in FIELDS:
            raise SettingsError(f"{where}: there is no field {{{name}}}.", _nearest(name, list(FIELDS)))
    if not fields_of(line) & {"text", "content", "description", "code"}:
        raise SettingsError(f"{where}: {_left_out(line)}", "Put {text} into it.")
    if "date" not in fields_of(line):
        line += " ({date})"
    return line if line.startswith(_BULLET) else _BULLET + line


def _left_out(line: str) -> str:
    """Say why the line holds nothing of the entry: a slip in a field is plain text to us."""
    slip = _BRACES.search(line)
    if slip is not None and slip[1] not in FIELDS:
        return f"there is no field {{{slip[1]}}}, and the line leaves out what the entry says."
    if "{" in _BRACES.sub("", line):
        return "a brace is never closed, so the line leaves out what the entry says."
    return "the line leaves out what the entry says."


def _nearest(word: str, known: list[str]) -> str:
    import difflib  # only when something is wrong

    near = difflib.get_close_matches(word, known, n=1)
    return f"Did you mean {near[0]}?" if near else "Known: " + ", ".join(known) + "."
