"""What a tool call comes to: a text for the assistant, and whether it reports a failure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one call."""

    text: str
    is_error: bool = False


class Refused(Exception):
    """Raised inside a call that can't be done; `text` is the whole answer, in the dialect's words."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text
