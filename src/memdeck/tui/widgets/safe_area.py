"""A field for many lines that can hold hostile text, and gives it back exactly."""

from __future__ import annotations

from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult

from memdeck.tui.visible import VisibleText, visible


class SafeArea(TextArea):
    """A `TextArea` in which unsafe characters stand as symbols; `raw` is the text as it is kept."""

    def __init__(self, raw: str = "", *, field_id: str | None = None) -> None:
        """Hold `raw`."""
        self._texts = [VisibleText(raw, one_line=False)]
        super().__init__(self._texts[0].shown, id=field_id, soft_wrap=True, compact=True)
        self.highlight_cursor_line = False

    def edit(self, edit: Edit) -> EditResult:
        """Keep out what drives a terminal, also when it is pasted."""
        # Terminals send the line ends of what is pasted as CR, as if Enter had been pressed.
        lines = edit.text.replace("\r\n", "\n").replace("\r", "\n")
        edit.text = visible(lines, one_line=False)
        return super().edit(edit)

    @property
    def hidden(self) -> int:
        """How many characters of the text as it was given are shown as symbols."""
        return self._texts[-1].hidden

    @property
    def raw(self) -> str:
        """The text as it is kept."""
        shown = self.text
        for text in reversed(self._texts):  # after an undo an earlier text can stand here again
            if text.shown == shown:
                return text.raw
        return self._texts[-1].restored(shown)

    def load_raw(self, raw: str) -> None:
        """Hold another text and forget the steps of undo."""
        self._texts = [VisibleText(raw, one_line=False)]
        self.load_text(self._texts[0].shown)

    def replace_raw(self, raw: str) -> None:
        """Hold another text as one step of undo."""
        before = VisibleText(self.raw, one_line=False)
        self._texts += [before, VisibleText(raw, one_line=False)]
        self.history.checkpoint()
        self.replace(self._texts[-1].shown, (0, 0), self.document.end, maintain_selection_offset=False)
        self.history.checkpoint()
        self.move_cursor((0, 0))
