"""The questions of narrowing: which entry, and by what."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdeck.memory.conflict import Conflict
from memdeck.memory.errors import MemdeckError
from memdeck.memory.limits import CONDITION_LIMIT
from memdeck.memory.owner import ME
from memdeck.memory.printable import printable
from memdeck.memory.rules import checked_condition
from memdeck.tui.screens.ask import AskText
from memdeck.tui.screens.choose import Choice, Choose
from memdeck.tui.screens.questions import OTHER, ask_other_owner, ask_owner

if TYPE_CHECKING:
    from memdeck.tui.deck_app import DeckApp

SIGNS_QUOTED = 60


@dataclass(frozen=True, slots=True)
class Narrowing:
    """How one of the two is changed so that both hold."""

    which: str
    owner: str | None = None
    condition: str | None = None


async def ask_narrowing(app: DeckApp, conflict: Conflict) -> Narrowing | None:
    """Ask for all of it; None when the person went back."""
    chosen = await app.push_screen_wait(_ask_way(conflict))
    if chosen is None:
        return None
    which, way = chosen
    memory = conflict.newer if which == "newer" else conflict.older
    if way == "condition":
        condition = await app.push_screen_wait(_ask_condition(memory.title, memory.content))
        return Narrowing(which, condition=condition) if condition is not None else None
    try:
        owners = (await asyncio.to_thread(app.deck.facets)).owners
    except MemdeckError:
        owners = {}
    known = {owner: owners.get(owner, 0) for owner in dict.fromkeys([ME, *owners]) if owner != memory.owner}
    owner = await app.push_screen_wait(ask_owner(1, known))
    if owner == OTHER:
        owner = await app.push_screen_wait(ask_other_owner())
    return Narrowing(which, owner=owner) if owner is not None else None


def _ask_way(conflict: Conflict) -> Choose[tuple[str, str]]:
    choices = [
        Choice((which, way), label, memory.title)
        for which, memory in (("newer", conflict.newer), ("older", conflict.older))
        for way, label in (
            ("condition", f"{which.capitalize()}: when it holds…"),
            ("owner", f"{which.capitalize()}: another owner…"),
        )
    ]
    return Choose("Narrow: change one of the two so that both hold", choices)


def _ask_condition(title: str, content: str) -> AskText:
    start = printable(content[: SIGNS_QUOTED * 2])
    start = start if len(start) <= SIGNS_QUOTED else f"{start[:SIGNS_QUOTED]}…"
    return AskText(
        f"When does “{title}” hold?",
        detail=f"Say it in your own words; they stand before its text:\nYOUR WORDS: {start}",
        placeholder="In the billing service",
        check=checked_condition,
        limit=CONDITION_LIMIT,
        verb="Narrow",
    )
