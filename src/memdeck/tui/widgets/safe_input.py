"""A one-line field that can hold hostile text: what it shows drives no terminal, what it gives is exact."""

from __future__ import annotations

from textual.geometry import Region
from textual.widgets import Input

from memdeck.tui.visible import VisibleText, visible


class SafeInput(Input):
    """An `Input` in which unsafe characters stand as symbols; `raw` is the text as it is kept."""

    def __init__(
        self,
        raw: str = "",
        *,
        placeholder: str = "",
        field_id: str | None = None,
        compact: bool = False,
        select_on_focus: bool = True,
    ) -> None:
        """Hold `raw`; the rest as in `Input`. Unless all of it is selected, the cursor stands at its end."""
        self._text = VisibleText(raw, one_line=True)
        super().__init__(
            self._text.shown,
            placeholder=placeholder,
            id=field_id,
            compact=compact,
            select_on_focus=select_on_focus,
        )
        if not select_on_focus:
            self.cursor_position = len(self.value)

    def on_focus(self) -> None:
        """Bring the end of a long text into view, where the cursor stands."""
        if not self.select_on_focus:  # a form that opens has no widths yet
            self.call_after_refresh(self._show_cursor)

    def _show_cursor(self) -> None:
        self.scroll_to_region(Region(self._cursor_offset, 0, 1, 1), force=True, animate=False)

    def on_blur(self) -> None:
        """Show how a long text begins."""
        self.scroll_to(x=0, animate=False, immediate=True)

    def validate_value(self, value: str) -> str:
        """Keep out what drives a terminal, also when it is pasted."""
        return visible(value, one_line=True)

    @property
    def raw(self) -> str:
        """The text as it is kept."""
        return self._text.restored(self.value)

    @raw.setter
    def raw(self, text: str) -> None:
        self._text = VisibleText(text, one_line=True)
        self.value = self._text.shown
