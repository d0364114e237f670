"""What an assistant is given for a prompt: looking at it, giving it, and the record of what was given.

`preview` and `inject` make the block by the same call, so what a screen shows is what a hook prints.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from memdeck.deck.reading import Reading
from memdeck.memory.access import checked_access
from memdeck.memory.clock import as_utc
from memdeck.memory.entry import Memory
from memdeck.memory.errors import NotFound
from memdeck.memory.kinds import Importance
from memdeck.memory.query import MemoryQuery

if TYPE_CHECKING:
    from memdeck.inject.rivals import GivesWay
    from memdeck.memory.injection import Injection, RecordedInjection
    from memdeck.memory.ranking import Ranking
    from memdeck.settings import Settings
    from memdeck.store.injections import InjectionLog

Records: TypeAlias = "list[RecordedInjection]"
_MOST_STANDING = 200
"""Entries looked at for the start of a session, the newest of each kind."""


class Injecting(Reading):
    """The injection and everything about it."""

    def preview(
        self,
        prompt: str | None,
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
            prompt: what the person asks the assistant; None is the start of a session, before any prompt:
                what is pinned, then USER and FEEDBACK entries.
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
        from memdeck.deck.block_making import WhatIf, block_from, pinned_hits, within_access

        chosen = settings or self.settings
        owners = checked_access(access)
        moment = as_utc(as_of, "as_of") if as_of is not None else self.parts.clock()
        if prompt is None:
            ranking = self._standing(owners, moment)
        else:
            ranking = self._ranking_for(prompt, owners, moment, chosen)
        ranking = within_access(ranking, owners)
        losers = self._losers([hit.memory for hit in ranking.hits], owners, moment)
        pinned = pinned_hits(pin, ranking, partial(self.get, access=owners))
        return block_from(
            ranking,
            losers,
            chosen,
            as_of=moment,
            access=owners,
            budget=budget,
            what_if=WhatIf(pinned, frozenset(exclude)),
        )

    def inject(
        self,
        prompt: str | None,
        *,
        session: str | None = None,
        access: Iterable[str] | None = None,
        as_of: datetime | None = None,
        budget: int | None = None,
        client: str = "memdeck",
        again: bool = False,
        anew: bool = False,
        give: Callable[[Injection], None] | None = None,
    ) -> Injection:
        """Return what is injected before `prompt`, and record it. Only this moves the use counts.

        Args:
            prompt, access, as_of, budget: as for `preview`.
            session: the assistant's session; it gets an unchanged block only once.
            client: who asks, for the record.
            again: give an unchanged block once more, because it was asked for.
            anew: the session's context was compacted or cleared: nothing counts as given to it.
            give: hands the block over; called before the record is written, so that nobody waits for it.

        Raises:
            StoreFault: the block was given but could not be recorded.
        """
        from memdeck.deck.block_making import record_of

        made = self.preview(prompt, access=access, as_of=as_of, budget=budget)
        log = self._injection_log
        if made.text and session and not (again or anew) and log.was_given(session, made.text):
            made = replace(made, text="", tokens=0, bytes=0, repeated=True)
        if give is not None:
            give(made)
        if self.read_only:
            return made
        if anew and session:
            log.forget(session)
        if made.text:
            log.record(record_of(made, self._without_secrets(prompt), session, client, self.parts.clock()))
        return made

    def _without_secrets(self, prompt: str | None) -> str:
        """Return a prompt as it may be kept: nobody looked at what stands in it."""
        from memdeck.deck.guarding import guard_of

        guard = guard_of(self.settings)
        return guard.words(prompt) if guard is not None and prompt else prompt or ""

    def injections(self, *, limit: int = 100, before: str | None = None) -> Records:
        """Return recorded injections, newest first; `before` is the id to go on from."""
        return self._injection_log.recorded(limit=limit, before=before)

    def injections_back(self, *, limit: int = 100, after: str | None = None) -> Records:
        """Return the oldest injections, or those next after the id `after`; newest first all the same."""
        return self._injection_log.recorded_back(limit=limit, after=after)

    def injection_count(self) -> int:
        """Return how many injections are recorded."""
        return self._injection_log.count()

    def injection(self, injection_id: str) -> RecordedInjection:
        """Return one recorded injection; raise NotFound."""
        found = self._injection_log.one(injection_id)
        if found is None:
            raise NotFound(injection_id, "The History screen shows what there is under Injections.")
        return found

    @property
    def _injection_log(self) -> InjectionLog:
        from memdeck.store.injections import InjectionLog

        return InjectionLog(self.parts.database)

    def _standing(self, owners: tuple[str, ...], moment: datetime) -> Ranking:
        from memdeck.retrieve.standing import STANDING_TYPES, standing

        pinned = MemoryQuery(importance=(Importance.PINNED,))
        habits = MemoryQuery(types=STANDING_TYPES)
        found = [self._reader.entries(query, owners, limit=_MOST_STANDING) for query in (pinned, habits)]
        return standing((entry for part in found for entry in part), moment)

    def _ranking_for(
        self, prompt: str, owners: tuple[str, ...], moment: datetime, settings: Settings
    ) -> Ranking:
        """Return what answers the prompt; the retrieval's use cases fill this in."""
        raise NotImplementedError

    def _losers(
        self, candidates: Sequence[Memory], owners: tuple[str, ...], moment: datetime
    ) -> Mapping[str, GivesWay]:
        """Return which candidates give way to another entry, and to which.

        The use cases of conflicts fill this in: the older side of an open contradiction, and what a more
        specific owner of this request overrides.
        """
        return {}
