"""The command palette: the current screen's commands with key and sentence, and memories by title."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from memdeck.memory.errors import MemdeckError
from memdeck.memory.printable import printable
from memdeck.tui.command import Command
from memdeck.tui.commands import commands_of
from memdeck.tui.screens import SCREENS

if TYPE_CHECKING:
    from memdeck.tui.deck_app import DeckApp

MEMORIES_SHOWN = 8


class DeckCommands(Provider):
    """Offers commands first, then memories whose title matches."""

    @property
    def deck_app(self) -> DeckApp:
        """The running program."""
        return cast("DeckApp", self.app)

    def _offered(self) -> list[Command]:
        scope = getattr(self.screen, "SCOPE", "app")
        hidden = getattr(self.screen, "is_hidden", lambda _each: False)
        return [each for each in commands_of(scope, "app") if each.id != "app.palette" and not hidden(each)]

    async def discover(self) -> Hits:
        """List everything before a letter is typed."""
        for each in self._offered():
            yield DiscoveryHit(self._title(each), partial(self._run, each), each.label, each.sentence)
        for entry in SCREENS:
            yield DiscoveryHit(
                Content(f"{entry.title}  {entry.key}"),
                partial(self.deck_app.action_screen, entry.name),
                entry.title,
                "Go to this screen.",
            )

    async def search(self, query: str) -> Hits:
        """Match commands by label and sentence, then memories by title."""
        matcher = self.matcher(query)
        for each in self._offered():
            score = max(matcher.match(each.label), matcher.match(each.sentence) * 0.6)
            if score > 0:
                yield Hit(score, self._title(each), partial(self._run, each), each.label, each.sentence)
        for entry in SCREENS:
            score = matcher.match(entry.title)
            if score > 0:
                go = partial(self.deck_app.action_screen, entry.name)
                yield Hit(
                    score, Content(f"{entry.title}  {entry.key}"), go, entry.title, "Go to this screen."
                )
        try:
            found = await asyncio.to_thread(self.deck_app.deck.list, query, limit=MEMORIES_SHOWN)
        except MemdeckError:
            return
        for place, memory in enumerate(found):
            title = printable(memory.title)
            yield Hit(
                0.5 - place / 100,
                Content(title),
                partial(self.deck_app.show_memory, memory.id),
                title,
                "Go to this memory.",
            )

    def _title(self, each: Command) -> Content:
        key = self.deck_app.key_of(each)
        return Content.assemble(each.label, ("  " + key if key else "", "$foreground-muted"))

    async def _run(self, each: Command) -> None:
        await self.deck_app.run_action(
            f"command('{each.id}')", default_namespace=self.deck_app if each.scope == "app" else self.screen
        )
