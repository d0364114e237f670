"""The entry under the cursor, read-only. A long content is laid out in parts, as the person scrolls on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

if TYPE_CHECKING:
    from memdeck.tui.markdown_blocks import Block

_READ_ON = 6
"""Lines before the end at which more is asked for."""


class DetailPane(VerticalScroll, can_focus=True):
    """Shows blocks; asks for more of them when the end comes near."""

    BINDINGS = [
        ("j", "scroll_down", "Down"),
        ("k", "scroll_up", "Up"),
        ("g", "scroll_home", "Top"),
        ("G", "scroll_end", "Bottom"),
        ("space", "page_down", "Page down"),
    ]

    class MoreNeeded(Message):
        """The end of what is shown is in view."""

        def __init__(self, pane: DetailPane) -> None:
            super().__init__()
            self.pane = pane

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._blocks: Sequence[Block] = ()
        self._more = False
        self._width = 0

    def compose(self) -> ComposeResult:
        """One widget for the whole text."""
        yield Static("", markup=False)

    def show(self, blocks: Sequence[Block], *, more: bool = False, from_top: bool = True) -> None:
        """Show these blocks; `more` tells that the content goes on."""
        self._blocks, self._more = blocks, more
        self._lay_out()
        if not blocks:
            self.query_one(Static).update("")
        if from_top:
            self.scroll_home(animate=False, immediate=True)

    def say(self, words: str) -> None:
        """Show a few words instead of an entry."""
        from memdeck.tui.markdown_blocks import Block

        self.show([Block(Content.styled(words, "$foreground-muted"))])

    def on_resize(self) -> None:
        """Another width is another layout."""
        if self.scrollable_content_region.width != self._width:
            self._lay_out()

    def _lay_out(self) -> None:
        self._width = self.scrollable_content_region.width
        if self._width > 0 and self.is_mounted and self._blocks:
            from memdeck.tui.laying import laid_out

            self.query_one(Static).update(laid_out(self._blocks, self._width))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Near the end, ask for more."""
        super().watch_scroll_y(old_value, new_value)
        if self._more and new_value > old_value and new_value >= self.max_scroll_y - _READ_ON:
            self._more = False
            self.post_message(self.MoreNeeded(self))
