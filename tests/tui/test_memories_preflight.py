"""From an entry of the list to what a prompt about it would bring."""

from __future__ import annotations

import pytest
from memories_program import memories, said, screen_of, settle
from program import until

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.memory.owner import ME
from memdeck.memory.query import MemoryQuery
from memdeck.tui.flight import Flight
from memdeck.tui.screens.preflight import PreflightScreen
from ranking_standin import ranking_by_words


@pytest.fixture(autouse=True)
def by_words(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(Deck, "_ranking_for", ranking_by_words)
    monkeypatch.chdir(tmp_path)


async def test_p_looks_at_the_entry_s_title_in_its_project(deck: Deck, clock: FixedClock) -> None:
    deck.add("Build setup", "Gradle with the Kotlin DSL.", owner="user:me")
    clock.forward(minutes=5)
    deck.add("数据库选型", "PostgreSQL 16", owner="project:demo")
    async with memories(deck, clock) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, PreflightScreen))
        screen = pilot.app.screen
        await until(pilot, lambda: screen.readout is not None)
        assert screen.flight == Flight("数据库选型", project="demo")
        await pilot.press("escape", "1", "j", "p")
        await until(pilot, lambda: screen.is_current and screen.flight.prompt == "Build setup")
        await until(pilot, lambda: screen.readout.flight == screen.flight)
        assert "Gradle" in screen.readout.shown.text
        assert screen.flight.project == "demo", "where one was before"


async def test_a_deployment_s_entry_is_looked_at_as_that_deployment() -> None:
    here = Flight(project="demo").seeing("deployment:acme@PRODUCTION")
    assert here.access == ("deployment:acme@PRODUCTION",)
    assert here.seeing("user:me").access == (ME, "project:demo")


async def test_a_deleted_entry_is_no_part_of_a_prompt(deck: Deck, clock: FixedClock) -> None:
    deck.add("Build setup", "Gradle with the Kotlin DSL.")
    deck.remove("build_setup")
    async with memories(deck, clock) as pilot:
        screen_of(pilot).set_query(MemoryQuery(deleted=True))
        await settle(pilot)
        await pilot.press("p")
        await until(pilot, lambda: said(pilot))
        assert "restore it first" in said(pilot)[0]
