"""The entry under the cursor, with each part of its score as a bar and its whole reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.widget import Widget

from memdeck.tui.literal import literal
from memdeck.tui.widgets.block_view import bar
from memdeck.tui.widgets.why_list import MUTED, cut
from memdeck.tui.wrapping import wrapped_rows

_NAME = 12
_FIGURE = 6
_BAR = 16
_LEAST = 0.0005
"""Smaller parts would stand as 0.000."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """What is known about one entry. Texts may be hostile."""

    title: str
    about: str
    """Name, type, owner, age."""
    reason: str
    parts: Mapping[str, float]
    score: float


class PartBars(Widget):
    """Shows one entry's score; empty when the cursor is on none."""

    DEFAULT_CSS = "PartBars { height: auto; }"

    def __init__(self, *, bars_id: str) -> None:
        super().__init__(id=bars_id)
        self._pointed: Pointed | None = None

    def show(self, pointed: Pointed | None) -> None:
        """Show this entry."""
        if pointed != self._pointed:
            self._pointed = pointed
            self.refresh(layout=True)

    def on_resize(self, event: events.Resize) -> None:
        """The bars take the width that there is."""
        self.refresh()

    def render(self) -> Content:
        """Draw title, reason, score, and one line for each part, the largest first."""
        if self._pointed is None:
            return Content("")
        width = max(20, self.content_region.width)
        lines = [literal(cut(self._pointed.title, width), "bold $foreground")]
        lines += [literal(row, MUTED) for row in wrapped_rows(self._pointed.about, width)]
        lines += [literal(row, "$foreground") for row in wrapped_rows(self._pointed.reason, width)]
        largest = max((abs(size) for size in self._pointed.parts.values()), default=0.0)
        shown = [part for part in self._pointed.parts.items() if abs(part[1]) >= _LEAST]
        by_size = sorted(shown, key=lambda part: -abs(part[1]))
        if len(by_size) > 1:  # above its parts: what is cut off on a small screen is the small parts
            figure = f"{self._pointed.score:.3f}".rjust(_FIGURE)
            lines.append(
                Content.assemble(("score".ljust(_NAME), MUTED), " " * _BAR, (figure, "bold $foreground"))
            )
        lines += [_part(name, size, largest) for name, size in by_size]
        return Content("\n").join(lines)


def _part(name: str, size: float, largest: float) -> Content:
    share = abs(size) / largest if largest else 0.0
    colour = "$primary" if size >= 0 else "$error"
    return Content.assemble(
        literal(cut(name, _NAME - 1).ljust(_NAME), MUTED),
        (bar(share, _BAR), f"{colour} on $panel"),
        (f"{size:.3f}".rjust(_FIGURE), MUTED),
    )
