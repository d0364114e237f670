"""The first line: the program's name, the screens with their numbers, and where you are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

ACTION = "action"
"""Key in the meta data of a style: the action that a click there runs."""


class Tab(NamedTuple):
    """A screen that can be opened, as the bar shows it."""

    key: str
    name: str
    title: str
    badge: int = 0
    """How many things wait there; 0 shows nothing."""


class TopBar(Widget):
    """Tabs at the left, whereabouts at the right; click a tab to open its screen."""

    DEFAULT_CSS = "TopBar { dock: top; height: 1; }"

    def __init__(self) -> None:
        super().__init__()
        self._tabs: Sequence[Tab] = ()
        self._current = ""
        self._where: Sequence[tuple[str, str]] = ()

    def show(self, tabs: Sequence[Tab], current: str, where: Sequence[tuple[str, str]]) -> None:
        """Show these tabs; `where` is (words, command id or "") from left to right, safe to show."""
        state = (tuple(tabs), current, tuple(where))
        if state != (self._tabs, self._current, self._where):
            self._tabs, self._current, self._where = state
            self.refresh()

    async def on_click(self, event: events.Click) -> None:
        """Do what stands under the mouse."""
        action = event.style.meta.get(ACTION)
        if action:
            await self.run_action(action)

    def render(self) -> Content:
        """Lay the bar out on one line; what does not fit leaves from the right end's words first."""
        width = self.size.width
        left = self._left(compact=False)
        right = self._right(self._where)
        if left.cell_length + right.cell_length + 2 > width:
            left = self._left(compact=True)
        where = list(self._where)
        while where and left.cell_length + right.cell_length + 2 > width:
            where.pop(0)
            right = self._right(where)
        gap = max(1, width - left.cell_length - right.cell_length - 1)
        return Content.assemble(left, " " * gap, right)

    def _left(self, *, compact: bool) -> Content:
        parts: list[Content | tuple[str, str] | str] = [(" Memdeck ", "bold $accent"), " "]
        last = 0
        for tab in self._tabs:
            parts += [self._kept(number, compact=compact) for number in range(last + 1, int(tab.key))]
            last = int(tab.key)
            parts.append(self._tab(tab, compact=compact and tab.name != self._current))
            parts.append("" if compact else " ")
        return Content.assemble(*parts)

    @staticmethod
    def _kept(number: int, *, compact: bool) -> Content:
        """Return what stands for a number that is kept for a screen to come: numbers don't move later."""
        return Content.styled(f" {number} " if compact else " ·", "$foreground-disabled")

    def _tab(self, tab: Tab, *, compact: bool) -> Content:
        click = Style.from_meta({ACTION: f"app.screen('{tab.name}')"})
        here = tab.name == self._current
        title = "" if compact else f" {tab.title}"
        badge = f" {tab.badge}" if tab.badge else ""
        return Content.assemble(
            (f" {tab.key}", "bold $accent" if here else "$foreground-muted"),
            (title, "bold $foreground" if here else "$foreground-muted"),
            (f"{badge} ", "$text-warning" if badge else ""),
        ).stylize(click)

    @staticmethod
    def _right(where: Sequence[tuple[str, str]]) -> Content:
        parts: list[Content | str] = []
        for words, command in where:
            piece = Content.styled(words, "$foreground-muted")
            if command:
                piece = piece.stylize(Style.from_meta({ACTION: f"screen.command('{command}')"}))
            parts += ["   " if parts else "", piece]
        return Content.assemble(*parts)
