"""Text from outside as something Textual shows literally: no markup, no escapes, nothing hidden."""

from __future__ import annotations

from textual.content import Content

from memdeck.memory.printable import printable


def literal(text: str, style: str = "", *, one_line: bool = True) -> Content:
    """Return `text` as content that is never parsed and holds no character that drives a terminal.

    Args:
        text: anything; hostile.
        style: a Textual style such as `bold` or `$foreground-muted`.
        one_line: False keeps line ends.
    """
    return Content.styled(printable(text, one_line=one_line), style)
