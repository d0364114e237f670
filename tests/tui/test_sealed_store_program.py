"""The program on a store where nothing can be written."""

from __future__ import annotations

import pytest
from memories_program import list_of, memories, said

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.store.database import Database

pytestmark = pytest.mark.asyncio


async def test_it_says_once_that_it_is_read_only(
    deck: Deck, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck.add("Build", "Always build with Gradle.")
    deck.close()
    monkeypatch.setattr(Database, "sealed", True)
    with Deck.open(deck.home, clock=clock) as sealed:
        note = sealed.sealed_note
        async with memories(sealed, clock) as pilot:
            assert len(list_of(pilot).ids) == 1
            assert (
                said(pilot)
                == [note]
                == [f"{deck.home} can't be written: read-only, and changes by others aren't seen."]
            )
            await pilot.press("d")
            await pilot.pause()
            assert said(pilot) == [note, note]
