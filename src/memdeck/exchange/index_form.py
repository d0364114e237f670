"""Writing `MEMORY.md`: one line per entry, what is pinned first, then the newest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from memdeck.exchange.entry_form import FolderFormat, entry_file
from memdeck.exchange.file_text import LINE_END, FileText
from memdeck.exchange.index_file import BYTES_LIMIT, LINES_LIMIT, read_index
from memdeck.exchange.outside_type import outside_type
from memdeck.memory.entry import Memory
from memdeck.memory.kinds import LIVE_STATUSES, Importance

HOOK_LIMIT = 150
"""Longest hook on an index line, in characters; the whole description stands in the entry's file."""

_MARKDOWN = re.compile(r"[\\\[\]`<>]")
_OWN_SENTENCE = re.compile(
    r"\d+ older memor(y lies|ies lie) in this folder .*|MEMORY index (\(\d+ entries\):|is empty\..*)"
)
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class IndexText:
    """A written index."""

    text: str
    left_out: tuple[str, ...] = ()
    """Names of the entries that found no place within the limits."""


def index_order(memories: Sequence[Memory]) -> list[Memory]:
    """Return entries in the order of an index.

    First what is live, then what is archived, done or superseded; in each part the pinned ones first, then
    the newest; entries of one moment by name.
    """
    by_name = sorted(memories, key=lambda memory: (memory.name, memory.id))
    newest = sorted(by_name, key=lambda memory: memory.updated_at, reverse=True)
    return sorted(
        newest,
        key=lambda memory: (memory.status not in LIVE_STATUSES, memory.importance is not Importance.PINNED),
    )


def index_text(memories: Sequence[Memory], form: FolderFormat) -> IndexText:
    """Write the index of a folder."""
    ordered = index_order(memories)
    if form is FolderFormat.BYTECHEF:
        return IndexText(_bytechef_index(ordered))
    lines = [index_line(memory) for memory in ordered]
    whole = "".join(lines)
    if len(lines) <= LINES_LIMIT and _size(whole) <= BYTES_LIMIT:
        return IndexText(whole)
    room = BYTES_LIMIT - _size(_more(len(lines)))
    kept = 0
    for line in lines[: LINES_LIMIT - 1]:
        room -= _size(line)
        if room < 0:
            break
        kept += 1
    left_out = tuple(memory.name for memory in ordered[kept:])
    return IndexText("".join(lines[:kept]) + _more(len(left_out)), left_out)


def listed_files(file: FileText) -> set[str] | None:
    """Return the files that an index lists, or None when it also holds what only a person writes.

    Headings and prose, a header and comments are such; the sentences that this module writes are not.
    """
    if "<!--" in file.text or file.text.startswith("---"):
        return None
    lines = [line for line in LINE_END.split(file.text) if line.strip() and not _OWN_SENTENCE.fullmatch(line)]
    found = read_index(file).lines
    return {line.target for line in found} if len(found) == len(lines) else None


def index_line(memory: Memory, file: str | None = None) -> str:
    """Return an entry's line, ended; `file` is its path below the index, when it is not the usual one."""
    hook = shown_hook(memory)
    target = quote(file, safe="/") if file is not None else entry_file(memory)
    return f"- [{link_text(memory.title)}]({target})" + (f" — {hook}" if hook else "") + "\n"


def link_text(title: str) -> str:
    """Return a title as it stands between the brackets of a link."""
    return _MARKDOWN.sub(r"\\\g<0>", _CONTROL.sub(" ", title))


def shown_hook(memory: Memory) -> str:
    """Return what stands behind an entry's link: its description, shortened, and its status when not live."""
    text = " ".join(_CONTROL.sub(" ", memory.description).split())
    if memory.status not in LIVE_STATUSES:
        text = f"({memory.status}) {text}".rstrip()
    text = text.replace("<!--", "< !--")
    return text if len(text) <= HOOK_LIMIT else text[: HOOK_LIMIT - 1].rstrip() + "…"


def _more(count: int) -> str:
    """Say what is missing, so that whoever reads the index knows that it is not all."""
    noun = "memory lies" if count == 1 else "memories lie"
    return f"{count} older {noun} in this folder without a line here, to stay within the index limits.\n"


def _size(text: str) -> int:
    return len(text.encode())


def _bytechef_index(memories: Sequence[Memory]) -> str:
    if not memories:
        return "MEMORY index is empty. Create entries with MemoryCreate.\n"
    lines = [f"MEMORY index ({len(memories)} entries):"]
    for memory in memories:
        parts = [_CONTROL.sub(" ", memory.title), _CONTROL.sub(" ", memory.description)]
        said = " — ".join(part for part in parts if part)
        lines.append(f"- {entry_file(memory)} — [{outside_type(memory.type).value}] {said}")
    return "\n".join([*lines, ""])
