"""The Conflicts screen with a judge: `R` asks it, and its fault is said once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from test_conflicts_screen import conflicts

from fixed_clock import FixedClock
from judge_server import JudgeServer, verdict
from memdeck import Deck
from memdeck.settings import settings_from


@pytest.fixture
def server() -> Iterator[JudgeServer]:
    running = JudgeServer()
    running.answer = lambda asked: verdict(0.97)
    yield running
    running.close()


@pytest.fixture
def judged(tmp_path: Path, clock: FixedClock, server: JudgeServer) -> Iterator[Deck]:
    settings = settings_from({"conflicts": {"judge": server.address}})
    with Deck.open(tmp_path / "home", settings, clock=clock) as deck:
        deck.add("Place of tests", "Tests live next to the code.", type="PROJECT")
        clock.forward(hours=1)
        deck.add("Folder of tests", "Tests live in a separate tests folder.", type="PROJECT")
        yield deck


async def test_r_asks_the_judge(judged: Deck, clock: FixedClock, server: JudgeServer) -> None:
    async with conflicts(judged, clock, (120, 40)) as opened:
        assert len(opened.screen.queue.rows) == 0 and server.asked == []
        await opened.press("R")
        await opened.left(1)
        (row,) = opened.screen.queue.rows
        assert row.subject == "judged by tiny-judge"
        assert row.values == "Tests live next to the code ↔ Tests live in a separate tests folder"
        assert opened.said == ["Compared 2 memories again; tiny-judge was asked about 1 pair."]


async def test_its_fault_is_said(judged: Deck, clock: FixedClock, server: JudgeServer) -> None:
    server.answer = lambda asked: (401, {})
    async with conflicts(judged, clock) as opened:
        await opened.press("R")
        await opened.left(0)
        assert any("gave status 401" in words for words in opened.said)
