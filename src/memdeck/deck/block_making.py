"""Making the block out of a ranking, and its record. Only injecting needs this; reading does not load it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime

from memdeck.inject.block import style_of
from memdeck.inject.building import WhatIf, built
from memdeck.inject.guard import within_access
from memdeck.inject.rivals import GivesWay, settled
from memdeck.inject.selection import Limits
from memdeck.memory.entry import Memory
from memdeck.memory.ids import sortable_id
from memdeck.memory.injection import Injection, RecordedEntry, RecordedInjection
from memdeck.memory.ranking import Hit, Ranking
from memdeck.settings import Settings

__all__ = ["WhatIf", "block_from", "pinned_hits", "record_of", "within_access"]


def block_from(
    ranking: Ranking,
    losers: Mapping[str, GivesWay],
    settings: Settings,
    *,
    as_of: datetime,
    access: tuple[str, ...],
    budget: int | None = None,
    what_if: WhatIf,
) -> Injection:
    """Return the block for a ranking of which every entry may be seen.

    Args:
        ranking: what answers the prompt.
        losers: candidates that give way to another entry, by id.
        settings: templates, language and limits.
        as_of: the moment to judge by.
        access: the owners that may be seen, for the record.
        budget: tokens of the whole block; None takes the settings'.
        what_if: entries pinned and left out.
    """
    wanted = settings.injection
    return built(
        settled(ranking, losers),
        style_of(wanted.language, wanted.format, wanted.templates),
        Limits(wanted.max_memories, wanted.token_budget if budget is None else budget),
        as_of=as_of,
        access=access,
        what_if=what_if,
    )


def pinned_hits(ids: Collection[str], ranking: Ranking, read: Callable[[str], Memory]) -> tuple[Hit, ...]:
    """Return the pinned entries with what the ranking knows about them; `read` gets those it left out."""
    if not ids:
        return ()
    known = {hit.memory.id: hit for hit in ranking.hits}
    near = {miss.memory.id: Hit(miss.memory, miss.score, miss.parts) for miss in ranking.dropped}
    return tuple(known.get(id_) or near.get(id_) or Hit(read(id_), 0.0) for id_ in dict.fromkeys(ids))


def record_of(
    made: Injection, prompt: str, session: str | None, client: str, at: datetime
) -> RecordedInjection:
    """Return what is kept of an injection that was given."""
    return RecordedInjection(
        id=sortable_id("inj_", at),
        at=at,
        prompt=prompt,
        session=session,
        client=client,
        access=made.access,
        text=made.text,
        tokens=made.tokens,
        bytes=made.bytes,
        entries=tuple(
            RecordedEntry(item.id, item.name, item.type.value, item.rank, round(item.score, 6))
            for item in made.items
        ),
    )
