"""From a ranking to a block: the one function behind the preview, the injection and the hooks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from memdeck.inject.block import Style
from memdeck.inject.selection import Limits, selected
from memdeck.inject.tokens import byte_count, token_count
from memdeck.memory.injection import Injection, Item
from memdeck.memory.ranking import Dropped, Hit, Ranking

EXCLUDED = "excluded by hand"
PINNED = "pinned by hand"

_NEGLIGIBLE = 0.005


class WhatIf(NamedTuple):
    """What somebody tries out on the screen. Nothing of it is kept."""

    pinned: tuple[Hit, ...] = ()
    """Entries that are put first, whatever the ranking says, as long as they fit."""
    excluded: Collection[str] = frozenset()
    """Ids of entries that are left out."""


def built(
    ranking: Ranking,
    style: Style,
    limits: Limits,
    *,
    as_of: datetime,
    access: tuple[str, ...],
    what_if: WhatIf | None = None,
) -> Injection:
    """Return the block for a ranking. Pure: the same arguments give the same bytes."""
    what_if = what_if or WhatIf()
    pinned = {hit.memory.id for hit in what_if.pinned}
    out = frozenset(what_if.excluded) - pinned
    candidates = [*what_if.pinned, *(hit for hit in ranking.hits if hit.memory.id not in pinned | out)]
    choice = selected(candidates, style, limits)
    seen: tuple[Hit | Dropped, ...] = (*ranking.hits, *ranking.dropped)
    excluded = [
        Dropped(near.memory, near.score, near.parts, EXCLUDED) for near in seen if near.memory.id in out
    ]
    missed = [near for near in ranking.dropped if near.memory.id not in pinned | out]
    return Injection(
        as_of=as_of,
        text=choice.text,
        tokens=token_count(choice.text),
        bytes=byte_count(choice.text),
        budget=limits.tokens,
        access=access,
        items=tuple(
            _item(hit, rank, lines, hit.memory.id in pinned)
            for rank, (hit, lines) in enumerate(zip(choice.kept, choice.places, strict=True), start=1)
        ),
        dropped=(*excluded, *_best_first([*choice.dropped, *missed])),
        lanes=ranking.lanes,
    )


def reason_of(parts: Mapping[str, float]) -> str:
    """Say in words what brought an entry in, the strongest first: `meaning 0.74 · words 0.52`."""
    said = sorted(
        ((size, name) for name, size in parts.items() if abs(size) >= _NEGLIGIBLE), key=lambda part: -part[0]
    )
    return " · ".join(f"{name} {size:.2f}" for size, name in said) or "ranked first"


def _item(hit: Hit, rank: int, lines: range, pinned: bool) -> Item:
    reason = PINNED if pinned else reason_of(hit.parts)
    return Item(hit.memory, rank, hit.score, hit.parts, reason, lines, pinned)


def _best_first(dropped: list[Dropped]) -> list[Dropped]:
    return sorted(dropped, key=lambda near: -near.score)
