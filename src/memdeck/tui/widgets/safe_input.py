"""A one-line field that can hold hostile text: what it shows drives no terminal, what it gives is exact."""

from __future__ import annotations

from textual.widgets import Input

from memdeck.tui.visible import VisibleText, visible


class SafeInput(Input):
    """An `Input` in which unsafe characters stand as symbols; `raw` is the text as it is kept."""

    def __init__(
        self, raw: str = "", *, placeholder: str = "", field_id: str | None = None, compact: bool = False
    ) -> None:
        """Hold `raw`; the rest as in `Input`."""
        self._text = VisibleText(raw, one_line=True)
        super().__init__(self._text.shown, placeholder=placeholder, id=field_id, compact=compact)

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
