"""The field for the prompt: Enter goes on to the outcome, ctrl+j breaks the line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from memdeck.tui.widgets.safe_area import SafeArea


class PromptBox(SafeArea):
    """Holds what the person would ask the assistant."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "leave", "Look", show=False, priority=True),
        Binding("ctrl+j,shift+enter", "break_line", "New line", show=False),
    ]

    @dataclass
    class Left(Message):
        """The person is done with typing."""

        box: PromptBox

        @property
        def control(self) -> PromptBox:
            """The field."""
            return self.box

    def __init__(self, placeholder: str, *, field_id: str) -> None:
        super().__init__(field_id=field_id)
        self.placeholder = placeholder
        self.border_title = "Prompt"

    def action_leave(self) -> None:
        """Go on to the outcome."""
        self.post_message(self.Left(self))

    def action_break_line(self) -> None:
        """Begin a new line."""
        self.insert("\n")
