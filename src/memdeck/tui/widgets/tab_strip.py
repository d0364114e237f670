"""Tabs within a screen: words with counts, the open one marked; a click opens."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.style import Style
from textual.widget import Widget

Tabs = Sequence[tuple[str, str, int | None]]
"""Name, words, and how many (None says nothing)."""


class TabStrip(Widget):
    """One line of tabs, and words at the right."""

    DEFAULT_CSS = "TabStrip { height: 1; }"

    def __init__(self) -> None:
        super().__init__()
        self._tabs: Tabs = ()
        self._current = ""
        self._words = ""

    def show(self, tabs: Tabs, current: str, words: str) -> None:
        """Show these tabs; `words` are safe to show."""
        self._tabs, self._current, self._words = tabs, current, words
        self.refresh()

    def render(self) -> Content:
        """Lay them out on one line."""
        parts: list[Content] = []
        for name, title, count in self._tabs:
            here = name == self._current
            shown = f"{title} {count:,}" if count is not None else title
            part = Content.styled(
                f"▸{shown}" if here else f" {shown}", "bold $accent" if here else "$foreground-muted"
            )
            parts.append(part.stylize(Style.from_meta({"@click": f"screen.show_tab('{name}')"})))
        left = Content("   ").join(parts)
        room = self.size.width - left.cell_length - 2
        words = Content.styled(self._words, "$foreground-muted").truncate(max(0, room - 1), ellipsis=True)
        return Content.assemble(" ", left, " " * max(1, room - words.cell_length), words)
