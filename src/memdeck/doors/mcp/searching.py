"""`memory_search` and `memory_context`: finding entries, and the block for a prompt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memdeck.doors.fault_log import log_line
from memdeck.doors.mcp.sessions import Client, Sessions
from memdeck.memory.entry import Memory
from memdeck.memory.owner import owner_label
from memdeck.memory.printable import printable

MOST_HITS = 50
EXCERPT = 300
"""Longest excerpt of a hit, in characters."""
NOTHING_FITS = "No stored memory is relevant enough to this prompt."


@dataclass(frozen=True, slots=True)
class Found:
    """One hit, safe to show: nothing in it is hidden or drives a terminal."""

    path: str
    title: str
    description: str
    type: str
    status: str
    owner: str
    updated: str
    excerpt: str

    def as_dict(self) -> dict[str, str]:
        """Return the fields by name."""
        return {field: getattr(self, field) for field in self.__slots__}


def search(sessions: Sessions, query: str, limit: int) -> list[Found]:
    """Return live entries that answer `query`, best first; raise MemoryUnavailable."""
    access = sessions.access()
    if not query.strip():
        return []
    memories = [hit.memory for hit in sessions.deck.retrieve(query, access=access, limit=limit)]
    return list(_shown(sessions, memories))


def context_text(sessions: Sessions, client: Client, prompt: str) -> str:
    """Return the block for a prompt, to the byte as `memdeck preview` shows it, and record it as given."""
    made = sessions.deck.inject(
        prompt,
        session=client.session,
        access=sessions.access(),
        client=f"mcp {client.label}",
        again=True,  # it was asked for
    )
    for fault in made.lane_notes(only_failed=True):
        log_line(sessions.deck.home, fault)
    return made.text


def as_text(found: list[Found], query: str) -> str:
    """Return hits as a model reads them best: one line each, and the beginning of the text."""
    if not found:
        return f"No memory found for {printable(query)[:200]!r}."
    lines = [f"{len(found)} {'memory' if len(found) == 1 else 'memories'} found, best first:"]
    for hit in found:
        about = f" — {hit.description}" if hit.description else ""
        lines.append(f"- {hit.path} — [{hit.type}] {hit.title}{about} ({hit.owner}, {hit.updated[:10]})")
        lines += [f"    {line}" for line in hit.excerpt.splitlines()]
    return "\n".join(lines)


def _shown(sessions: Sessions, memories: list[Memory]) -> Iterator[Found]:
    folder, words = sessions.folder, sessions.dialect
    for memory in memories:
        excerpt = printable(memory.content, one_line=False)
        yield Found(
            path=words.shown(folder.name_of(memory)),
            title=printable(memory.title),
            description=printable(memory.description),
            type=memory.type.value,
            status=memory.status.value,
            owner=owner_label(memory.owner),
            updated=memory.updated_at.isoformat(timespec="seconds"),
            excerpt=excerpt if len(excerpt) <= EXCERPT else f"{excerpt[:EXCERPT].rstrip()}…",
        )
