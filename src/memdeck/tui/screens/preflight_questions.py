"""The questions of the Pre-flight screen: as whom, where, when, with which settings, an earlier prompt."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from memdeck.deck.variants import Variant, from_file
from memdeck.tui.cells import cut
from memdeck.tui.flight import Flight
from memdeck.tui.key_order import opening
from memdeck.tui.prompts import earlier_prompts
from memdeck.tui.screens import preflight_choices as choices
from memdeck.tui.screens.ask import AskText
from memdeck.tui.screens.choose import Choice, Choose
from memdeck.tui.screens.deck_screen import DeckScreen

_PROMPT_CELLS = 150
"""As much of an earlier prompt as tells it apart: a pasted page would fill the list."""


class PreflightQuestions(DeckScreen):
    """Asks, and hands each answer to `change`."""

    flight: Flight

    def change(self, flight: Flight) -> None:
        """Look with other settings at once."""
        raise NotImplementedError

    def look_at(self, prompt: str) -> None:
        """Show what this prompt would bring."""
        raise NotImplementedError

    @opening
    async def action_earlier(self) -> None:
        """Take an earlier prompt."""
        known = await asyncio.to_thread(earlier_prompts, self.app.deck.home)
        if not known:
            self.app.say("No prompt was kept yet: Enter in the prompt keeps one.")
            return
        asked = [Choice(prompt, cut(" ".join(prompt.split()), _PROMPT_CELLS)) for prompt in known]
        chosen = await self.app.push_screen_wait(Choose("Earlier prompts", asked))
        if chosen is not None:
            self.look_at(chosen)

    @opening
    async def action_whom(self) -> None:
        """Choose who the request comes from."""
        asked = choices.whom_choices(await self._owners(), self.flight)
        chosen = await self.app.push_screen_wait(Choose("Look as whom?", asked))
        if chosen is not None:
            self.change(replace(self.flight.without_trials(), whom=chosen))

    @opening
    async def action_environment(self) -> None:
        """Choose the deployment's environment."""
        asked = choices.environment_choices(await self._owners(), self.flight)
        chosen = await self.app.push_screen_wait(Choose("Which environment?", asked))
        if chosen is not None:
            self.change(replace(self.flight.without_trials(), whom=chosen))

    @opening
    async def action_project(self) -> None:
        """Choose the project that the session is in."""
        registered = await asyncio.to_thread(self.app.deck.projects)
        asked = choices.project_choices(await self._owners(), set(registered.values()), self.flight)
        chosen = await self.app.push_screen_wait(Choose("In which project?", asked))
        if chosen is not None:
            self.change(replace(self.flight.without_trials(), project=chosen or None))

    @opening
    async def action_moment(self) -> None:
        """Choose the moment to look from."""
        asked = choices.moment_choices(self.app.clock(), self.flight)
        chosen = await self.app.push_screen_wait(Choose("As of when?", asked))
        if chosen == choices.OTHER_DAY:
            text = await self.app.push_screen_wait(
                AskText(
                    "As of when?", placeholder="2026-11-30 14:00", check=choices.checked_moment, verb="Look"
                )
            )
            chosen = choices.parsed_moment(text) if text is not None else None
        if chosen is not None:
            self.change(replace(self.flight, as_of=chosen if isinstance(chosen, datetime) else None))

    @opening
    async def action_settings(self) -> None:
        """Choose the settings to look with."""
        asked = choices.settings_choices(self.flight.settings)
        variant = await self._variant("Look with which settings?", asked)
        if variant is not None:
            self.change(replace(self.flight, settings=variant))

    @opening
    async def action_compare(self) -> None:
        """Choose the settings to compare with."""
        variant = await self._variant("Compare with which settings?", choices.versus_choices(self.flight))
        if variant is not None:
            versus = None if variant is choices.NO_COMPARISON else variant
            self.change(replace(self.flight, versus=versus))

    @opening
    async def action_budget(self) -> None:
        """Choose another token budget."""
        text = await self.app.push_screen_wait(
            AskText(
                "Token budget",
                value="" if self.flight.budget is None else str(self.flight.budget),
                detail=f"Empty takes the settings': {self.app.deck.settings.injection.token_budget:,}.",
                check=choices.checked_budget,
                verb="Look",
            )
        )
        if text is not None:
            self.change(replace(self.flight, budget=choices.parsed_budget(text)))

    async def _variant(self, question: str, asked: list[Choice[Variant]]) -> Variant | None:
        chosen = await self.app.push_screen_wait(Choose(question, asked))
        if chosen is not choices.FROM_FILE:
            return chosen
        path = await self.app.push_screen_wait(
            AskText("Which configuration file?", placeholder="~/other.yaml", check=_checked_file, verb="Look")
        )
        return from_file(path) if path is not None else None

    async def _owners(self) -> list[str]:
        facets = await asyncio.to_thread(self.app.deck.facets)
        return list(facets.owners)


def _checked_file(path: str) -> str:
    from_file(path)
    return path
