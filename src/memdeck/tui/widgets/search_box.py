"""The search field of a list: every key stroke counts, and nothing typed or pasted drives the terminal."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import Input

from memdeck.memory.printable import printable


class SearchBox(Input):
    """An input that hands the cursor keys to the list below."""

    BINDINGS = [
        ("down", "leave('cursor_down')", "Into the list"),
        ("up", "leave('cursor_up')", "Into the list"),
        ("pagedown", "leave('page_down')", "Into the list"),
        ("pageup", "leave('page_up')", "Into the list"),
    ]

    class Moved(Message):
        """A key was pressed that is meant for the list; the focus stays here."""

        def __init__(self, box: SearchBox, action: str) -> None:
            super().__init__()
            self.box = box
            self.action = action

    def __init__(self, placeholder: str, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(placeholder=placeholder, compact=True, id=id, select_on_focus=False)

    def validate_value(self, value: str) -> str:
        """Turn what drives a terminal, also when pasted, into symbols."""
        return printable(value)

    def action_leave(self, action: str) -> None:
        """Pass a key on to the list."""
        self.post_message(self.Moved(self, action))
