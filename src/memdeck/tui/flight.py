"""One look at what would be injected: what is asked, as whom, when, with which settings, and the outcome.

Nothing here knows Textual; `fly` runs in a worker thread.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from memdeck.deck.variants import CURRENT, Variant
from memdeck.inject.tokens import closer_count
from memdeck.memory.injection import Injection
from memdeck.memory.owner import ME, Environment, Owner, OwnerKind

if TYPE_CHECKING:
    from memdeck.deck import Deck


@dataclass(frozen=True, slots=True)
class Flight:
    """Everything that the outcome depends on, beside the store."""

    prompt: str = ""
    whom: str = ME
    """The person, or a deployment or integration, which sees only itself."""
    project: str | None = None
    """Key of the project that the person is in."""
    as_of: datetime | None = None
    budget: int | None = None
    settings: Variant = CURRENT
    versus: Variant | None = None
    """Settings to compare with."""
    pinned: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()

    @property
    def access(self) -> tuple[str, ...]:
        """The owners that this request may see."""
        if self.whom == ME and self.project is not None:
            return (ME, f"project:{self.project}")
        return (self.whom,)

    @property
    def environment(self) -> Environment | None:
        """The environment of a deployment."""
        return Owner.parse(self.whom).environment

    @property
    def tries_something(self) -> bool:
        """True when an entry is pinned or excluded."""
        return bool(self.pinned or self.excluded)

    def seeing(self, owner: str) -> Flight:
        """As somebody who sees this owner's entries: in its project, or as the deployment or integration."""
        whose = Owner.parse(owner)
        match whose.kind:
            case OwnerKind.PROJECT:
                return replace(self, whom=ME, project=whose.key)
            case OwnerKind.USER:
                return replace(self, whom=ME)
        return replace(self, whom=str(whose))

    def pin(self, id_: str) -> Flight:
        """Pin an entry, or let go of it."""
        return replace(
            self, pinned=_toggled(self.pinned, id_), excluded=tuple(x for x in self.excluded if x != id_)
        )

    def exclude(self, id_: str) -> Flight:
        """Exclude an entry, or let it in again."""
        return replace(
            self, excluded=_toggled(self.excluded, id_), pinned=tuple(x for x in self.pinned if x != id_)
        )

    def without_trials(self) -> Flight:
        """Nothing pinned, nothing excluded."""
        return replace(self, pinned=(), excluded=())


@dataclass(frozen=True, slots=True)
class Readout:
    """The outcome of a flight."""

    flight: Flight
    shown: Injection
    untouched: Injection
    """The same with nothing pinned or excluded: exactly what a hook would give."""
    other: Injection | None
    """With the settings to compare with."""
    milliseconds: float
    """What one injection took, without the time of any program's start."""
    closer_tokens: int | None = None
    """What the optional tokenizer counts; the budget is kept by the estimate."""


def fly(deck: Deck, flight: Flight) -> Readout:
    """Look at what would be injected. Changes nothing; raises what `Deck.preview` raises."""
    flight = _without_lost_pins(deck, flight)
    start = time.perf_counter()
    untouched = _preview(deck, flight.without_trials(), flight.settings)
    took = (time.perf_counter() - start) * 1000
    shown = _preview(deck, flight, flight.settings) if flight.tries_something else untouched
    other = _preview(deck, flight, flight.versus) if flight.versus is not None else None
    closer = closer_count(shown.text) if shown.text else None
    return Readout(flight, shown, untouched, other, took, closer)


def _without_lost_pins(deck: Deck, flight: Flight) -> Flight:
    """Let go of pinned entries that were removed meanwhile."""
    if not flight.pinned:
        return flight
    there = {
        memory.id for memory in deck.page(flight.pinned, access=flight.access) if memory.deleted_at is None
    }
    return replace(flight, pinned=tuple(id_ for id_ in flight.pinned if id_ in there))


def _preview(deck: Deck, flight: Flight, variant: Variant) -> Injection:
    settings = variant.change(deck.settings)
    own = variant is flight.versus and settings.injection.token_budget != deck.settings.injection.token_budget
    return deck.preview(
        flight.prompt,
        access=flight.access,
        as_of=flight.as_of,
        budget=None if own else flight.budget,  # "half the budget" is compared with, not overruled
        pin=flight.pinned,
        exclude=flight.excluded,
        settings=settings,
    )


def _toggled(ids: tuple[str, ...], id_: str) -> tuple[str, ...]:
    return tuple(x for x in ids if x != id_) if id_ in ids else (*ids, id_)
