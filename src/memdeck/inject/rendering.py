"""One entry as the lines that stand in a block.

The first line begins with `- `, every other one with two blanks, and the only line break is the newline: so
nothing in an entry can stand where a heading or the end of the block stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from memdeck.inject.dates import date_of
from memdeck.inject.imitation import without_imitations
from memdeck.inject.phrases import Phrases
from memdeck.inject.template import Template, fields_of, fill
from memdeck.memory.entry import Memory
from memdeck.memory.printable import printable
from memdeck.memory.searchable import searchable

INDENT = "  "

_FENCED = re.compile(r"\A(`{3,}|~{3,})([^\n`]*)\n(.*)\n\1[ \t]*\Z", re.DOTALL)
_TICKS = re.compile(r"`{3,}")
_LANGUAGE = re.compile(r"[\w+#.-]{0,24}", re.ASCII)


def rendered(memory: Memory, template: Template, phrases: Phrases) -> str:
    """Return the entry's lines, safe to show and unable to leave their place."""
    title, content = _safe_line(memory.title), _safe_text(memory.content)
    values: Mapping[str, str] = {
        "title": title,
        "description": _safe_line(memory.description),
        "content": content,
        "code": f"{phrases.colon.rstrip()}\n{fenced(content)}",
        "text": _without_repetition(title, content, phrases),
        "date": date_of(memory, phrases),
        "name": memory.name,
        "tags": phrases.comma.join(_safe_line(tag) for tag in memory.tags),
        "type": memory.type.value,
    }
    line = template.line
    if "text" in fields_of(line) and "\n" in content:
        body = f"{phrases.colon.rstrip()}\n{content}"
        text = fill(line, {**values, "text": title}) + body
    else:
        text = fill(line, values)
    return _indented(text)


def fenced(content: str) -> str:
    """Return the content as a code block that nothing inside it can end."""
    language, code = "", content
    if (found := _FENCED.match(content)) and not _TICKS.search(found.group(3)):
        code = found.group(3)
        if (named := found.group(2).strip()) and _LANGUAGE.fullmatch(named):
            language = named
    longest = max((len(run) for run in _TICKS.findall(code)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{code}\n{fence}"


def _safe_line(text: str) -> str:
    return printable(without_imitations(text))


def _safe_text(text: str) -> str:
    return printable(without_imitations(text), one_line=False).strip()


def _without_repetition(title: str, content: str, phrases: Phrases) -> str:
    if searchable(title.rstrip(".。…")) in searchable(content):
        return content
    return f"{title}{phrases.colon}{content}"


def _indented(text: str) -> str:
    first, *rest = text.split("\n")
    return "\n".join([first, *((INDENT + line).rstrip() for line in rest)])
