"""The last line: where the cursor stands, and the keys that work here, as many as fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

_GAP = 2
COMMAND = "command"
"""Key in the meta data of a style: the command that a click there runs."""


class Hint(NamedTuple):
    """One key and what it does."""

    command: str
    key: str
    label: str
    dim: bool = False
    """True when the command can't run now; pressing it says why."""

    @property
    def width(self) -> int:
        """Cells this hint takes."""
        return cell_len(self.key) + 1 + cell_len(self.label)


class HintBar(Widget):
    """Status at the left, hints at the right. One widget for all, so that start-up stays quick."""

    DEFAULT_CSS = "HintBar { dock: bottom; height: 1; }"

    def __init__(self) -> None:
        super().__init__()
        self._status = ""
        self._hints: Sequence[Hint] = ()

    def show(self, status: str, hints: Sequence[Hint]) -> None:
        """Show these words and hints; hints come most used first, and the last one always stays."""
        if (status, hints) != (self._status, self._hints):
            self._status, self._hints = status, hints
            self.refresh()

    async def on_click(self, event: events.Click) -> None:
        """Run the command under the mouse."""
        command = event.style.meta.get(COMMAND)
        if command:
            await self.run_action(f"screen.command('{command}')")

    def render(self) -> Content:
        """Lay status and hints out on one line."""
        width = self.size.width
        status = f" {self._status}" if self._status else ""
        room = width - cell_len(status) - 2
        fitting = fit(self._hints, room)
        used = sum(hint.width for hint in fitting) + _GAP * max(0, len(fitting) - 1)
        parts: list[Content | str | tuple[str, str]] = [(status, "$foreground-muted")]
        parts.append(" " * max(1, width - cell_len(status) - used - 1))
        for place, hint in enumerate(fitting):
            if place:
                parts.append(" " * _GAP)
            parts.append(_content(hint))
        return Content.assemble(*parts)


def fit(hints: Sequence[Hint], room: int) -> list[Hint]:
    """Return the hints that fit into `room` cells: from the front, but the last one always (help)."""
    if not hints:
        return []
    last = hints[-1]
    room -= last.width
    kept: list[Hint] = []
    for hint in hints[:-1]:
        room -= hint.width + _GAP
        if room < 0:
            break
        kept.append(hint)
    return [*kept, last]


def _content(hint: Hint) -> Content:
    click = Style.from_meta({COMMAND: hint.command})
    key_style, label_style = (
        ("$foreground-disabled", "$foreground-disabled")
        if hint.dim
        else ("bold $foreground", "$foreground-muted")
    )
    return Content.assemble((hint.key, key_style), " ", (hint.label, label_style)).stylize(click)
