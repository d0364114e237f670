"""What an assistant is given for a prompt: looking at it, giving it, and the record of what was given.

`preview` and `inject` make the block by the same call, so what a screen shows is what a hook prints.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from memdeck.deck.reading import Reading
from memdeck.inject.block import style_of
from memdeck.inject.building import WhatIf, built
from memdeck.inject.guard import within_access
from memdeck.inject.rivals import settled
from memdeck.inject.selection import Limits
from memdeck.memory.access import checked_access
from memdeck.memory.clock import as_utc
from memdeck.memory.entry import Memory
from memdeck.memory.errors import NotFound
from memdeck.memory.ids import sortable_id
from memdeck.memory.injection import Injection, RecordedEntry, RecordedInjection
from memdeck.memory.ranking import Hit, Ranking
from memdeck.store.injections import InjectionLog

if TYPE_CHECKING:
    from memdeck.settings import Settings

Records = list[RecordedInjection]


class Injecting(Reading):
    """The injection and everything about it."""

    def preview(
        self,
        prompt: str,
        *,
        access: Iterable[str] | None = None,
        as_of: datetime | None = None,
        budget: int | None = None,
        pin: Collection[str] = (),
        exclude: Collection[str] = (),
        settings: Settings | None = None,
    ) -> Injection:
        """Return what would be injected before `prompt`. Changes nothing.

        Args:
            prompt: what the person asks the assistant.
            access: the owners that may be seen; None is the person alone, never everything.
            as_of: the moment to judge by; None is now.
            budget: tokens of the whole block; None takes the settings'.
            pin: ids that are put in first, to see what that changes.
            exclude: ids that are left out, to see what that changes.
            settings: other settings than those in force, to compare.

        Raises:
            MemoryUnavailable: the request belongs to no owner.
            NotFound: a pinned entry is not visible with this access.
        """
        chosen = settings or self.settings
        owners = checked_access(access)
        moment = as_utc(as_of, "as_of") if as_of is not None else self.parts.clock()
        ranking = within_access(self._ranking_for(prompt, owners, moment, chosen), owners)
        ranking = settled(ranking, self._losers([hit.memory for hit in ranking.hits], owners, moment))
        wanted = chosen.injection
        return built(
            ranking,
            style_of(wanted.language, wanted.format, wanted.templates),
            Limits(wanted.max_memories, wanted.token_budget if budget is None else budget),
            as_of=moment,
            access=owners,
            what_if=WhatIf(self._pinned(pin, ranking, owners), frozenset(exclude)),
        )

    def inject(
        self,
        prompt: str,
        *,
        session: str | None = None,
        access: Iterable[str] | None = None,
        as_of: datetime | None = None,
        budget: int | None = None,
        client: str = "memdeck",
        again: bool = False,
        give: Callable[[Injection], None] | None = None,
    ) -> Injection:
        """Return what is injected before `prompt`, and record it. Only this moves the use counts.

        Args:
            prompt, access, as_of, budget: as for `preview`.
            session: the assistant's session; it gets an unchanged block only once.
            client: who asks, for the record.
            again: give an unchanged block once more, as after the session's context was compacted.
            give: hands the block over; called before the record is written, so that nobody waits for it.

        Raises:
            StoreFault: the block was given but could not be recorded.
        """
        made = self.preview(prompt, access=access, as_of=as_of, budget=budget)
        log = InjectionLog(self.parts.database)
        if made.text and session and not again and log.was_given(session, made.text):
            made = replace(made, text="", tokens=0, bytes=0, repeated=True)
        if give is not None:
            give(made)
        if made.text and not self.read_only:
            log.record(_record_of(made, prompt, session, client, self.parts.clock()))
        return made

    def injections(self, *, limit: int = 100, before: str | None = None) -> Records:
        """Return recorded injections, newest first; `before` is the id to go on from."""
        return InjectionLog(self.parts.database).recorded(limit=limit, before=before)

    def injection(self, injection_id: str) -> RecordedInjection:
        """Return one recorded injection; raise NotFound."""
        found = InjectionLog(self.parts.database).one(injection_id)
        if found is None:
            raise NotFound(injection_id, "'memdeck history --injections' shows what there is.")
        return found

    def _ranking_for(
        self, prompt: str, owners: tuple[str, ...], moment: datetime, settings: Settings
    ) -> Ranking:
        """Return what answers the prompt; the retrieval's use cases fill this in."""
        raise NotImplementedError

    def _losers(
        self, candidates: Sequence[Memory], owners: tuple[str, ...], moment: datetime
    ) -> Mapping[str, str]:
        """Return which candidates give way to another entry: id → why, one line for people.

        The use cases of conflicts fill this in: the older side of an open contradiction, and what a more
        specific owner of this request overrides.
        """
        return {}

    def _pinned(self, ids: Collection[str], ranking: Ranking, owners: tuple[str, ...]) -> tuple[Hit, ...]:
        """Return the pinned entries with what the ranking knows about them."""
        if not ids:
            return ()
        known = {hit.memory.id: hit for hit in ranking.hits}
        near = {miss.memory.id: Hit(miss.memory, miss.score, miss.parts) for miss in ranking.dropped}
        found = []
        for id_ in dict.fromkeys(ids):
            found.append(known.get(id_) or near.get(id_) or Hit(self.get(id_, access=owners), 0.0))
        return tuple(found)


def _record_of(
    made: Injection, prompt: str, session: str | None, client: str, at: datetime
) -> RecordedInjection:
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
