"""The block of memories in an AGENTS.md or CLAUDE.md: between two marks, the rest untouched."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError
from memdeck.memory.kinds import MemoryType
from memdeck.memory.printable import printable

BEGIN = "<!-- memdeck:begin -->"
END = "<!-- memdeck:end -->"
_BEGIN_LINE = re.compile(r"^[ \t]*<!--[ \t]*memdeck:begin\b[^\n]*?-->[ \t]*\r?$", re.MULTILINE)
_END_LINE = re.compile(r"^[ \t]*<!--[ \t]*memdeck:end[ \t]*-->[ \t]*\r?$", re.MULTILINE)
_HEADINGS = {
    MemoryType.USER: "About the user",
    MemoryType.FEEDBACK: "How to work",
    MemoryType.PROJECT: "About the project",
    MemoryType.REFERENCE: "Where to look",
    MemoryType.TODO: "To do",
    MemoryType.SNIPPET: "Snippets",
    MemoryType.SUMMARY: "Earlier conversations",
}
_EMPHASIS = re.compile(r"[*_`]+")
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})", re.MULTILINE)


def block(memories: Sequence[Memory]) -> str:
    """Return the block, marks and all, with `\\n` line ends and none at its end."""
    parts = [BEGIN, "## Memories", "", "Kept by `memdeck export`; change the memories, not this block."]
    for kind, heading in _HEADINGS.items():
        own = sorted((memory for memory in memories if memory.type is kind), key=lambda memory: memory.name)
        if own:
            parts += ["", f"### {heading}", "", *map(_item, own)]
    return "\n".join([*parts, END])


def with_block(text: str, new: str) -> str:
    """Return a file's text with its block replaced, or put at its end when it has none.

    Raises:
        MemdeckError: the file has one mark without the other, or several blocks.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    new = new.replace("\n", newline)
    begins, ends = list(_BEGIN_LINE.finditer(text)), list(_END_LINE.finditer(text))
    if not begins and not ends:
        between = "" if not text else newline if text.endswith(newline) else newline * 2
        return f"{text}{between}{new}{newline}"
    if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].end():
        raise MemdeckError(
            "The marks 'memdeck:begin' and 'memdeck:end' do not stand there once each, in this order.",
            "Nothing was changed. Put them right, or take them out.",
        )
    end = ends[0].end() - (1 if ends[0].group().endswith("\r") else 0)
    return text[: begins[0].start()] + new + text[end:]


def _item(memory: Memory) -> str:
    content = "\n".join(printable(line) for line in memory.content.strip().splitlines())
    content = content.replace("<!--", "&lt;!--")
    for fence in _FENCE.findall(content)[-1:]:
        if len(_FENCE.findall(content)) % 2:
            content += f"\n{fence}"  # an open fence would swallow what follows
    title = printable(memory.title).replace("<!--", "&lt;!--")
    lines = content.split("\n")
    told = _EMPHASIS.sub("", lines[0]).startswith(_EMPHASIS.sub("", title))
    if len(lines) == 1:
        return f"- {content}" if told else f"- **{title}**: {content}"
    if told:
        return "\n".join([f"- {lines[0]}", *(f"  {line}".rstrip() for line in lines[1:]), ""])
    return "\n".join([f"- **{title}**", "", *(f"  {line}".rstrip() for line in lines), ""])
